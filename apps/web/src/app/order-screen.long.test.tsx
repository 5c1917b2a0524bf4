import { getAvailability } from '@keyhour/contract/availability'
import { changeTime, payWithCredits, quoteTime } from '@keyhour/contract/bookings'
import { listCharges } from '@keyhour/contract/charges'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { getSettlement, listAdminActs } from '@keyhour/contract/order-management'
import { cancelOrder, getOrder, getOrderCalendar, getRefund, listOrderEvents } from '@keyhour/contract/orders'
import { getOwnProfile } from '@keyhour/contract/users'
import { type CheckOutCost, checkIn, checkOut, getCheckOutCost, undoCheckOut } from '@keyhour/contract/visits'
import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleDay, sampleOffice, sampleOrder, sampleProfile, sampleSettlement } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const START = Date.parse(sampleOrder().start)
const HOUR = 3_600_000
const ALL_BACK = {
  percent: 100,
  kept: 0,
  refund: 14_809,
  refund_credits: 0,
  refund_card: 0,
  expired: null,
  owed: 0,
  currency: 'ILS',
} as const
const HALF_BACK = { ...ALL_BACK, percent: 50, kept: 7404, refund: 7405 } as const

beforeEach(() => {
  vi.useFakeTimers({ now: START - 48 * HOUR, toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOrder, sampleOrder())
  answer(getOffice, sampleOffice())
  answer(getRefund, ALL_BACK)
  answer(listAdminActs, [])
  answer(getSettlement, sampleSettlement())
  answer(getAvailability, sampleDay())
  answer(listCharges, [])
  answer(listOrderEvents, [{ at: sampleOrder().date, kind: 'booked', actor_name: 'Maya Cohen' }])
})
afterEach(() => void vi.useRealTimers())

const visitOrder = (as: { id?: number; admin?: boolean } = {}) => visit('/order/41', { as })
const press = async (user: ReturnType<typeof visitOrder>['user'], name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const shownAt = async (label: string) => (await screen.findByText(label)).nextElementSibling?.textContent
const bodiesTo = (url: string) => sent.filter((one) => one.url === url).map(({ body }) => body)

test('the price is broken down in the currency of the office', async () => {
  answer(getOrder, sampleOrder({ paid_with_credits: 10_000, paid_by_card: 0, payment_status: 'part credit' }))
  visitOrder()

  expect(await shownAt('Before tax')).toBe('₪125.50')
  expect(await shownAt('Tax (18%)')).toBe('₪22.59')
  expect(await shownAt('Price with tax')).toBe('₪148.09')
  expect(await shownAt('Paid with credits')).toBe('₪100.00')
  expect(await shownAt('Left to pay')).toBe('₪48.09')
  expect(screen.getByText('Payment: Partly Credit')).toBeInTheDocument()
})

test("the order says in words whose clock its times are on, if the visitor's differs", async () => {
  visitOrder()

  expect(await shownAt('Time zone')).toBe('Israel time')
})

test('the timeline shows what happened, when and by whom', async () => {
  answer(listOrderEvents, [
    { at: '2026-03-01T07:00:00.000Z', kind: 'booked', actor_name: 'Maya Cohen' },
    {
      at: '2026-03-01T08:00:00.000Z',
      kind: 'moved',
      actor_name: 'Ada Admin',
      start: '2026-03-02T07:00:00.000Z',
      end: '2026-03-02T09:30:00.000Z',
    },
    { at: '2026-03-01T09:00:00.000Z', kind: 'cancelled', actor_name: null, refund: 5900 },
  ])
  visitOrder()

  const events = within((await screen.findByText('Booked')).closest('ol')!).getAllByRole('listitem')
  expect(events.map(({ textContent }) => textContent)).toEqual([
    'BookedMarch 1st 2026, 9:00 am · Maya Cohen',
    'Moved to Mar 2nd 2026, 9:00 AM – 11:30 AMMarch 1st 2026, 10:00 am · Ada Admin',
    'Cancelled with a refund of ₪59.00March 1st 2026, 11:00 am · Keyhour',
  ])
})

test.each([
  ['days before', START - 48 * HOUR, 'You can check in on Mon, Mar 2nd from 8:50 AM (Israel time).'],
  ['the evening before', START - 10 * HOUR, 'You can check in on Mon, Mar 2nd from 8:50 AM (Israel time).'],
  ['after midnight at the office', START - 8 * HOUR, 'You can check in from 8:50 AM (Israel time).'],
])('%s the page says when check-in opens and when codes appear', async (_, now, words) => {
  vi.setSystemTime(now)
  visitOrder()

  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(
    screen.getByText('Door codes and Wi-Fi appear here 10 minutes before the start.'),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull()
})

test('a customer checks in on arrival and checks out on leaving', async () => {
  vi.setSystemTime(START + 60_000)
  answer(checkIn, sampleOrder({ checked_in_at: sampleOrder().start }))
  answer(getCheckOutCost, sampleCost)
  answer(checkOut, sampleOrder({ checked_in_at: sampleOrder().start, checked_out_at: sampleOrder().start }))
  const { user } = visitOrder()
  await press(user, 'Check in')
  expect(await screen.findByText('You are checked in. Welcome!')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Check in' })).toBeNull())
  await press(user, 'Check out')
  await press(user, 'Yes')

  expect(await screen.findByText('You are checked out. See you soon!')).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'Book again' })).toHaveAttribute(
    'href',
    '/booking/3?sub_office=17',
  )
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull()
})

const sampleCost: CheckOutCost = {
  currency: 'ILS',
  due: 14_809,
  with_credits: 0,
  left: 0,
  on_saved_card: false,
  free_until: sampleOrder().end!,
}

test('checking out shows the cost and the refund, asks once, and can be declined', async () => {
  vi.setSystemTime(START + 60_000)
  answer(getCheckOutCost, sampleCost)
  const { user } = visitOrder()
  await press(user, 'Check out')

  expect(
    await screen.findByText(
      'Check out now? You still pay for the whole booking: ₪148.09. The time until 11:30 AM becomes free for others to book. It is not refunded.',
    ),
  ).toBeInTheDocument()
  await press(user, 'No')
  expect(bodiesTo('/api/orders/41/check_out').filter((body) => body !== undefined)).toEqual([])
})

test('a visit without an end shows its cost, what credits pay and what remains', async () => {
  vi.setSystemTime(START + 60_000)
  answer(getCheckOutCost, { ...sampleCost, due: 5900, with_credits: 4000, left: 1900 })
  answer(getOrder, sampleOrder({ end: null, booking_type: 'on_demand', total_price: 0, tax: 0 }))
  const { user } = visitOrder()
  await press(user, 'Check out')

  expect(
    await screen.findByText(
      'Check out now? The visit costs ₪59.00 with tax. ₪40.00 of that comes from your credits. ₪19.00 of that is left to pay. The space then becomes free for others to book.',
    ),
  ).toBeInTheDocument()
})

test('a visit that the saved card pays says so at check-out', async () => {
  vi.setSystemTime(START + 60_000)
  answer(getCheckOutCost, { ...sampleCost, due: 5900, left: 5900, on_saved_card: true })
  answer(getOrder, sampleOrder({ end: null, booking_type: 'on_demand', total_price: 0, tax: 0 }))
  const { user } = visitOrder()
  await press(user, 'Check out')

  expect(
    await screen.findByText(
      'Check out now? The visit costs ₪59.00 with tax. It is charged to your saved card. The space then becomes free for others to book.',
    ),
  ).toBeInTheDocument()
})

test.each([
  ['the notification', 'Undo'],
  ['the page', /^Undo check-out \((1:00|0:59)\)$/],
])('a check-out can be undone from %s', async (_, undo) => {
  vi.setSystemTime(START + 60_000)
  const here = sampleOrder({ checked_in_at: sampleOrder().start })
  answer(getCheckOutCost, sampleCost)
  answer(checkOut, { ...here, checked_out_at: new Date(START + 60_000).toISOString() })
  answer(undoCheckOut, here)
  answer(getOrder, here)
  const { user } = visitOrder()
  await press(user, 'Check out')
  await press(user, 'Yes')
  await press(user, undo)

  expect(await screen.findByText('Check-out undone.')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Check out' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Undo check-out/ })).toBeNull()
})

const CANCELLED = 'This order is cancelled.'

test('checking out of an order that was cancelled meanwhile is refused once', async () => {
  vi.setSystemTime(START + 60_000)
  answer(getCheckOutCost, sampleCost)
  const { user } = visitOrder()
  await press(user, 'Check out')
  await screen.findByText(/^Check out now\?/)
  refuse(getCheckOutCost, 409, CANCELLED)
  refuse(checkOut, 409, CANCELLED)
  await press(user, 'Yes')

  expect(await screen.findByText(CANCELLED)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Check out' })).toBeEnabled())
  expect(screen.getAllByText(CANCELLED)).toHaveLength(1)
})

test('a check-out whose price has changed meanwhile says so and asks with the new one', async () => {
  vi.setSystemTime(START + 60_000)
  answer(getCheckOutCost, sampleCost)
  const { user } = visitOrder()
  await press(user, 'Check out')
  await screen.findByText(/^Check out now\? .*₪148\.09/)
  refuse(checkOut, 409, 'The price has changed in the meantime. Please check it again.', {
    check_out_cost: { ...sampleCost, due: 20_000 },
  })
  await press(user, 'Yes')

  expect(await screen.findByText(/^Check out now\? .*₪200\.00/)).toBeInTheDocument()
  expect(screen.getAllByText(/^The price has changed/)).toHaveLength(1)
})

test('cancelling an order that was cancelled meanwhile is refused once', async () => {
  const { user } = visitOrder()
  await press(user, 'Cancel booking')
  await screen.findByText(/^Cancel this booking\?/)
  refuse(getRefund, 409, CANCELLED)
  refuse(cancelOrder, 409, CANCELLED)
  await press(user, 'Yes')

  expect(await screen.findByText(CANCELLED)).toBeInTheDocument()
  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel booking' })).toBeEnabled())
  expect(screen.getAllByText(CANCELLED)).toHaveLength(1)
})

test('cancelling shows the exact refund first and sends it', async () => {
  answer(cancelOrder, sampleOrder({ cancelled_at: '2026-03-01T07:30:00.000Z', refunded: 14_809 }))
  const { user } = visitOrder()
  await press(user, 'Cancel booking')
  expect(
    await screen.findByText(/^Cancel this booking\? Everything you paid is refunded: ₪148\.09\./),
  ).toBeInTheDocument()
  expect(bodiesTo('/api/orders/41/cancel')).toEqual([])
  await press(user, 'Yes')

  expect(await screen.findByText('Booking cancelled.')).toBeInTheDocument()
  expect(bodiesTo('/api/orders/41/cancel')).toEqual([{ refund: 14_809, owed: 0 }])
  expect(await shownAt('Refund')).toBe('₪148.09')
})

test.each([
  [14_809, 0, 'It goes to your credits immediately.'],
  [0, 14_809, 'It goes back to your card.'],
  [0, 0, 'We will refund it the way you paid.'],
  [4809, 0, '₪48.09 goes to your credits immediately. We will refund ₪100.00 the way you paid.'],
  [
    4809,
    9000,
    '₪48.09 goes to your credits immediately. ₪90.00 goes back to your card. We will refund ₪10.00',
  ],
])('a refund with %i in credits and %i to the card says so', async (refund_credits, refund_card, words) => {
  answer(getRefund, { ...ALL_BACK, refund_credits, refund_card })
  const { user } = visitOrder()
  await press(user, 'Cancel booking')

  expect(await screen.findByText(/Everything you paid/)).toHaveTextContent(words)
})

test('cancelling an unpaid booking late says first what is still owed, and the order shows it', async () => {
  const unpaid = { paid_by_card: 0, payment_status: 'pending' } as const
  answer(getOrder, sampleOrder(unpaid))
  answer(getRefund, { ...ALL_BACK, percent: 50, kept: 7404, refund: 0, owed: 7404 })
  const cancelled = sampleOrder({ ...unpaid, kept: 7404, cancelled_at: '2026-03-01T07:30:00.000Z' })
  answer(cancelOrder, cancelled)
  const { user } = visitOrder()
  await press(user, 'Cancel booking')
  expect(
    await screen.findByText(
      'Cancel this booking? It is too late to cancel free of charge: you still owe ₪74.04.',
    ),
  ).toBeInTheDocument()
  answer(getOrder, cancelled)
  await press(user, 'Yes')

  expect(await shownAt('Cancellation charge')).toBe('₪74.04')
  expect(await shownAt('Left to pay')).toBe('₪74.04')
  expect(bodiesTo('/api/orders/41/cancel')).toEqual([{ refund: 0, owed: 7404 }])
})

test.each([
  [
    4000,
    { kept: 7404, refund: 0, owed: 3404 },
    'Cancel this booking? It is too late to cancel free of charge: you still pay ₪74.04, of which ₪34.04 is left to pay.',
  ],
  [
    10_000,
    { kept: 7404, refund: 2596, refund_credits: 2596, owed: 0 },
    'Cancel this booking? It is too late to cancel free of charge: you still pay ₪74.04, and the rest of what you paid is refunded: ₪25.96. It goes to your credits immediately.',
  ],
  [
    0,
    { kept: 0, refund: 0, owed: 0 },
    'Cancel this booking? Nothing has been paid yet, and you will owe nothing.',
  ],
])('cancelling a booking with %i hundredths paid says what is charged', async (paid, refund, words) => {
  answer(getOrder, sampleOrder({ paid_by_card: 0, paid_with_credits: paid }))
  answer(getRefund, { ...HALF_BACK, ...refund })
  const { user } = visitOrder()
  await press(user, 'Cancel booking')

  expect(await screen.findByText(words)).toBeInTheDocument()
})

test('a refund of credits that have expired says until when they can be spent', async () => {
  const expired = { amount: 4809, until: '2026-04-02T00:00:00.000Z' }
  answer(getRefund, { ...ALL_BACK, refund_credits: 14_809, expired })
  const { user } = visitOrder()
  await press(user, 'Cancel booking')

  expect(await screen.findByText(/Everything you paid/)).toHaveTextContent(
    'It goes to your credits immediately. ₪48.09 of that has expired in the meantime, but you can spend it until Apr 1st 2026.',
  )
})

const UNPAID = { paid_by_card: 0, payment_status: 'pending' } as const

test('an unpaid order is paid with the credits of its currency', async () => {
  answer(getOrder, sampleOrder(UNPAID))
  const credit_balances = [
    { currency: 'GBP' as const, credits: 900 },
    { currency: 'ILS' as const, credits: 100.5 },
  ]
  answer(getOwnProfile, sampleProfile({ credit_balances }))
  answer(payWithCredits, sampleOrder({ ...UNPAID, paid_with_credits: 10_050 }))
  const { user } = visitOrder()
  await press(user, 'Pay ₪100.50 with credits')

  expect(await screen.findByText('Paid with your credits.')).toBeInTheDocument()
  expect(await shownAt('Left to pay')).toBe('₪47.59')
})

test('credits that are set aside for a visit in progress are not offered', async () => {
  answer(getOrder, sampleOrder(UNPAID))
  const balances = (credits: number) => [{ currency: 'ILS' as const, credits }]
  answer(getOwnProfile, sampleProfile({ credit_balances: balances(130), credits_set_aside: balances(100) }))
  visitOrder()

  expect(await screen.findByRole('button', { name: 'Pay ₪30.00 with credits' })).toBeInTheDocument()
})

test('a customer without credits of the currency is shown where to buy some', async () => {
  answer(getOrder, sampleOrder(UNPAID))
  answer(getOwnProfile, sampleProfile({ credit_balances: [{ currency: 'GBP', credits: 900 }] }))
  visitOrder()

  expect(await screen.findByRole('link', { name: 'Buy credits to pay for it' })).toHaveAttribute(
    'href',
    '/credits?currency=ILS&return_to=%2Forder%2F41',
  )
})

test('a customer who declines keeps the booking', async () => {
  const { user } = visitOrder()
  await press(user, 'Cancel booking')
  await press(user, 'No')

  await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel booking' })).toBeEnabled())
  expect(bodiesTo('/api/orders/41/cancel')).toEqual([])
})

test('a refund that has changed meanwhile is shown again', async () => {
  refuse(cancelOrder, 409, 'The refund has changed in the meantime. Please check it again.')
  const { user } = visitOrder()
  await press(user, 'Cancel booking')
  await screen.findByText(/Everything you paid/)
  answer(getRefund, HALF_BACK)
  await press(user, 'Yes')

  expect(
    await screen.findByText(/^Cancel this booking\? 50% of what you paid is refunded: ₪74\.05\./),
  ).toBeInTheDocument()
})

test('moving an order shows the extra cost before saving, and its current time counts as free', async () => {
  answer(quoteTime, {
    currency: 'ILS',
    due: 17_700,
    kept: 0,
    more: 2891,
    with_credits: 0,
    left: 2891,
    back: 0,
    back_card: 0,
    expired: null,
  })
  answer(changeTime, sampleOrder({ end: '2026-03-02T10:00:00.000Z' }))
  const { user } = visitOrder()
  await press(user, 'Change time')
  const panel = await screen.findByRole('dialog', { name: 'Change time' })
  await user.click(within(panel).getByLabelText('End Time', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: '12:00 PM' }))
  expect(await within(panel).findByText('This costs ₪28.91 more.')).toBeInTheDocument()
  await user.click(within(panel).getByRole('button', { name: 'Save the new time' }))

  expect(await screen.findByText('Time changed.')).toBeInTheDocument()
  expect(bodiesTo('/api/orders/41/time')).toEqual([
    { date: '2026-03-02', start: '09:00', end: '12:00', expected_total: 17_700 },
  ])
  const days = sent.filter(({ url }) => url.startsWith('/api/offices/3/availability'))
  expect(new Set(days.map(({ url }) => new URLSearchParams(url.split('?')[1]).get('order_id')))).toEqual(
    new Set(['41']),
  )
})

test('a new time whose price has changed meanwhile is saved only when the customer saves again', async () => {
  const quote = {
    currency: 'ILS',
    due: 17_700,
    kept: 0,
    more: 2891,
    with_credits: 0,
    left: 2891,
    back: 0,
    back_card: 0,
    expired: null,
  } as const
  answer(quoteTime, quote)
  const time_quote = { ...quote, due: 20_000, more: 5191, left: 5191 }
  refuse(changeTime, 409, 'The price has changed in the meantime. Please check it again.', { time_quote })
  const { user } = visitOrder()
  await press(user, 'Change time')
  await user.click(await screen.findByLabelText('End Time', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: '12:00 PM' }))
  await screen.findByText('This costs ₪28.91 more.')
  await press(user, 'Save the new time')

  expect(
    await screen.findByText(/^The price with tax has changed from ₪177\.00 to ₪200\.00\./),
  ).toBeInTheDocument()
  expect(screen.getByText('This costs ₪51.91 more.')).toBeInTheDocument()
  answer(changeTime, sampleOrder({ end: '2026-03-02T10:00:00.000Z' }))
  await press(user, 'Save the new time')
  expect(await screen.findByText('Time changed.')).toBeInTheDocument()
  expect(bodiesTo('/api/orders/41/time').at(-1)).toMatchObject({ expected_total: 20_000 })
})

const LESS = {
  currency: 'ILS',
  due: 11_107,
  kept: 3702,
  with_credits: 0,
  back_card: 0,
  expired: null,
} as const

test.each([
  [
    'was paid',
    sampleOrder(),
    { ...LESS, more: 0, left: 0, back: 3702, back_card: 3000 },
    '₪37.02 is refunded. ₪30.00 goes back to your card. It is too late for a full refund of the time you give up: you still pay ₪37.02 of it, as with a cancellation.',
  ],
  [
    'is not paid yet',
    sampleOrder({ paid_by_card: 0, payment_status: 'pending' }),
    { ...LESS, more: 11_107, left: 11_107, back: 0 },
    'The new price with tax is ₪111.07, with ₪111.07 left to pay. It is too late for a full refund of the time you give up: you still pay ₪37.02 of it, as with a cancellation.',
  ],
])(
  'shortening an order late that %s says beforehand what is still charged',
  async (_, order, quote, words) => {
    answer(getOrder, order)
    answer(quoteTime, quote)
    const { user } = visitOrder()
    await press(user, 'Change time')
    await user.click(await screen.findByLabelText('End Time', { selector: 'input' }))
    await user.click(await screen.findByRole('option', { name: '10:00 AM' }))

    expect(await screen.findByText(words)).toBeInTheDocument()
  },
)

test('when cancelling is no longer free, only the end can be changed', async () => {
  vi.setSystemTime(START - 2 * HOUR)
  answer(getRefund, HALF_BACK)
  const { user } = visitOrder()
  await press(user, 'Change time')

  expect(
    await screen.findByText('It is too late to change the start. You can still change the end.'),
  ).toBeInTheDocument()
  expect(screen.getByLabelText('Start Time', { selector: 'input' })).toBeDisabled()
  expect(screen.getByLabelText('Start Time', { selector: 'input' })).toHaveValue('9:00 AM')
})

test('a time that is taken offers other times in the same space', async () => {
  answer(quoteTime, {
    currency: 'ILS',
    due: 17_700,
    kept: 0,
    more: 2891,
    with_credits: 0,
    left: 2891,
    back: 0,
    back_card: 0,
    expired: null,
  })
  const later = {
    office_id: 3,
    sub_office_id: 17,
    name: 'Olive room',
    office_name: 'Jaffa Port House',
    date: '2026-03-02',
  }
  refuse(changeTime, 409, 'This time is no longer free.', {
    alternatives: [
      { ...later, start: '12:00', end: '15:00' },
      { ...later, sub_office_id: 18, name: 'Fig room', start: '09:00', end: '12:00' },
    ],
  })
  const { user } = visitOrder()
  await press(user, 'Change time')
  await user.click(await screen.findByLabelText('End Time', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: '12:00 PM' }))
  await press(user, 'Save the new time')
  const offers = await screen.findAllByRole('button', { name: /^Move here/ })
  await user.click(offers[0]!)

  expect(offers).toHaveLength(1)
  await waitFor(() =>
    expect(bodiesTo('/api/orders/41/time').at(-1)).toEqual({
      date: '2026-03-02',
      start: '12:00',
      end: '15:00',
      expected_total: 17_700,
    }),
  )
})

