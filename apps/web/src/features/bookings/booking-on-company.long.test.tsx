import { getAvailability } from '@keyhour/contract/availability'
import { bookSpace, type CompanyQuote, holdStay, quoteStay, releaseHold } from '@keyhour/contract/bookings'
import { listOwnBusinesses } from '@keyhour/contract/businesses'
import { listCards } from '@keyhour/contract/charges'
import { getOffice, listMyOffices } from '@keyhour/contract/offices'
import { listPaymentOptions } from '@keyhour/contract/payments'
import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tellChange } from '#test/live.ts'
import { answer, refuse, sent } from '#test/replies.ts'
import { sampleDay, sampleOffice, sampleOrder, sampleOwnBusiness, sampleQuote } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const AT_NINE = '/booking/3?date=2026-03-02&start=09:00&end=10:00'
const employed = sampleOwnBusiness({ role: 'employee', monthly_limit: 50_000, used_this_month: 48_000 })
const onCompany = (company: Partial<CompanyQuote> = {}) => {
  const refused = company.refusal != null
  return sampleQuote({
    with_credits: refused ? 0 : 5900,
    left: refused ? 5900 : 0,
    company: {
      business_id: 5,
      name: 'Olive Ltd',
      left: 120_000,
      monthly_limit: 50_000,
      used: 10_000,
      refusal: null,
      ...company,
    },
  })
}
const OVER = 'Your monthly limit does not cover this booking.'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T05:00:00Z'), toFake: ['Date'] })
  answer(listOwnBusinesses, [employed])
  answer(listMyOffices, [])
  answer(getOffice, sampleOffice())
  answer(getAvailability, sampleDay())
  answer(quoteStay, sampleQuote())
  answer(holdStay, { expires_at: '2026-03-02T05:05:00.000Z', seconds: 300, quote: sampleQuote() })
  answer(releaseHold, {})
  answer(bookSpace, sampleOrder())
  answer(listPaymentOptions, { way: 'card', least_charge: {}, packs: [] })
  answer(listCards, [])
})
afterEach(() => void vi.useRealTimers())

const company = () => screen.findByRole('radio', { name: /Olive Ltd.* credits/ })
const booked = () => sent.filter(({ method, url }) => method === 'POST' && url === '/api/orders')
const held = () => sent.filter(({ url }) => url === '/api/orders/hold')

test('an employee chooses who pays, sees what is left, and books on the company', async () => {
  const { user, address } = visit(AT_NINE, { as: {} })
  const radio = await company()
  expect(screen.getByRole('radio', { name: 'I pay' })).toBeChecked()
  expect(
    screen.getByText(/₪1,200\.00 left in the pool\. You can spend ₪20\.00 of your ₪500\.00 this month/),
  ).toBeVisible()
  answer(quoteStay, onCompany())
  await user.click(radio)

  expect(await screen.findByText(/Paid with .*Olive Ltd.* credits/)).toBeInTheDocument()
  expect(
    screen.getByText(/You can spend ₪400\.00 of your ₪500\.00 in the month of this booking/),
  ).toBeVisible()
  expect(screen.queryByRole('radiogroup', { name: 'How would you like to pay the rest?' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Book' }))
  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(booked()[0]!.body).toMatchObject({ business_id: 5, expected_total: 5900 })
  expect(booked()[0]!.body).not.toHaveProperty('pay_by')
  // Who pays does not change what is held.
  expect(held().filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('what company credits cannot pay is explained, and the employee pays with one press', async () => {
  answer(quoteStay, onCompany({ refusal: OVER }))
  const { user, address } = visit(`${AT_NINE}&company=5`, { as: {} })
  expect(await screen.findByText(OVER)).toBeInTheDocument()
  answer(quoteStay, sampleQuote({ with_credits: 5900, left: 0 }))
  await user.click(screen.getByRole('button', { name: 'Pay myself' }))
  expect(await screen.findByText('Paid with your credits')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Book' }))

  await waitFor(() => expect(address()).toBe('/order/41'))
  expect(booked()[0]!.body).not.toHaveProperty('business_id')
})

test('a refused booking on the company shows the sentence of the server', async () => {
  answer(quoteStay, onCompany())
  refuse(bookSpace, 409, OVER)
  const { user } = visit(`${AT_NINE}&company=5`, { as: {} })
  await screen.findByText(/Paid with .*Olive Ltd.* credits/)
  await user.click(screen.getByRole('button', { name: 'Book' }))

  expect((await screen.findAllByText(OVER)).length).toBeGreaterThan(0)
})

test('an employee who is removed is told without a reload, and pays only after saying so', async () => {
  answer(quoteStay, onCompany())
  const { user } = visit(`${AT_NINE}&company=5`, { as: {} })
  await screen.findByText(/Paid with .*Olive Ltd.* credits/)
  answer(listOwnBusinesses, [])
  refuse(bookSpace, 409, 'You do not belong to this company any more.')
  tellChange()
  expect(await screen.findByText("This company's credits cannot be used here.")).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Book' }))
  await waitFor(() => expect(booked()).toHaveLength(1))
  expect(booked()[0]!.body).toMatchObject({ business_id: 5 })

  answer(quoteStay, sampleQuote())
  await user.click(screen.getByRole('button', { name: 'Pay myself' }))
  expect(await screen.findByText('Paid with your credits')).toBeInTheDocument()
  expect(screen.queryByRole('radiogroup', { name: 'Who pays?' })).toBeNull()
})

test('news of the company leaves the price alone that the employee pays and has been shown', async () => {
  visit(AT_NINE, { as: {} })
  expect((await screen.findAllByText('₪59.00')).length).toBeGreaterThan(0)
  await company()
  answer(quoteStay, sampleQuote({ total_price: 6000, due: 7080 }))
  answer(listOwnBusinesses, [{ ...employed, name: 'Olive and Sons' }])
  tellChange()

  await screen.findByRole('radio', { name: /Olive and Sons.* credits/ })
  expect(screen.getAllByText('₪59.00').length).toBeGreaterThan(0)
  expect(sent.filter(({ url }) => url === '/api/orders/quote')).toHaveLength(1)
})

test('a company of another currency is not offered', async () => {
  answer(listOwnBusinesses, [{ ...employed, currency: 'USD' }])
  visit(AT_NINE, { as: {} })

  expect(await screen.findByText('Paid with your credits')).toBeInTheDocument()
  expect(screen.queryByRole('radiogroup', { name: 'Who pays?' })).toBeNull()
})
