import { getAvailability, getMonthAvailability } from '@keyhour/contract/availability'
import { holdStay, quoteStay, releaseHold } from '@keyhour/contract/bookings'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { getOrder, listOrderEvents } from '@keyhour/contract/orders'
import {
  bookSeries,
  getSeries,
  quoteSeries,
  type Series,
  type SeriesDate,
  type SeriesQuote,
} from '@keyhour/contract/series'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, answerLater, refuse, sent } from '#test/replies.ts'
import { sampleDay, sampleMonth, sampleOffice, sampleOrder, sampleQuote } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const times = { start: '09:00', end: '10:00' }
const swap = {
  ...{ office_id: 3, sub_office_id: 18, name: 'Fig room', office_name: 'Jaffa Port House' },
  ...{ date: '2026-03-09', ...times, due: 7000 },
}
const quoteOf = (available: number): SeriesQuote => ({
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  dates: [
    { date: '2026-03-02', ...times, due: 5900, conflict: null },
    {
      ...{ date: '2026-03-09', ...times, due: 5900 },
      conflict: { reason: 'This time is already taken.', alternatives: [swap] },
    },
    { date: '2026-03-16', ...times, due: 5900, conflict: null },
  ],
  no_show: null,
  purse: { available, unpaid_allowed: 0, months: null, refusal: null },
})
const series: Series = {
  id: 5,
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  repeat: { every: 'week', count: 3 },
  orders: [
    {
      ...{ id: 41, start: '2026-03-02T07:00:00.000Z', end: '2026-03-02T08:00:00.000Z', SubOffice: null },
      ...{ checked_in_at: null, checked_out_at: null, cancelled_at: null, due: 5900 },
    },
  ],
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T05:00:00Z'), toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOffice, sampleOffice())
  answer(getAvailability, sampleDay())
  answer(getMonthAvailability, sampleMonth())
  answer(quoteStay, sampleQuote())
  answer(holdStay, { expires_at: '2026-03-02T05:05:00.000Z', seconds: 300, quote: sampleQuote() })
  answer(releaseHold, {})
  answer(getOrder, sampleOrder())
  answer(listOrderEvents, [])
  answer(quoteSeries, quoteOf(20_000))
  answer(bookSeries, series)
  answer(getSeries, series)
})
afterEach(() => void vi.useRealTimers())

async function repeatWeekly(found = '3 dates. 1 of them') {
  const shown = visit('/booking/3?date=2026-03-02&start=09:00&end=10:00', { as: { admin: false } })
  await shown.user.selectOptions(await screen.findByRole('combobox', { name: 'Repeat' }), 'Weekly')
  await screen.findByText(`${found} cannot be booked.`)
  return shown
}

const bodies = () =>
  sent.filter(({ method, url }) => method === 'POST' && url === '/api/series').map(({ body }) => body)
const first = { sub_office_id: 17, date: '2026-03-02', ...times }

test('what is free is booked together, and its first order opens', async () => {
  const { user, address } = await repeatWeekly()
  await user.click(screen.getByRole('button', { name: 'Book 2 dates' }))

  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(bodies()).toEqual([
    {
      office_id: 3,
      repeat: { every: 'week', count: 10 },
      dates: [first, { ...first, date: '2026-03-16' }],
      expected_total: 11_800,
    },
  ])
})

test('what happens to a date that nobody comes to is said before it is booked', async () => {
  answer(quoteSeries, { ...quoteOf(20_000), no_show: { minutes: 20, refund_percent: 50 } })
  await repeatWeekly()

  expect(
    screen.getByText(
      'If nobody has checked in 20 minutes after the start, the booking is released and costs 50% of its price.',
    ),
  ).toBeInTheDocument()
})