test('a later end that is taken offers no other times if the start is fixed', async () => {
  vi.setSystemTime(START - 2 * HOUR)
  answer(getRefund, HALF_BACK)
  const other = { office_id: 3, sub_office_id: 17, name: 'Olive room', office_name: 'Jaffa Port House' }
  answer(quoteTime, { ...LESS, more: 2891, left: 2891, back: 0 })
  refuse(changeTime, 409, 'This time is no longer free.', {
    alternatives: [{ ...other, date: '2026-03-02', start: '12:00', end: '15:00' }],
  })
  const { user } = visitOrder()
  await press(user, 'Change time')
  await screen.findByText('It is too late to change the start. You can still change the end.')
  await user.click(await screen.findByLabelText('End Time', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: '12:00 PM' }))
  await press(user, 'Save the new time')

  expect((await screen.findAllByText('This time is no longer free.')).length).toBeGreaterThan(0)
  expect(screen.queryByRole('button', { name: /^Move here/ })).toBeNull()
})

test('an order can be added to a calendar', async () => {
  answer(getOrderCalendar, 'BEGIN:VCALENDAR')
  const saved = vi.spyOn(URL, 'createObjectURL')
  const { user } = visitOrder()
  await press(user, 'Add to calendar')

  await waitFor(() => expect(saved).toHaveBeenCalled())
  const [file] = saved.mock.calls[0]!
  expect(await (file as Blob).text()).toBe('BEGIN:VCALENDAR')
})

