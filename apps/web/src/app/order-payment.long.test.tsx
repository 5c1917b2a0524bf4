import { getAvailability } from '@keyhour/contract/availability'
import { changeTime, quoteTime } from '@keyhour/contract/bookings'
import {
  type Charge,
  checkCharges,
  endTestCharge,
  listCards,
  listCharges,
  type SavedCard,
  startCharge,
} from '@keyhour/contract/charges'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { getSettlement, listAdminActs } from '@keyhour/contract/order-management'
import {
  cancelOrder,
  getOrder,
  getRefund,
  listOrderEvents,
  type OrderDetails,
} from '@keyhour/contract/orders'
import { listPaymentOptions } from '@keyhour/contract/payments'
import { getOwnProfile } from '@keyhour/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, loseConnection, refuse, sent } from '#test/replies.ts'
import {
  sampleCharge,
  sampleDay,
  sampleOffice,
  sampleOrder,
  sampleProfile,
  sampleSettlement,
} from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const START = Date.parse(sampleOrder().start)
const NOW = START - 48 * 3_600_000
const VISA: SavedCard = { id: 'pm_1', brand: 'visa', last4: '4242' }
const PAGE = 'https://pay.example/c/1'
const in15Minutes = new Date(NOW + 900_000).toISOString()
const unpaid = (change: Partial<OrderDetails> = {}) =>
  sampleOrder({ paid_by_card: 0, payment_status: 'pending', ...change })
const waiting = () => unpaid({ pay_until: in15Minutes })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOrder, waiting())
  answer(getOffice, sampleOffice())
  answer(getAvailability, sampleDay())
  answer(listAdminActs, [])
  answer(getSettlement, sampleSettlement())
  answer(listOrderEvents, [])
  answer(listCharges, [])
  answer(listCards, [])
  answer(listPaymentOptions, { way: 'card', least_charge: {}, packs: [] })
  answer(getOwnProfile, sampleProfile())
})
afterEach(() => void vi.useRealTimers())

const visitOrder = (search = '', as: { id?: number; admin?: boolean } = {}) =>
  visit(`/order/41${search}`, { as })
const returnWith = (change: Partial<Charge>) => answer(checkCharges, [sampleCharge(change)])
const starts = () => sent.filter(({ method, url }) => method === 'POST' && url === '/api/orders/41/charges')

test('an order that waits for its payment says until when, and offers to pay or to cancel, but no doors', async () => {
  visitOrder()

  expect(
    await screen.findByText('The space is reserved for you until 9:15 AM (Israel time)'),
  ).toBeInTheDocument()
  expect(screen.getByRole('timer')).toHaveTextContent('You have 15:00 to pay ₪148.09.')
  expect(screen.getByText('Waiting for payment')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Pay ₪148.09 by card' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Cancel booking' })).toBeInTheDocument()
  expect(screen.queryByText('Doors and Wi-Fi')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Change time' })).toBeNull()
})

test('credits can pay for an order that waits when they cover all that is left, and no card is offered for too little', async () => {
  answer(getOrder, unpaid({ left: 30, pay_until: in15Minutes }))
  answer(listPaymentOptions, { way: 'card', least_charge: { ILS: 200 }, packs: [] })
  answer(getOwnProfile, sampleProfile({ credit_balances: [{ currency: 'ILS', credits: 0.3 }] }))
  visitOrder()

  expect(await screen.findByRole('button', { name: 'Pay ₪0.30 with credits' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /by card$/ })).toBeNull()
})

test('cancelling an order that waits for its payment costs nothing', async () => {
  answer(getRefund, {
    percent: 100,
    kept: 0,
    refund: 0,
    refund_credits: 0,
    refund_card: 0,
    expired: null,
    owed: 0,
    currency: 'ILS',
  })
  const cancelled = unpaid({ cancelled_at: new Date(NOW).toISOString() })
  answer(cancelOrder, cancelled)
  const { user } = visitOrder()
  await user.click(await screen.findByRole('button', { name: 'Cancel booking' }))
  expect(await screen.findByText(/you will owe nothing/)).toBeInTheDocument()
  answer(getOrder, cancelled)
  await user.click(screen.getByRole('button', { name: 'Yes' }))

  await waitFor(() => expect(screen.queryByText(/^We keep the space/)).toBeNull())
})

