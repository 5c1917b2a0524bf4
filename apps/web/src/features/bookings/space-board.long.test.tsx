import {
  type Availability,
  getAvailability,
  getMonthAvailability,
  listAvailability,
} from '@keyhour/contract/availability'
import { holdStay, quoteStay, releaseHold } from '@keyhour/contract/bookings'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { listMyOrders } from '@keyhour/contract/orders'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, sent } from '#test/replies.ts'
import { sampleDay, sampleMonth, sampleOffice, sampleOrder, sampleQuote, sampleSpace } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const BOOKED = { free: 0, reason: 'booked' } as const
const OLIVE = sampleSpace()
const FIG = sampleSpace({ id: 18, name: 'Fig hall', type: 'open_space', capacity: 12 })
const DESK = sampleSpace({ id: 19, name: 'Palm desk', rent_type: 'day' })
const SEATS = Object.fromEntries(sampleDay().slots.map(({ start }) => [start, { free: 5 }]))

const days = (): Availability[] => [
  sampleDay({ taken: { '10:00': BOOKED, '10:30': BOOKED } }),
  sampleDay({ sub_office_id: 18, units: 12, taken: SEATS }),
  sampleDay({ sub_office_id: 19, rent_type: 'day', base_price: 30_000 }),
]

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T05:00:00Z'), toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOffice, sampleOffice({ sub_offices: [OLIVE, FIG, DESK] }))
  answer(listAvailability, days())
  answer(getAvailability, sampleDay())
  answer(getMonthAvailability, sampleMonth())
  answer(listMyOrders, [])
  answer(quoteStay, sampleQuote())
  answer(holdStay, { expires_at: '2026-03-02T05:05:00.000Z', seconds: 300, quote: sampleQuote() })
  answer(releaseHold, {})
})
afterEach(() => void vi.useRealTimers())

const visitBoard = (more = '') =>
  visit(`/booking/3?date=2026-03-02&view=board${more}`, { as: { admin: false } })
const rowOf = (name: string) => screen.findByRole('group', { name })
const half = (row: HTMLElement, time: string) =>
  within(row).getByRole('button', { name: new RegExp(`^${time} – `) })

test('the board is switched on and off, which the address remembers', async () => {
  const { user, address } = visit('/booking/3?date=2026-03-02', { as: { admin: false } })
  await screen.findByRole('button', { name: /^Olive room/ })
  expect(screen.queryByRole('region', { name: /^All spaces/ })).toBeNull()

  await user.click(screen.getByRole('switch', { name: 'Show all spaces' }))

  expect(await screen.findByRole('region', { name: 'All spaces on Mon, Mar 2nd' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Olive room/ })).toBeNull()
  expect(address()).toContain('view=board')
  await user.click(screen.getByRole('switch', { name: 'Show all spaces' }))
  expect(await screen.findByRole('button', { name: /^Olive room/ })).toBeVisible()
})

test('an office with one space has no board', async () => {
  answer(getOffice, sampleOffice({ sub_offices: [OLIVE] }))
  visitBoard()

  expect(await screen.findByRole('group', { name: /^Half-hour slots/ })).toBeVisible()
  expect(screen.queryByRole('switch', { name: 'Show all spaces' })).toBeNull()
  expect(screen.queryByRole('region', { name: /^All spaces/ })).toBeNull()
})

test('a free half-hour chooses its space with an hour from there, and the next one ends it', async () => {
  const { user } = visitBoard()
  const olive = await rowOf('Olive room')
  await user.click(half(olive, '11:00 AM'))

  expect(screen.getByRole('combobox', { name: 'Sub-Office' })).toHaveValue('Olive room')
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Start Time' })).toHaveValue('11:00 AM'))
  expect(screen.getByRole('combobox', { name: 'End Time' })).toHaveValue('12:00 PM')
  await user.click(half(olive, '1:00 PM'))
  expect(screen.getByRole('combobox', { name: 'End Time' })).toHaveValue('1:30 PM')
  expect(half(olive, '12:00 PM')).toHaveAttribute('aria-pressed', 'true')

  await waitFor(() =>
    expect(sent.findLast(({ url }) => url === '/api/orders/hold')?.body).toMatchObject({
      sub_office_id: 17,
      start: '11:00',
      end: '13:30',
    }),
  )
})