test('a change by another person is visible immediately', async () => {
  visitOrder()
  await screen.findByRole('button', { name: 'Cancel booking' })
  answer(getOrder, sampleOrder({ cancelled_at: '2026-02-28T08:00:00.000Z' }))
  act(() => tellChange())

  await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel booking' })).toBeNull())
  expect(screen.getAllByText('Cancelled').length).toBeGreaterThan(0)
})

test('the staff of the office can read the order but not change it', async () => {
  visitOrder({ id: 8 })

  expect(await screen.findByText('Price and payment')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Cancel booking' })).toBeNull()
  expect(screen.queryByText('Doors and Wi-Fi')).toBeNull()
})

test('an admin can act for the customer, and chooses the refund when cancelling', async () => {
  visitOrder({ id: 8, admin: true })

  expect(await screen.findByText('On behalf of the customer')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Change time' })).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Cancel order' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Cancel booking' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Add to calendar' })).toBeNull()
})

test('an admin is not asked to book again what somebody else had booked', async () => {
  answer(getOrder, sampleOrder({ cancelled_at: '2026-02-28T08:00:00.000Z' }))
  visitOrder({ id: 8, admin: true })

  expect(await screen.findByRole('heading', { name: 'For admins' })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Book again' })).toBeNull()
  expect(screen.queryByRole('heading', { name: 'On behalf of the customer' })).toBeNull()
})