test('when the time to pay is over, the page looks until it knows what became of the order', async () => {
  answer(getOrder, unpaid({ pay_until: new Date(NOW - 1000).toISOString() }))
  visitOrder()
  expect(await screen.findByText('The time to pay has run out')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  answer(getOrder, unpaid({ cancelled_at: new Date(NOW).toISOString() }))

  expect(await screen.findByRole('link', { name: 'Book again' })).toBeInTheDocument()
  expect(screen.queryByText('The time to pay has run out')).toBeNull()
})

test('paying by another card leads to the page of the provider, and a lost reply is tried again with the same key', async () => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer(listCards, [VISA])
  loseConnection(startCharge)
  const { user } = visitOrder()
  const button = await screen.findByRole('button', { name: 'Pay with another card' })
  await user.click(button)
  expect(await screen.findByRole('alert')).toHaveTextContent('No connection to the server.')
  answer(startCharge, sampleCharge({ checkout_url: PAGE }))
  await user.click(button)

  await waitFor(() => expect(go).toHaveBeenCalledWith(PAGE))
  const [first, again] = starts()
  expect([first!.body, again!.body]).toEqual([
    { card: 'new', expected_left: 14_809 },
    { card: 'new', expected_left: 14_809 },
  ])
  expect(again!.key).toBe(first!.key)
})

test('a saved card pays on the page of the order', async () => {
  answer(listCards, [VISA])
  answer(startCharge, sampleCharge({ status: 'authorised', amount: 14_809 }))
  answer(checkCharges, [sampleCharge({ status: 'authorised', amount: 14_809 })])
  const { user, address } = visitOrder()
  const button = await screen.findByRole('button', { name: 'Pay ₪148.09 with Visa ending in 4242' })
  answer(getOrder, sampleOrder())
  await user.click(button)

  expect(await screen.findByText('₪148.09 is paid by card')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText(/^We keep the space/)).toBeNull())
  expect(address()).toBe('/order/41?charge=23')
  expect(starts().map(({ body }) => body)).toEqual([{ card: 'saved', expected_left: 14_809 }])
})

test('back from the provider, the page waits for the bank and then shows that the booking is paid', async () => {
  returnWith({})
  visitOrder('?charge=23')
  expect(await screen.findByText('We are waiting for your bank')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  answer(getOrder, sampleOrder())
  returnWith({ status: 'authorised' })

  expect(await screen.findByText('₪39.00 is paid by card')).toBeInTheDocument()
  expect(await screen.findByText('Doors and Wi-Fi')).toBeInTheDocument()
})

test('a bank that takes very long is no dead end', async () => {
  returnWith({})
  const { user } = visitOrder('?charge=23')
  await screen.findByText('We are waiting for your bank')
  vi.setSystemTime(NOW + 31_000)

  const again = await screen.findByRole('button', { name: 'Check again' })
  expect(await screen.findByRole('button', { name: 'Pay ₪148.09 by card' })).toBeInTheDocument()
  answer(getOrder, sampleOrder())
  returnWith({ status: 'captured', receipt_number: 1042 })
  await user.click(again)
  expect(await screen.findByText('We have emailed you receipt 1042.')).toBeInTheDocument()
})

test.each([
  ['a declined card', { status: 'failed', failure: 'card_declined' }, 'Your card was declined.'],
  [
    'a bank that says no on its page',
    { failure: 'authentication_failed' },
    'Your bank did not confirm the payment.',
  ],
  ['a payment that was given up', { status: 'expired' }, 'You have not paid yet'],
] as const)('%s is explained, and the order still waits', async (_, charge, words) => {
  returnWith(charge)
  visitOrder('?charge=23')

  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Pay ₪148.09 by card' })).toBeInTheDocument()
})

test('an address that still names a failed try says nothing about it once another was made', async () => {
  const failed = sampleCharge({ status: 'failed', failure: 'insufficient_funds' })
  answer(checkCharges, [sampleCharge({ id: 24, status: 'authorised' }), failed])
  answer(getOrder, sampleOrder())
  visitOrder('?charge=23')

  expect(await screen.findByText('Doors and Wi-Fi')).toBeInTheDocument()
  await waitFor(() => expect(screen.queryByText('Checking your payment...')).toBeNull())
  expect(screen.queryByText('There is not enough money on the card.')).toBeNull()
})

test('a customer who came back without paying is not told to wait', async () => {
  returnWith({ checkout_url: PAGE })
  visitOrder('?charge=23&left=true')

  expect(await screen.findByText('You have not paid yet')).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Pay ₪148.09 by card' })).toBeInTheDocument()
})

test.each([
  ['has ended', { start: '2026-01-02T07:00:00.000Z', end: '2026-01-02T09:30:00.000Z' }],
  ['was cancelled late', { cancelled_at: '2026-02-28T06:00:00.000Z', kept: 14_809 }],
])('an order that %s and is not paid can be paid by card or with credits', async (_, change) => {
  answer(getOrder, unpaid(change))
  visitOrder()

  expect(await screen.findByRole('button', { name: 'Pay ₪148.09 by card' })).toBeInTheDocument()
  expect(await screen.findByRole('link', { name: 'Buy credits to pay for it' })).toBeInTheDocument()
})

test('where cards are not possible, an order is paid with credits', async () => {
  answer(listPaymentOptions, { way: 'invoice', least_charge: {}, packs: [] })
  answer(getOrder, unpaid())
  visitOrder()

  expect(await screen.findByRole('link', { name: 'Buy credits to pay for it' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /by card/ })).toBeNull()
})

const CHARGES = [
  sampleCharge({ id: 5, status: 'open' }),
  sampleCharge({ id: 4, status: 'captured', amount: 14_809, kept: 10_000, receipt_number: 1042 }),
  sampleCharge({ id: 3, status: 'authorised', amount: 2000 }),
  sampleCharge({ id: 2, status: 'released', amount: 1000, kept: 0 }),
  sampleCharge({ id: 6, status: 'authorised', amount: 1100, kept: 0 }),
  sampleCharge({ id: 1, status: 'failed', amount: 500, failure: 'expired_card' }),
]
const chargesShown = async () =>
  within(await screen.findByRole('list', { name: 'Card payments' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent!.replace(/^March 1st 2026, 9:00 am/, ''))

test('the card payments of an order say what is reserved, was taken or given back, with the receipt', async () => {
  answer(getOrder, sampleOrder())
  answer(listCharges, CHARGES)
  visitOrder()

  expect(await chargesShown()).toEqual([
    '₪48.09 returned₪148.09ChargedReceipt 1042 (PDF)',
    '₪20.00Reserved',
    '₪10.00Released',
    '₪11.00Released',
    'The card has expired.₪5.00Declined',
  ])
})

test('the receipt of a card payment is saved as a file', async () => {
  const urls: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    urls.push(url)
    return Promise.resolve(new Response('%PDF', { status: 200 }))
  })
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  answer(getOrder, sampleOrder())
  answer(listCharges, CHARGES)
  const { user } = visitOrder()
  await user.click(await screen.findByRole('button', { name: 'Receipt 1042 (PDF)' }))

  await waitFor(() => expect(saved).toEqual(['keyhour-receipt-1042.pdf']))
  expect(urls).toContain('/api/orders/41/charges/4/receipt.pdf')
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('admins see every card payment of an order, but cannot pay for the customer', async () => {
  answer(listCharges, CHARGES)
  visitOrder('', { id: 8, admin: true })

  expect((await chargesShown())[0]).toBe('₪39.00Open')
  expect(
    screen.getByText(
      'The space is reserved until 9:15 AM (Israel time), while we wait for the customer to pay by card.',
    ),
  ).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Pay/ })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Cancel order' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Move to another space' })).toBeNull()
})