test('taken half-hours cannot be chosen, and seats say how many are left', async () => {
  visitBoard()
  const olive = await rowOf('Olive room')

  expect(within(olive).queryByRole('button', { name: /^10:00 AM – / })).toBeNull()
  expect(within(olive).getByText('10:00 AM – 11:00 AM: Booked')).toBeInTheDocument()
  expect(half(await rowOf('Fig hall'), '9:00 AM')).toHaveAccessibleName('9:00 AM – 9:30 AM: 5 left')
})

test('a space that is rented by the day is chosen as a whole', async () => {
  const { user } = visitBoard()
  await user.click(within(await rowOf('Palm desk')).getByRole('button', { name: 'The whole day is free.' }))

  expect(screen.getByRole('combobox', { name: 'Sub-Office' })).toHaveValue('Palm desk')
  expect(await screen.findByLabelText('Last Day')).toBeVisible()
})

test('the Tab key stops once on the board, and the arrow keys go over it', async () => {
  const { user } = visitBoard()
  const [olive, fig] = [await rowOf('Olive room'), await rowOf('Fig hall')]
  const board = screen.getByRole('region', { name: /^All spaces/ })
  expect(
    within(board)
      .getAllByRole('button')
      .filter(({ tabIndex }) => tabIndex === 0),
  ).toHaveLength(1)

  half(olive, '8:00 AM').focus()
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{ArrowRight}')
  expect(half(olive, '11:00 AM')).toHaveFocus()
  await user.keyboard('{ArrowDown}')
  expect(half(fig, '11:00 AM')).toHaveFocus()
  await user.keyboard('{Enter}')
  expect(screen.getByRole('combobox', { name: 'Sub-Office' })).toHaveValue('Fig hall')
})

test('a mouse draws over the wanted time, up to what is taken', async () => {
  visitBoard()
  const olive = await rowOf('Olive room')
  vi.spyOn(olive, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 300, 48))
  const from = half(olive, '8:30 AM')

  fireEvent.pointerDown(from, { clientX: 25, button: 0, pointerType: 'mouse' })
  fireEvent.pointerMove(olive, { clientX: 290, pointerType: 'mouse' })
  expect(within(olive).getByText(/^8:30 AM – 10:00 AM · /)).toBeVisible()
  fireEvent.pointerUp(olive, { clientX: 290, pointerType: 'mouse' })

  expect(await screen.findByRole('combobox', { name: 'Start Time' })).toHaveValue('8:30 AM')
  expect(screen.getByRole('combobox', { name: 'End Time' })).toHaveValue('10:00 AM')
})

test('own bookings are marked as such', async () => {
  const order = sampleOrder({
    SubOffice: { id: 17, name: 'Olive room', name_he: null },
    start: '2026-03-02T08:00:00.000Z',
    end: '2026-03-02T09:00:00.000Z',
    cancelled_at: null,
    checked_out_at: null,
  })
  answer(listMyOrders, [order])
  visitBoard()

  expect(within(await rowOf('Olive room')).getByText('10:00 AM – 11:00 AM: Booked')).toBeInTheDocument()
  expect(await within(await rowOf('Olive room')).findByText('Your booking')).toBeVisible()
  expect(within(await rowOf('Fig hall')).queryByText('Your booking')).toBeNull()
})

test('a closed day says why instead of an empty board', async () => {
  answer(listAvailability, [sampleDay({ until: 8, reason: 'holiday' })])
  visitBoard()

  expect(await screen.findByText('The office is closed for a holiday on this day.')).toBeVisible()
  expect(screen.queryByRole('region', { name: /^All spaces/ })).toBeNull()
})
