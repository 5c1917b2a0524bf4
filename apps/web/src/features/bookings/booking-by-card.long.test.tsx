import { getAvailability } from '@keyhour/contract/availability'
import { bookSpace, holdStay, quoteStay, releaseHold } from '@keyhour/contract/bookings'
import { checkCharges, listCards, listCharges, type SavedCard, startCharge } from '@keyhour/contract/charges'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { getOrder, listOrderEvents } from '@keyhour/contract/orders'
import { listPaymentOptions } from '@keyhour/contract/payments'
import { startVisit } from '@keyhour/contract/visits'
import { screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answer, answerLater, loseConnection, refuse, sent } from '#test/replies.ts'
import { sampleCharge, sampleDay, sampleOffice, sampleOrder, sampleQuote } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const EARLY = Date.parse('2026-03-02T05:00:00Z')
const VISA: SavedCard = { id: 'pm_1', brand: 'visa', last4: '4242' }
const AT_NINE = '/booking/3?date=2026-03-02&start=09:00&end=10:00'
const PAGE = 'https://pay.example/c/1'
const WAITING = sampleOrder({
  total_price: 5000,
  tax: 900,
  paid_with_credits: 2000,
  paid_by_card: 0,
  payment_status: 'pending',
  pay_until: '2026-03-02T05:15:00.000Z',
})
const PAID = { ...WAITING, paid_by_card: 3900, left: 0, pay_until: null }

beforeEach(() => {
  vi.useFakeTimers({ now: EARLY, toFake: ['Date'] })
  answer(listMyOffices, [])
  answer(getOffice, sampleOffice())
  answer(getAvailability, sampleDay())
  answer(quoteStay, sampleQuote())
  answer(holdStay, { expires_at: '2026-03-02T05:05:00.000Z', seconds: 300, quote: sampleQuote() })
  answer(releaseHold, {})
  answer(bookSpace, WAITING)
  answer(getOrder, WAITING)
  answer(listOrderEvents, [])
  answer(listCharges, [])
  answer(listPaymentOptions, { way: 'card', least_charge: {}, packs: [] })
  answer(listCards, [])
})
afterEach(() => void vi.useRealTimers())

const visitBooking = (address = AT_NINE) => visit(address, { as: {} })
const choices = async () =>
  within(await screen.findByRole('radiogroup', { name: 'How would you like to pay the rest?' }))
    .getAllByRole('radio')
    .map((radio) => [radio.closest('div')!.parentElement!.textContent, (radio as HTMLInputElement).checked])
const asked = (path: string) => sent.filter(({ method, url }) => method === 'POST' && url === path)
const pressBook = (user: ReturnType<typeof visitBooking>['user']) =>
  user.click(screen.getByRole('button', { name: /^Book($| and pay)/ }))

test('what credits do not cover is paid by card or later, and the button says which', async () => {
  const { user } = visitBooking()

  expect(await choices()).toEqual([
    ['Card', true],
    ['Later', false],
  ])
  expect(screen.getByRole('button', { name: 'Book and pay ₪39.00 by card' })).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'Later' }))
  expect(screen.getByRole('button', { name: 'Book' })).toBeInTheDocument()
})

test('a card takes at least its smallest amount, and credits pay less', async () => {
  answer(listPaymentOptions, { way: 'card', least_charge: { ILS: 5000 }, packs: [] })
  const { user } = visitBooking()

  expect(await screen.findByRole('button', { name: 'Book and pay ₪50.00 by card' })).toBeInTheDocument()
  await user.click(screen.getByRole('radio', { name: 'Later' }))
  expect(await screen.findByText('₪39.00')).toBeInTheDocument()
})

test('no card is offered for a price that is too little for one', async () => {
  answer(listPaymentOptions, { way: 'card', least_charge: { ILS: 100_000 }, packs: [] })
  const { user } = visitBooking()
  await screen.findByText('₪39.00')
  await pressBook(user)

  await waitFor(() => expect(asked('/api/orders')).toHaveLength(1))
  expect(screen.queryByRole('radiogroup', { name: 'How would you like to pay the rest?' })).toBeNull()
})