test('the staff of the office is not asked for card payments they may not see', async () => {
  refuse(listCharges, 404, 'This order does not exist.')
  visitOrder('', { id: 8 })
  await screen.findByText('Price and payment')

  expect(sent.filter(({ url }) => url.endsWith('/charges'))).toEqual([])
})

test('card payments that cannot be loaded can be loaded again', async () => {
  answer(getOrder, sampleOrder())
  refuse(listCharges, 500, 'Something went wrong on our side.')
  const { user } = visitOrder()
  expect(await screen.findByText('The card payments could not be loaded.')).toBeInTheDocument()
  answer(listCharges, CHARGES)
  await user.click(screen.getByRole('button', { name: 'Retry' }))

  expect(await chargesShown()).toHaveLength(5)
})

test('the timeline tells of payments that failed and of released orders', async () => {
  answer(listOrderEvents, [
    { at: '2026-03-01T08:00:00.000Z', kind: 'payment failed', actor_name: null, amount: 3900 },
    { at: '2026-03-01T09:00:00.000Z', kind: 'released', actor_name: null },
  ])
  visitOrder()

  expect(await screen.findByText('Card payment of ₪39.00 failed')).toBeInTheDocument()
  expect(screen.getByText('Released because it was not paid in time')).toBeInTheDocument()
})

