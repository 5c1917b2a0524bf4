import { getPool, listPoolEntries, listPoolPayments } from '@keyhour/contract/business-credits'
import { getBusiness, listOwnBusinesses } from '@keyhour/contract/businesses'
import type { CreditPack } from '@keyhour/contract/credits'
import { cancelPayment, checkPayment, listPaymentOptions, startPayment } from '@keyhour/contract/payments'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, sent } from '#test/replies.ts'
import { sampleBusiness, sampleOwnBusiness, samplePayment } from '#test/samples.ts'
import { visit } from '#test/show.tsx'

const pack: CreditPack = {
  id: 4,
  name: 'Regular',
  description: null,
  credits_amount: 800,
  price_cents: 69_900,
  currency: 'ILS',
  is_active: true,
  duration_days: null,
  version: 1,
}

const some = (count: number) => ({ 'x-total-count': String(count) })
const posted = (url: string) => sent.find((one) => one.method === 'POST' && one.url.includes(url))

beforeEach(() => {
  answer(listOwnBusinesses, [sampleOwnBusiness()])
  answer(getBusiness, sampleBusiness())
  answer(getPool, { currency: 'ILS', left: 120_000, low_at: 20_000, lots: [] })
  answer(listPoolEntries, { entries: [], next: null })
  answer(listPoolPayments, [], some(0))
  answer(listPaymentOptions, {
    way: 'card',
    least_charge: {},
    packs: [pack, { ...pack, id: 5, currency: 'USD' }],
  })
})

test('packs of the currency of the company are bought for its pool', async () => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer(startPayment, samplePayment({ business_id: 5, checkout_url: 'https://pay.example/c/1' }))
  const { user } = visit('/company/5/credits', { as: {} })
  const buttons = await screen.findAllByRole('button', { name: 'Buy' })
  expect(buttons).toHaveLength(1)
  await user.click(buttons[0]!)

  await waitFor(() => expect(go).toHaveBeenCalledWith('https://pay.example/c/1'))
  expect(posted('/api/payments')?.body).toMatchObject({ credit_pack_id: 4, business_id: 5 })
})

test('admins who look at a closed company read that it is closed, and cannot buy credits for it', async () => {
  answer(listOwnBusinesses, [])
  answer(getBusiness, sampleBusiness({ left: 0, closed_at: '2026-02-20T08:00:00.000Z' }))
  visit('/company/5/credits', { as: { admin: true } })

  expect(await screen.findByRole('note')).toHaveTextContent('This company is closed.')
  expect(screen.queryByRole('button', { name: 'Buy' })).toBeNull()
  expect(sent.some(({ url }) => url.startsWith('/api/payments/options'))).toBe(false)
})

test('admins who are not in a company cannot buy credits for it or give up its orders', async () => {
  const order = { ...samplePayment({ way: 'invoice', business_id: 5 }), user_id: 7, user_name: 'Maya Cohen' }
  answer(listOwnBusinesses, [])
  answer(listPoolPayments, [order], some(1))
  visit('/company/5/credits', { as: { admin: true } })

  expect(await screen.findByText(/Maya Cohen/)).toBeInTheDocument()
  for (const name of ['Buy', 'Cancel order']) expect(screen.queryByRole('button', { name })).toBeNull()
})

test('whoever comes back from the payment provider sees the credits of the company', async () => {
  answer(checkPayment, samplePayment({ id: 12, business_id: 5, status: 'paid', receipt_number: 88 }))
  const { address } = visit('/credits?payment=12', { as: {} })

  expect(await screen.findByText("800 credits are in your company's pool")).toBeInTheDocument()
  expect(address()).toBe('/company/5/credits?payment=12')
})

test('a manager gives up an unpaid order of the company', async () => {
  const order = { ...samplePayment({ way: 'invoice', business_id: 5 }), user_id: 7, user_name: 'Maya Cohen' }
  answer(listPoolPayments, [order], some(1))
  answer(cancelPayment, { ...order, status: 'expired' })
  const { user } = visit('/company/5/credits', { as: {} })
  await user.click(await screen.findByRole('button', { name: 'Cancel order' }))

  await waitFor(() => expect(posted('/api/payments/12/cancel')).toBeDefined())
})