test('a saved card comes first', async () => {
  answer(listCards, [VISA, { id: 'pm_2', brand: 'mastercard', last4: '4444' }])
  visitBooking()

  expect(await choices()).toEqual([
    ['Visa ending in 4242', true],
    ['Another card', false],
    ['Later', false],
  ])
})

test.each([
  [
    'cards are not possible here',
    () => answer(listPaymentOptions, { way: 'invoice', least_charge: {}, packs: [] }),
  ],
  ['credits cover the price', () => answer(quoteStay, sampleQuote({ with_credits: 5900, left: 0 }))],
])('where %s there is nothing to choose', async (_, arrange) => {
  arrange()
  answer(bookSpace, sampleOrder())
  const { user, address } = visitBooking()
  await screen.findByText('Left to pay')
  await pressBook(user)

  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(screen.queryByRole('radio')).toBeNull()
  expect(asked('/api/orders')[0]!.body).not.toHaveProperty('pay_by')
})

test('booking by card keeps the space and leads to the page of the payment provider', async () => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer(startCharge, sampleCharge({ checkout_url: PAGE }))
  const { user, address } = visitBooking()
  await choices()
  await pressBook(user)

  await waitFor(() => expect(go).toHaveBeenCalledWith(PAGE))
  expect(asked('/api/orders')[0]!.body).toMatchObject({ pay_by: 'card', expected_total: 5900 })
  expect(asked('/api/orders/41/charges').map(({ body }) => body)).toEqual([
    { card: 'new', expected_left: 3900 },
  ])
  expect(asked('/api/orders/41/charges')[0]!.key).toMatch(/^[0-9a-f]{32}$/)
  // Back from the provider leads to the order, not to a time that the customer has taken.
  expect(address()).toBe('/order/41')
})

test('a saved card pays without another page', async () => {
  answer(listCards, [VISA])
  answer(startCharge, sampleCharge({ status: 'authorised' }))
  answer(checkCharges, [sampleCharge({ status: 'authorised' })])
  const { user, address } = visitBooking()
  await choices()
  answer(getOrder, PAID)
  await pressBook(user)

  expect(await screen.findByText('₪39.00 is paid by card')).toBeInTheDocument()
  expect(address()).toBe('/order/41?charge=23')
  expect(asked('/api/orders/41/charges').map(({ body }) => body)).toEqual([
    { card: 'saved', expected_left: 3900 },
  ])
})

test('a saved card that is declined says why, keeps the space for some minutes, and another card is offered', async () => {
  const declined = sampleCharge({ status: 'failed', failure: 'insufficient_funds' })
  answer(listCards, [VISA])
  answer(startCharge, declined)
  answer(checkCharges, [declined])
  const { user } = visitBooking()
  await choices()
  await pressBook(user)

  expect(await screen.findByText('There is not enough money on the card.')).toBeInTheDocument()
  expect(screen.getByText('The space is reserved for you until 7:15 AM (Israel time)')).toBeInTheDocument()
  expect(screen.getByRole('timer')).toHaveTextContent('15:00')
  expect(await screen.findByRole('button', { name: 'Pay with another card' })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Cancel booking' })).toBeInTheDocument()
})

test('a payment that cannot begin leaves the customer on the page of the order, where it can be tried again', async () => {
  refuse(startCharge, 503, 'The payment provider cannot be reached right now. Please try again in a moment.')
  const { user, address } = visitBooking()
  await choices()
  await pressBook(user)

  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(screen.getByText(/^The payment provider cannot be reached/)).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: 'Pay ₪39.00 by card' })).toBeEnabled()
})