const LONGER = {
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

async function moveEnd(user: ReturnType<typeof visitOrder>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Change time' }))
  await user.click(await screen.findByLabelText('End Time', { selector: 'input' }))
  await user.click(await screen.findByRole('option', { name: '12:00 PM' }))
}

test('what a longer stay costs is paid with the saved card, or later', async () => {
  answer(getOrder, sampleOrder())
  answer(listCards, [VISA])
  answer(quoteTime, LONGER)
  answer(changeTime, sampleOrder({ end: '2026-03-02T10:00:00.000Z' }))
  const { user } = visitOrder()
  await moveEnd(user)
  expect(await screen.findByRole('radio', { name: 'Visa ending in 4242' })).toBeChecked()
  await user.click(screen.getByRole('button', { name: 'Save and pay ₪28.91' }))

  await waitFor(() =>
    expect(sent.find(({ method }) => method === 'PUT')?.body).toMatchObject({
      end: '12:00',
      expected_total: 17_700,
      expected_left: 2891,
      pay_by: 'saved_card',
    }),
  )
})

test('a longer stay whose part for the card has changed meanwhile is saved only when the customer saves again', async () => {
  answer(getOrder, sampleOrder())
  answer(listCards, [VISA])
  answer(quoteTime, LONGER)
  const detail = 'The amount left to pay has changed in the meantime. Please check it again.'
  refuse(changeTime, 409, detail, { time_quote: { ...LONGER, with_credits: 891, left: 2000 } })
  const { user } = visitOrder()
  await moveEnd(user)
  await user.click(await screen.findByRole('button', { name: 'Save and pay ₪28.91' }))

  expect((await screen.findAllByText(detail)).length).toBeGreaterThan(0)
  expect(screen.getByRole('button', { name: 'Save and pay ₪20.00' })).toBeInTheDocument()
})

test('a longer stay whose card is declined says so, and can be paid later', async () => {
  answer(getOrder, sampleOrder())
  answer(listCards, [VISA])
  answer(quoteTime, LONGER)
  refuse(changeTime, 409, 'Your card was declined.')
  const { user } = visitOrder()
  await moveEnd(user)
  await user.click(await screen.findByRole('button', { name: /^Save and pay/ }))
  expect((await screen.findAllByText('Your card was declined.')).length).toBeGreaterThan(0)
  answer(changeTime, sampleOrder({ end: '2026-03-02T10:00:00.000Z' }))
  await user.click(screen.getByRole('radio', { name: 'Later' }))
  await user.click(screen.getByRole('button', { name: 'Save the new time' }))

  await waitFor(() =>
    expect(sent.findLast(({ method }) => method === 'PUT')?.body).toMatchObject({ pay_by: 'later' }),
  )
})

test('admins do not pay for a longer stay with a card of their own', async () => {
  answer(getOrder, sampleOrder())
  answer(listCards, [VISA])
  answer(quoteTime, LONGER)
  const { user } = visitOrder('', { id: 8, admin: true })
  await moveEnd(user)
  await screen.findByText('This costs ₪28.91 more.')

  expect(screen.queryByRole('radio')).toBeNull()
})

test('a test payment of an order says that no money moves, and can be declined and paid', async () => {
  const open = sampleCharge({ way: 'test', checkout_url: '/orders/41/test-charge/23' })
  const declined = { ...open, failure: 'card_declined' } as const
  answer(listCharges, [open])
  answer(endTestCharge, declined)
  answer(checkCharges, [declined])
  const { user, address } = visit('/orders/41/test-charge/23', { as: {} })
  expect(await screen.findByText(/No money is charged/)).toBeInTheDocument()
  expect(screen.getByText('Order 41')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Decline' }))

  expect(await screen.findByText('Your card was declined.')).toBeInTheDocument()
  expect(address()).toBe('/order/41?charge=23')
  expect(sent.find(({ url }) => url === '/api/orders/41/charges/23/test')!.body).toEqual({
    outcome: 'declined',
  })
})

test('a declined test payment is followed by another one', async () => {
  const open = sampleCharge({ way: 'test', failure: 'card_declined' })
  const next = sampleCharge({ id: 24, way: 'test', checkout_url: '/orders/41/test-charge/24' })
  answer(listCharges, [open])
  answer(checkCharges, [open])
  answer(listPaymentOptions, { way: 'test', least_charge: {}, packs: [] })
  answer(startCharge, next)
  const { user, address } = visitOrder('?charge=23')
  const button = await screen.findByRole('button', { name: 'Pay ₪148.09 by card' })
  answer(listCharges, [next, open])
  await user.click(button)

  expect(await screen.findByRole('button', { name: 'Pay ₪39.00' })).toBeInTheDocument()
  expect(address()).toBe('/orders/41/test-charge/24')
})

test('a test payment that is over leads to its order', async () => {
  const paid = sampleCharge({ way: 'test', status: 'authorised' })
  answer(listCharges, [paid])
  answer(checkCharges, [paid])
  const { address } = visit('/orders/41/test-charge/23', { as: {} })

  expect(await screen.findByText('₪39.00 is paid by card')).toBeInTheDocument()
  expect(address()).toBe('/order/41?charge=23')
})

test('a test payment that does not exist leads back to the order', async () => {
  visit('/orders/41/test-charge/99', { as: {} })

  expect(await screen.findByText('This payment does not exist.')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to the order' })).toHaveAttribute('href', '/order/41')
})
