import { getAvailability } from '@keyhour/contract/availability'
import { holdStay, quoteStay, releaseHold } from '@keyhour/contract/bookings'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { listMyOrders } from '@keyhour/contract/orders'
import {
  joinWaitingList,
  leaveWaitingList,
  listWaits,
  type WaitingEntry,
} from '@keyhour/contract/waiting-list'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleDay, sampleOffice, sampleQuote } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T05:00:00Z'), toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOffice, sampleOffice())
  answer(getAvailability, dayTakenAt(['09:00', '09:30', '10:00']))
  answer(quoteStay, sampleQuote())
  answer(releaseHold, {})
  answer(listWaits, [])
  answer(leaveWaitingList, {})
  answer(listMyOrders, [])
  return () => void vi.useRealTimers()
})

function dayTakenAt(starts: string[]) {
  const day = sampleDay()
  const taken = { free: 0, reason: 'booked' } as const
  return {
    ...day,
    slots: day.slots.map((slot) => (starts.includes(slot.start) ? { ...slot, ...taken } : slot)),
  }
}

const STAY = { office_id: 3, sub_office_id: 17, date: '2026-03-02', start: '09:00', end: '10:00' }

const entry = (change: Partial<WaitingEntry> = {}): WaitingEntry => ({
  ...STAY,
  id: 5,
  name: 'Olive room',
  office_name: 'Jaffa Port House',
  starts_at: '2026-03-02T07:00:00.000Z',
  ends_at: '2026-03-02T08:00:00.000Z',
  time_zone: 'Asia/Jerusalem',
  rent_type: 'hour',
  state: 'waiting',
  place: 2,
  held_until: null,
  seconds_left: null,
  ...change,
})
const OFFER = {
  state: 'offered',
  place: null,
  held_until: '2026-03-02T05:15:00.000Z',
  seconds_left: 900,
} as const

const open = (address: string) => visit(address, { as: { admin: false } })
const bodiesOf = (method: string, url: string) =>
  sent.filter((one) => one.method === method && one.url === url).map(({ body }) => body)

test('a time that is taken is waited for beside the alternatives, and the place in line is shown', async () => {
  refuse(holdStay, 409, 'This time is no longer free.', { alternatives: [] })
  answer(joinWaitingList, entry())
  const { user } = open('/booking/3?date=2026-03-02&start=09:00&end=10:00')
  const ask = await screen.findByRole('button', { name: 'Tell me when it is free' })
  answer(listWaits, [entry()])
  await user.click(ask)

  expect(await screen.findByText(/You are number 2 in line/)).toBeInTheDocument()
  expect(bodiesOf('POST', '/api/waiting-list')).toEqual([STAY])
  answer(listWaits, [])
  await user.click(screen.getByRole('button', { name: 'Leave the line' }))
  expect(await screen.findByRole('button', { name: 'Tell me when it is free' })).toBeInTheDocument()
})

test('without a choice, the first taken hour of the day is suggested, and another can be picked', async () => {
  answer(joinWaitingList, entry())
  const { user } = open('/booking/3')
  await user.click(await screen.findByRole('button', { name: 'Tell me when it is free' }))

  expect(await screen.findByLabelText('From', { selector: 'input' })).toHaveValue('9:00 AM')
  expect(screen.getByLabelText('Until', { selector: 'input' })).toHaveValue('10:00 AM')
  await user.click(screen.getByLabelText('From', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: /^9:30 AM/ }))
  expect(screen.getByLabelText('Until', { selector: 'input' })).toHaveValue('10:30 AM')
  await user.click(screen.getByRole('button', { name: 'Tell me when it is free' }))
  await waitFor(() =>
    expect(bodiesOf('POST', '/api/waiting-list')).toEqual([{ ...STAY, start: '09:30', end: '10:30' }]),
  )
})

test('a day on which all is free has nothing to wait for', async () => {
  answer(getAvailability, sampleDay())
  open('/booking/3')
  await screen.findByRole('group', { name: /^Half-hour slots/ })

  expect(screen.queryByRole('button', { name: 'Tell me when it is free' })).toBeNull()
})

test('the list shows the place, the hold with the way to book it, and what was missed', async () => {
  answer(listWaits, [
    entry({ id: 6, ...OFFER }),
    entry({ place: 1 }),
    entry({ id: 7, state: 'lapsed', place: null }),
  ])
  answer(joinWaitingList, entry({ id: 8 }))
  const { user } = open('/orders')
  const list = within(await screen.findByRole('region', { name: 'Waiting list' }))

  expect(list.getByRole('timer')).toHaveTextContent('Held for you for 15:00')
  expect(list.getByRole('link', { name: /^Book now/ })).toHaveAttribute(
    'href',
    '/booking/3?date=2026-03-02&sub_office=17&start=09%3A00&end=10%3A00',
  )
  expect(list.getByText('You are first in line.')).toBeInTheDocument()
  await user.click(list.getByRole('button', { name: /^Join the line again/ }))
  await waitFor(() => expect(bodiesOf('POST', '/api/waiting-list')).toEqual([STAY]))
})

test('an offer appears above any open screen as soon as it is made', async () => {
  answer(listWaits, [entry()])
  open('/profile')
  await waitFor(() => expect(bodiesOf('GET', '/api/waiting-list').length).toBeGreaterThan(1))
  answer(listWaits, [entry(OFFER)])
  tellChange()

  expect(await screen.findByText(/^Free now: .*Olive room.* · .*Jaffa Port House/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /^Book now/ })).toBeInTheDocument()
})

test('the screen of the offered time itself shows no banner, and the hold as long as it lasts', async () => {
  answer(listWaits, [entry(OFFER)])
  answer(holdStay, { expires_at: OFFER.held_until, seconds: 900, quote: sampleQuote() })
  open('/booking/3?date=2026-03-02&sub_office=17&start=09:00&end=10:00')

  expect(await screen.findByText('Held for you for 15:00')).toBeInTheDocument()
  expect(screen.queryByText(/^Free now/)).toBeNull()
})
