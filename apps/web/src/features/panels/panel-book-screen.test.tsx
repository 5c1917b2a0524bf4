import { getSpaceNow } from '@keyhour/contract/panels'
import { checkIn, startVisit } from '@keyhour/contract/visits'
import { screen, waitFor } from '@testing-library/react'
import i18next from 'i18next'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleOrder, sampleSpaceNow } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T08:00:20.000Z') })
  return i18next.loadNamespaces(['panels', 'booking'])
})
afterEach(() => vi.useRealTimers())

const open = (change: Parameters<typeof sampleSpaceNow>[0] = {}, own_order: number | null = null) => {
  answer(getSpaceNow, { ...sampleSpaceNow(change), own_order })
  return visit('/panel-book/3/17', { as: {} })
}

test('a member who has scanned the code takes the room for a time and sees their order', async () => {
  answer(startVisit, sampleOrder({ id: 91 }))
  const { user, address } = open()
  await user.click(await screen.findByRole('radio', { name: '60 minutes, until 11:00 AM: ₪59.00' }))
  await user.click(screen.getByRole('button', { name: 'Book for 60 minutes' }))

  await waitFor(() => expect(address()).toBe('/order/91'))
  expect(sent.find(({ url }) => url === '/api/orders/start_now')?.body).toEqual({
    office_id: 3,
    sub_office_id: 17,
    minutes: 60,
  })
})

test('a member whose booking begins checks in', async () => {
  answer(checkIn, sampleOrder({ id: 91 }))
  const { user, address } = open({ choices: [] }, 91)
  await user.click(await screen.findByRole('button', { name: 'Check in to your booking' }))

  await waitFor(() => expect(address()).toBe('/order/91'))
})

test('a taken room leads to other times', async () => {
  const taken = {
    start: '2026-03-02T08:00:00.000Z',
    end: '2026-03-02T09:00:00.000Z',
    kind: 'booked' as const,
  }
  open({ taken: [taken], choices: [] })

  expect(await screen.findByText('Taken until 11:00 AM')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Choose another time' })).toHaveAttribute(
    'href',
    '/booking/3?sub_office=17',
  )
})

test('a room that does not exist says so', async () => {
  refuse(getSpaceNow, 404, 'This space does not exist.')
  visit('/panel-book/3/17', { as: {} })

  expect(await screen.findByText('This space does not exist.')).toBeInTheDocument()
})