test('who chooses to pay later books as before, and is told when the office does not allow it', async () => {
  const detail = 'New accounts pay when they book. Please buy credits, and then try again, or ask the office.'
  refuse(bookSpace, 409, detail, { unpaid_orders: [] })
  const { user } = visitBooking()
  await choices()
  await user.click(screen.getByRole('radio', { name: 'Later' }))
  await pressBook(user)

  expect(await screen.findByRole('alert')).toHaveTextContent(detail)
  expect(asked('/api/orders')[0]!.body).toMatchObject({ pay_by: 'later' })
  expect(screen.getByRole('radio', { name: 'Later' })).toBeChecked()
})

test('who books before the choice has loaded is asked how to pay', async () => {
  const show = answerLater(listCards, [])
  const { user } = visitBooking()
  await screen.findByText('Left to pay')
  await pressBook(user)

  expect((await screen.findAllByText('Please choose how to pay.')).length).toBeGreaterThan(0)
  expect(asked('/api/orders')).toEqual([])
  show()
  expect(await choices()).toHaveLength(2)
})

test('an alternative that credits do not cover asks how to pay, too', async () => {
  const later = { office_id: 3, sub_office_id: 17, date: '2026-03-02', start: '10:00', end: '11:00' }
  const alternatives = [{ ...later, name: 'Olive room', office_name: 'Jaffa Port House' }]
  answer(quoteStay, sampleQuote({ with_credits: 5900, left: 0 }))
  refuse(bookSpace, 409, 'This time is no longer free.', { alternatives })
  answer(startCharge, sampleCharge({ checkout_url: '/orders/41/test-charge/23' }))
  const { user } = visitBooking()
  await screen.findByText('Left to pay')
  answer(quoteStay, sampleQuote())
  await pressBook(user)
  const take = () => screen.findByRole('button', { name: /10:00 AM – 11:00 AM, Olive room/ })
  await user.click(await take())
  expect(await choices()).toHaveLength(2)
  await pressBook(user)
  const alternative = await take()
  answer(bookSpace, WAITING)
  await user.click(alternative)

  await waitFor(() => expect(asked('/api/orders/41/charges')).toHaveLength(1))
  expect(asked('/api/orders').at(-1)!.body).toMatchObject({ ...later, pay_by: 'card' })
})

test('without an answer about cards, booking goes on without them', async () => {
  loseConnection(listPaymentOptions)
  answer(bookSpace, sampleOrder())
  const { user, address } = visitBooking()
  await screen.findByText('Left to pay')
  await pressBook(user)

  await waitFor(() => expect(address()).toBe('/order/41'))
})

const startNow = async (user: ReturnType<typeof visitBooking>['user'], choice?: string) => {
  await screen.findByRole('radiogroup', { name: /^How would you like to pay what your credits do not cover/ })
  if (choice) await user.click(screen.getByRole('radio', { name: choice }))
  await user.click(screen.getByRole('button', { name: 'Start now' }))
  const question = await screen.findByRole('alertdialog')
  const { textContent } = question
  await user.click(within(question).getByRole('button', { name: 'Yes' }))
  return textContent
}

test('a visit that starts now is paid by the saved card at check-out, if the customer wants it', async () => {
  vi.setSystemTime(Date.parse('2026-03-02T07:10:00Z'))
  answer(listCards, [VISA])
  answer(startVisit, sampleOrder({ end: null }))
  const { user } = visitBooking('/booking/3')
  const question = await startNow(user)

  expect(question).toContain('charged to your card: Visa ending in 4242.')
  await waitFor(() => expect(asked('/api/orders/start_now')).toHaveLength(1))
  expect(asked('/api/orders/start_now')[0]!.body).toMatchObject({ pay_by: 'saved_card' })
})

test('a visit that starts now is paid later, if the customer prefers that', async () => {
  vi.setSystemTime(Date.parse('2026-03-02T07:10:00Z'))
  answer(listCards, [VISA])
  answer(startVisit, sampleOrder({ end: null }))
  const { user } = visitBooking('/booking/3')
  const question = await startNow(user, 'Later')

  expect(question).not.toContain('Visa')
  await waitFor(() => expect(asked('/api/orders/start_now')).toHaveLength(1))
  expect(asked('/api/orders/start_now')[0]!.body).not.toHaveProperty('pay_by')
})
