import type { CreditPack } from '@keyhour/contract/credits'
import {
  cancelPayment,
  checkPayment,
  endTestPayment,
  getPayment,
  listPaymentOptions,
  listPayments,
  type PackPayment,
  startPayment,
} from '@keyhour/contract/payments'
import { getOwnProfile } from '@keyhour/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, refuse, sent } from '#test/replies.ts'
import { samplePayment, sampleProfile } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const regular: CreditPack = {
  id: 4,
  name: 'Regular',
  description: 'For those who come every week.',
  credits_amount: 800,
  price_cents: 69_900,
  currency: 'ILS',
  is_active: true,
  duration_days: 90,
  version: 1,
}
const team: CreditPack = {
  ...regular,
  id: 5,
  name: 'Team',
  description: null,
  credits_amount: 1500,
  price_cents: 150_000,
  currency: 'USD',
  duration_days: null,
}

beforeEach(() => {
  answer(listPaymentOptions, { way: 'card', least_charge: {}, packs: [regular, team] })
  answer(listPayments, [], { 'x-total-count': '0' })
  answer(getOwnProfile, sampleProfile())
})

const visitCredits = (search = '') => visit(`/credits${search}`, { as: {} })
const packs = async () =>
  (await screen.findAllByRole('heading', { level: 3 })).map(({ textContent }) => textContent)
const buttonOf = (pack: RegExp) =>
  within(screen.getByRole('heading', { name: pack }).closest('li')!).getByRole('button')
const outcome = (change: Partial<PackPayment> = {}) => answer(checkPayment, samplePayment(change))

test('packs show what they hold, cost and save, and how they are paid', async () => {
  visitCredits()

  expect(await packs()).toEqual(['Regular', 'Team'])
  const card = screen.getByRole('heading', { name: 'Regular' }).closest('li')!
  for (const words of [
    '800 credits',
    'Worth ₪800.00 in bookings',
    '₪699.00',
    'Including tax',
    '12% off',
    'Use within 90 days',
  ])
    expect(card).toHaveTextContent(words)
  const other = screen.getByRole('heading', { name: 'Team' }).closest('li')!
  expect(other).toHaveTextContent('Never expire')
  expect(other).not.toHaveTextContent('off')
  expect(screen.getByText(/secure page of our payment provider/)).toBeInTheDocument()
  expect(screen.getByText('You have not bought any credits yet.')).toBeInTheDocument()
})

test('credits of each currency are shown, and packs of several say that each pays in its own', async () => {
  const credit_balances = [
    { currency: 'ILS' as const, credits: 412.5 },
    { currency: 'GBP' as const, credits: 20 },
  ]
  answer(getOwnProfile, sampleProfile({ credit_balances }))
  visitCredits()

  expect(await screen.findByText('You have ₪412.50 · £20.00 in credits.')).toBeInTheDocument()
  expect(
    await screen.findByText('Credits can only be used in offices that charge in the same currency.'),
  ).toBeInTheDocument()
})

test('packs of one currency need no such advice', async () => {
  answer(listPaymentOptions, { way: 'card', least_charge: {}, packs: [regular] })
  visitCredits()

  expect(await packs()).toEqual(['Regular'])
  expect(
    screen.queryByText('Credits can only be used in offices that charge in the same currency.'),
  ).toBeNull()
})

test('without packs for sale the screen says so', async () => {
  answer(listPaymentOptions, { way: 'card', least_charge: {}, packs: [] })
  visitCredits()

  expect(await screen.findByText('There are no credit packs for sale right now.')).toBeInTheDocument()
})

