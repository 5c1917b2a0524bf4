import { getAvailability } from '@keyhour/contract/availability'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { getOrder, listOrderEvents } from '@keyhour/contract/orders'
import {
  cancelSeries,
  getSeries,
  getSeriesRefund,
  type Series,
  type SeriesRefund,
} from '@keyhour/contract/series'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, answerLater } from '#test/replies.ts'
import { sampleDay, sampleOffice, sampleOrder } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const START = Date.parse(sampleOrder().start)
const WEEK = 7 * 86_400_000
const order = sampleOrder({ series_id: 5, payment_status: 'credits' })

const orderIn = (weeks: number, more: Partial<Series['orders'][number]> = {}): Series['orders'][number] => ({
  id: 41 + weeks,
  start: new Date(START + weeks * WEEK).toISOString(),
  end: new Date(START + weeks * WEEK + 3_600_000).toISOString(),
  SubOffice: null,
  ...{ checked_in_at: null, checked_out_at: null, cancelled_at: null, due: 5900 },
  ...more,
})
const series: Series = {
  ...{ id: 5, time_zone: 'Asia/Jerusalem', currency: 'ILS', repeat: { every: 'week', count: 4 } },
  orders: [0, 1, 2, 3].map((weeks) => orderIn(weeks)),
}
const refund: SeriesRefund = {
  ...{ count: 4, currency: 'ILS', kept: 0, owed: 0 },
  ...{ refund: 23_600, refund_credits: 23_600, refund_card: 0, expired: null },
}

beforeEach(() => {
  vi.useFakeTimers({ now: START - 2 * WEEK, toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOrder, order)
  answer(getOffice, sampleOffice())
  answer(getAvailability, sampleDay())
  answer(listOrderEvents, [])
  answer(getSeries, series)
})
afterEach(() => void vi.useRealTimers())

test('the page says how the dates are, not how they were booked', async () => {
  visit('/order/41', { as: {} })
  expect(await screen.findByText('Every week on Monday')).toBeInTheDocument()
})

test('what was moved and what was cancelled is said', async () => {
  const cancelled_at = new Date(START - WEEK).toISOString()
  const moved = new Date(START + 3.5 * WEEK).toISOString()
  const orders = [
    orderIn(0),
    orderIn(1, { cancelled_at }),
    orderIn(2),
    orderIn(3, { start: moved }),
    orderIn(4),
  ]
  answer(getSeries, { ...series, orders: [...orders, orderIn(5), orderIn(6)] })
  visit('/order/41', { as: {} })

  expect(
    await screen.findByText('Every week on Monday. 1 of these dates is left out. 1 date is on another day.'),
  ).toBeInTheDocument()
})

async function askToCancelThem(back: Partial<SeriesRefund>) {
  answer(getSeriesRefund, { ...refund, ...back })
  const { user } = visit('/order/41', { as: {} })
  await user.click(await screen.findByRole('button', { name: 'Cancel booking' }))
  await user.click(await screen.findByRole('radio', { name: /^This and the following/ }))
  await screen.findByRole('button', { name: 'Cancel 4 bookings' })
  return { user }
}

test('cancelling several says what becomes of credits that have expired meanwhile', async () => {
  await askToCancelThem({
    ...{ refund: 20_000, refund_credits: 15_000, refund_card: 5000, kept: 3600 },
    expired: { amount: 5900, until: '2026-04-01T20:59:59.999Z' },
  })

  expect(
    screen.getByText(
      '₪200.00 of what you paid is refunded. ₪150.00 goes to your credits immediately. ₪50.00 goes back to your card. ' +
        '₪59.00 of that has expired in the meantime, but you can spend it until Apr 1st 2026. ' +
        'By the terms of the bookings, ₪36.00 is kept.',
    ),
  ).toBeInTheDocument()
})

test('cancelling several that a company paid for says that its credits return to it', async () => {
  answer(getOrder, { ...order, business: { id: 9, name: 'Olive Trading' } })
  await askToCancelThem({})

  expect(
    screen.getByText(
      "Everything you paid for them is refunded: ₪236.00. It goes back to Olive Trading's credits immediately.",
    ),
  ).toBeInTheDocument()
})

test('that several are cancelled is said, even if the page shows it before the reply is here', async () => {
  const { user } = await askToCancelThem({})
  const send = answerLater(cancelSeries, series)
  await user.click(screen.getByRole('button', { name: 'Cancel 4 bookings' }))
  answer(getOrder, { ...order, cancelled_at: new Date(START - WEEK).toISOString() })
  act(() => tellChange())
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel 4 bookings' })).toBeNull())
  send()

  expect(await screen.findByText('4 bookings cancelled.')).toBeInTheDocument()
})