test('a taken date is swapped, and a free one left out', async () => {
  const { user } = await repeatWeekly()
  await user.selectOptions(
    screen.getByRole('combobox', { name: /^Instead of Mon, Mar 9th/ }),
    '18 2026-03-09 09:00 10:00',
  )
  await user.click(screen.getByRole('checkbox', { name: /Mar 16th/ }))
  await user.click(screen.getByRole('button', { name: 'Book 2 dates' }))

  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0]).toMatchObject({
    dates: [first, { sub_office_id: 18, date: '2026-03-09', ...times }],
    expected_total: 12_900,
  })
})

test('what is offered after midnight says its day, and is booked on it', async () => {
  const night = { ...swap, sub_office_id: 17, name: 'Olive room' }
  const over = { ...night, start: '23:30', end: '00:30', end_date: '2026-03-10' }
  const after = { ...night, date: '2026-03-10', start: '00:00', end: '01:00' }
  const [before, taken] = quoteOf(20_000).dates as [SeriesDate, SeriesDate]
  const conflict = { reason: 'This time is already taken.', alternatives: [over, after] }
  answer(quoteSeries, { ...quoteOf(20_000), dates: [before, { ...taken, conflict }] })
  const { user } = await repeatWeekly('2 dates. 1 of them')
  const choice = screen.getByRole('combobox', { name: /^Instead of Mon, Mar 9th/ })
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Leave out', '11:30 PM – 12:30 AM · ₪70.00', 'Tue, Mar 10th 2026, 12:00 AM – 1:00 AM · ₪70.00'])
  await user.selectOptions(choice, '17 2026-03-10 00:00 01:00')
  await user.click(screen.getByRole('button', { name: 'Book 2 dates' }))

  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0]).toMatchObject({
    dates: [first, { sub_office_id: 17, date: '2026-03-10', start: '00:00', end: '01:00' }],
  })
})

test('dates of an earlier choice cannot be booked while the list of the present one loads', async () => {
  const { user } = await repeatWeekly()
  const send = answerLater(quoteSeries, quoteOf(20_000))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Repeat' }), 'Daily')

  expect(screen.getByRole('button', { name: 'Book' })).toBeDisabled()
  expect(screen.queryByRole('checkbox', { name: /Mar 16th/ })).toBeNull()
  send()
  await user.click(await screen.findByRole('button', { name: 'Book 2 dates' }))
  await waitFor(() => expect(bodies()).toHaveLength(1))
  expect(bodies()[0]).toMatchObject({ repeat: { every: 'day', count: 10 } })
})

test('the address keeps the repetition', async () => {
  const { address, unmount } = await repeatWeekly()
  expect(address()).toMatch(/&repeat=week$/)
  const kept = address()
  unmount()
  visit(kept, { as: { admin: false } })

  expect(await screen.findByRole('button', { name: 'Book 2 dates' })).toBeEnabled()
  expect(screen.getByRole('combobox', { name: 'Repeat' })).toHaveValue('week')
})

test('with too few credits nothing can be booked until some dates are left out', async () => {
  answer(quoteSeries, quoteOf(6000))
  const { user } = await repeatWeekly()

  expect(screen.getByText('A series is paid with credits, and ₪58.00 is missing.')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Book 2 dates' })).toBeDisabled()
  await user.click(screen.getByRole('checkbox', { name: /Mar 16th/ }))
  expect(screen.getByRole('button', { name: 'Book 1 date' })).toBeEnabled()
})

test('if a date was taken meanwhile, nothing is booked and the list is read again', async () => {
  refuse(bookSeries, 409, 'Some of these dates are no longer free. Please check them again.')
  const { user } = await repeatWeekly()
  const before = sent.filter(({ url }) => url === '/api/series/quote').length
  await user.click(screen.getByRole('button', { name: 'Book 2 dates' }))

  expect(await screen.findByText('Nothing is booked yet. The list below is up to date.')).toBeInTheDocument()
  await waitFor(() =>
    expect(sent.filter(({ url }) => url === '/api/series/quote').length).toBeGreaterThan(before),
  )
})