test('buying leads to the page of the payment provider, with the way back to the booking', async () => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer(startPayment, samplePayment({ checkout_url: 'https://pay.example/c/1' }))
  const { user } = visitCredits('?return_to=%2Fbooking%2F3%3Fdate%3D2026-03-04')
  await packs()
  await user.click(buttonOf(/Regular/))

  await waitFor(() => expect(go).toHaveBeenCalledWith('https://pay.example/c/1'))
  const request = sent.find(({ method }) => method === 'POST')!
  expect(request.body).toEqual({
    credit_pack_id: 4,
    expected_price_cents: 69_900,
    return_to: '/booking/3?date=2026-03-04',
  })
  expect(request.key).toMatch(/^[0-9a-f]{32}$/)
})

test('an address of another site is not a way back', async () => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer(startPayment, samplePayment({ checkout_url: 'https://pay.example/c/1' }))
  const { user } = visitCredits('?return_to=%2F%2Fevil.example')
  await packs()
  await user.click(buttonOf(/Regular/))

  await waitFor(() => expect(go).toHaveBeenCalled())
  expect(sent.find(({ method }) => method === 'POST')!.body).toEqual({
    credit_pack_id: 4,
    expected_price_cents: 69_900,
  })
})

test('a refusal is shown, and another try uses the same key', async () => {
  refuse(startPayment, 503, 'The payment provider cannot be reached right now. Please try again in a moment.')
  const { user } = visitCredits()
  await packs()
  await user.click(buttonOf(/Regular/))
  expect(await screen.findByRole('alert')).toHaveTextContent('The payment provider cannot be reached')
  await user.click(buttonOf(/Regular/))

  await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(2))
  const keys = sent.filter(({ method }) => method === 'POST').map(({ key }) => key)
  expect(keys[0]).toBe(keys[1])
})

test('for a booking in another currency, packs of that currency come first', async () => {
  visitCredits('?currency=USD')

  expect(await packs()).toEqual(['Team', 'Regular'])
  expect(screen.getByText(/Your booking is priced in/)).toBeInTheDocument()
})

test('a currency without a pack is explained', async () => {
  visitCredits('?currency=GBP')

  expect(await screen.findByText(/There is no pack in .*GBP/)).toBeInTheDocument()
})

