import { listPermissions } from '@keyhour/contract/auth'
import { type Figures, getFigures, MONTHS_OF_FIGURES, type SpaceFigures } from '@keyhour/contract/figures'
import type { Totals } from '@keyhour/contract/insight'
import { listOwnerOffices } from '@keyhour/contract/owners'
import { monthAfter } from '@keyhour/contract/statements'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#test/replies.ts'
import { right, sampleOwnerOffice } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const months = Array.from({ length: MONTHS_OF_FIGURES }, (_, at) => monthAfter('2025-03', at))
const totals = (net: number): Totals => ({
  orders: 1,
  no_shows: 0,
  revenue: net * 2,
  net,
  booked_ms: net,
  open_ms: 100_000,
  due_ms: net,
  there_ms: net,
})

const space = (change: Partial<SpaceFigures>): SpaceFigures => ({
  office_id: 3,
  office_name: 'Jaffa Port House',
  office_name_he: null,
  sub_office_id: 17,
  space_name: 'Olive room',
  space_name_he: null,
  totals: months.map((_, at) => totals(at * 1000)),
  ...change,
})
const figures: Figures = {
  months,
  currency: 'ILS',
  currencies: ['ILS'],
  spaces: [
    space({}),
    space({ sub_office_id: 18, space_name: 'Desks' }),
    space({ office_id: 4, sub_office_id: 30, space_name: 'Elsewhere' }),
  ],
}

beforeEach(() => {
  answer(listPermissions, [right('book'), right('view_orders_and_payouts', 3)])
  answer(listOwnerOffices, [sampleOwnerOffice()])
  answer(getFigures, figures)
})

const visitFigures = (search = '') => visit(`/owner/figures${search}`, { as: { name: 'Rina Katz' } })

test('the last month that is over is compared with the one before, for the chosen office', async () => {
  visitFigures()
  expect(await screen.findByText('February 2026, compared with January 2026')).toBeInTheDocument()

  const net = screen.getByRole('button', { name: /net/i, pressed: true })
  expect(net).toHaveTextContent('₪220.00')
  expect(net).toHaveTextContent('+₪20.00')
  const spaces = within(screen.getByRole('list', { name: 'By space' })).getAllByRole('listitem')
  expect(spaces.map((item) => item.textContent)).toEqual([
    expect.stringContaining('Olive room'),
    expect.stringContaining('Desks'),
  ])
})

test('another month is chosen in the address, and the running one says that it is not over', async () => {
  visitFigures('?month=2026-03')

  expect(
    await screen.findByText(/March 2026, compared with February 2026 The month is not over yet\./),
  ).toBeInTheDocument()
})

test('each chart can be read as a table', async () => {
  const { user } = visitFigures()
  const card = within(await screen.findByRole('region', { name: 'By month' }))
  await user.click(card.getByRole('button', { name: 'Show as table' }))

  expect(card.getAllByRole('row')).toHaveLength(MONTHS_OF_FIGURES)
  expect(card.getByRole('row', { name: /February 2026/ })).toHaveTextContent('₪220.00')
})

test('an office where nothing was open says so', async () => {
  answer(getFigures, { ...figures, spaces: [] })
  visitFigures()

  expect(await screen.findByText(/Nothing was open or booked here/)).toBeInTheDocument()
})