test('after paying, the credits are there and the way back to the booking is open', async () => {
  outcome({ status: 'paid', receipt_number: 1042, checkout_url: null })
  visitCredits('?payment=12&return_to=%2Fbooking%2F3')

  expect(await screen.findByText('800 credits are in your account')).toBeInTheDocument()
  expect(screen.getByText(/receipt 1042/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Back to your booking' })).toHaveAttribute('href', '/booking/3')
})

test('while the provider has not confirmed the payment, the screen waits and looks again', async () => {
  outcome()
  visitCredits('?payment=12')
  expect(await screen.findByText('We are waiting for your payment')).toBeInTheDocument()
  outcome({ status: 'paid', receipt_number: 1042 })

  expect(await screen.findByText('800 credits are in your account')).toBeInTheDocument()
})

test.each([
  ['card_declined', 'Your card was declined.'],
  ['insufficient_funds', 'There is not enough money on the card.'],
  ['authentication_failed', 'Your bank did not confirm the payment.'],
] as const)('a card that was refused (%s) is explained, and can be tried again', async (failure, words) => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  outcome({ failure, checkout_url: 'https://pay.example/c/1' })
  const { user } = visitCredits('?payment=12')
  expect(await screen.findByText(words)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Try again' }))

  expect(go).toHaveBeenCalledWith('https://pay.example/c/1')
})

test('a payment that was left can be gone on with or given up', async () => {
  outcome({ checkout_url: 'https://pay.example/c/1' })
  answer(cancelPayment, samplePayment({ status: 'expired', checkout_url: null }))
  const { user } = visitCredits('?payment=12&left=true')
  expect(await screen.findByText(/You have not paid for .*Regular/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Continue to payment' })).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel order' }))

  expect(await screen.findByText(/was not made in time/)).toBeInTheDocument()
})

test('an order on invoice shows its number and what happens next', async () => {
  answer(listPaymentOptions, { way: 'invoice', least_charge: {}, packs: [regular] })
  const ordered = samplePayment({ way: 'invoice', checkout_url: null })
  answer(startPayment, ordered)
  answer(checkPayment, ordered)
  const { user, address } = visitCredits()
  await packs()
  await user.click(screen.getByRole('button', { name: 'Order' }))

  expect(await screen.findByText(/Thank you for your order .*12/)).toBeInTheDocument()
  expect(address()).toBe('/credits?payment=12')
  expect(screen.getByRole('button', { name: 'Order' })).toBeEnabled()
})

test('earlier purchases are listed with receipt and state', async () => {
  answer(
    listPayments,
    [
      samplePayment({ id: 14, checkout_url: 'https://pay.example/c/1' }),
      samplePayment({ id: 13, status: 'paid', receipt_number: 1042, refunded: 10_000, checkout_url: null }),
    ],
    { 'x-total-count': '2' },
  )
  visitCredits()
  const list = await screen.findByRole('list', { name: 'Your purchases' })
  const [open, paid] = within(list).getAllByRole('listitem')

  expect(open).toHaveTextContent('Open')
  expect(within(open!).getByRole('button', { name: 'Pay' })).toBeInTheDocument()
  for (const words of ['Regular', 'Paid', '₪699.00', '₪100.00 refunded'])
    expect(paid).toHaveTextContent(words)
  expect(within(paid!).queryByRole('button', { name: 'Pay' })).toBeNull()
  expect(within(paid!).getByRole('button', { name: /^Receipt .*1042.* \(PDF\)$/ })).toBeInTheDocument()
})

test('a receipt is saved as a file, and a failure is reported', async () => {
  const urls: string[] = []
  vi.stubGlobal('fetch', (url: string) => {
    urls.push(url)
    return Promise.resolve(
      urls.length === 1
        ? new Response('%PDF', { status: 200 })
        : new Response(JSON.stringify({ detail: 'There is no receipt for this payment.' }), { status: 404 }),
    )
  })
  const saved: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:receipt')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
  answer(listPayments, [samplePayment({ status: 'paid', receipt_number: 1042 })], { 'x-total-count': '1' })
  const { user } = visitCredits()
  const button = await screen.findByRole('button', { name: /^Receipt/ })
  await user.click(button)
  await waitFor(() => expect(saved).toEqual(['keyhour-receipt-1042.pdf']))
  await user.click(button)

  expect(await screen.findByText('There is no receipt for this payment.')).toBeInTheDocument()
  expect(urls).toEqual(['/api/payments/12/receipt.pdf', '/api/payments/12/receipt.pdf'])
  vi.unstubAllGlobals()
})

test('a test payment says that no money moves, and can be declined and paid', async () => {
  answer(getPayment, samplePayment({ way: 'test', checkout_url: '/credits/test-payment/12' }))
  answer(endTestPayment, samplePayment({ way: 'test', failure: 'card_declined' }))
  answer(checkPayment, samplePayment({ way: 'test', failure: 'card_declined' }))
  const { user, address } = visit('/credits/test-payment/12?return_to=%2Fbooking%2F3', { as: {} })
  expect(await screen.findByText(/No money is charged/)).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Decline' }))

  expect(await screen.findByText('Your card was declined.')).toBeInTheDocument()
  expect(address()).toBe('/credits?return_to=%2Fbooking%2F3&payment=12')
  expect(sent.find(({ url }) => url === '/api/payments/12/test')!.body).toEqual({ outcome: 'declined' })
})

test('a test payment that is over leads to its outcome', async () => {
  answer(getPayment, samplePayment({ way: 'test', status: 'paid', receipt_number: 7 }))
  outcome({ way: 'test', status: 'paid', receipt_number: 7 })
  const { address } = visit('/credits/test-payment/12', { as: {} })

  expect(await screen.findByText('800 credits are in your account')).toBeInTheDocument()
  expect(address()).toBe('/credits?payment=12')
})
