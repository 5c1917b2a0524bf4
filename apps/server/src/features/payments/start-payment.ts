import { TAX_PERCENT } from '@keyhour/contract/orders'
import type { PackPayment, PaymentRequest } from '@keyhour/contract/payments'
import type { Currency } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { isManager, lockBusiness } from '#server/features/businesses/queries.ts'
import { NO_COMPANY } from '#server/features/businesses/rules.ts'
import { once } from '#server/features/idempotency/once.ts'
import { mailInvoice } from '#server/features/payments/mail-invoice.ts'
import {
  countOpenInvoices,
  findPackForSale,
  findPayment,
  insertPayment,
  type PaymentRow,
  shownPayment,
  updatePayment,
} from '#server/features/payments/queries.ts'
import { payableUntil } from '#server/features/payments/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { PaymentRefused } from '#server/outside/payment-provider.ts'

const MOST_OPEN_INVOICES = 3

/**
 * The payment is stored before the provider is asked, so that its events always find it, and no transaction is open
 * while we wait. A repetition goes on where the first request stopped.
 */
export async function startPayment(
  deps: Deps,
  request: PaymentRequest,
  buyer: Session,
  key: string | undefined,
): Promise<PackPayment> {
  const who = String(buyer.id)
  await limitAttempts(deps, [
    { what: 'buy credits', who, most: 30, minutes: 60 },
    // The mails also go to the billing address, which may be a stranger's.
    ...(request.business_id === undefined
      ? []
      : [{ what: 'buy company credits', who, most: 20, minutes: 24 * 60 }]),
  ])
  const keyed = { userId: buyer.id, key, request: { buy: request }, now: deps.now() }
  const { id } = await deps.db.transaction((db) =>
    once(db, keyed, () => orderPack(deps, db, request, buyer.id)),
  )
  const payment = (await findPayment(deps.db, id))!
  const isBegun = payment.way !== 'card' || payment.reference !== null || payment.status !== 'open'
  return shownPayment(isBegun ? payment : await openCheckout(deps, payment, request, buyer))
}

async function orderPack(
  deps: Deps,
  db: Db,
  { credit_pack_id, expected_price_cents, return_to, business_id }: PaymentRequest,
  user_id: number,
): Promise<{ id: number }> {
  const now = deps.now()
  const { way } = deps.payments
  const pack = orMissing(await findPackForSale(db, credit_pack_id), 'This credit pack is not for sale.')
  if (business_id !== undefined) await refuseForCompany(db, { business_id, user_id, currency: pack.currency })
  if (expected_price_cents !== undefined && expected_price_cents !== pack.price_cents)
    throw new Refusal('conflict', 'The price of this pack has just changed. Please check it again.')
  if (pack.price_cents === 0)
    throw new Refusal('conflict', 'This credit pack has no price and cannot be bought.')
  if (way === 'invoice' && (await countOpenInvoices(db, user_id)) >= MOST_OPEN_INVOICES)
    throw new Refusal(
      'conflict',
      `You already have ${MOST_OPEN_INVOICES} unpaid orders. Please pay or cancel one of them first.`,
    )
  const payment = await insertPayment(db, {
    user_id,
    business_id: business_id ?? null,
    way,
    credit_pack_id: pack.id,
    pack_name: pack.name,
    credits_amount: pack.credits_amount,
    duration_days: pack.duration_days,
    amount: pack.price_cents,
    tax_percent: TAX_PERCENT,
    currency: pack.currency,
    created_at: now.toISOString(),
    expires_at: payableUntil(way, now),
  })
  if (way === 'test') await updatePayment(db, payment.id, { checkout_url: testPage(payment.id, return_to) })
  if (way === 'invoice') await mailInvoice(deps, db, payment)
  return { id: payment.id }
}

type Purchase = { business_id: number; user_id: number; currency: Currency }

async function refuseForCompany(db: Db, { business_id, user_id, currency }: Purchase): Promise<void> {
  // Locked, so that it is not closed meanwhile.
  const business = await lockBusiness(db, business_id)
  const isTheirs = await isManager(db, business_id, user_id)
  if (orMissing(isTheirs ? business : undefined, NO_COMPANY).currency !== currency)
    throw new Refusal(
      'conflict',
      "This pack is in a different currency from your company's. Please choose another one.",
    )
}

const testPage = (id: number, return_to: string | undefined): string =>
  `/credits/test-payment/${id}${return_to ? `?${new URLSearchParams({ return_to })}` : ''}`

/** Not in a transaction. */
async function openCheckout(
  deps: Deps,
  payment: PaymentRow,
  { return_to }: PaymentRequest,
  { email }: Session,
): Promise<PaymentRow> {
  const { token, id, amount, currency, pack_name, expires_at } = payment
  const after = new URLSearchParams({ payment: String(id), ...(return_to && { return_to }) })
  const page = `${deps.config.publicUrl}/credits?${after}`
  try {
    const { reference, url } = await deps.payments.startCheckout({
      token,
      name: pack_name,
      amount,
      currency,
      email,
      paidUrl: page,
      backUrl: `${page}&left=true`,
      expiresAt: expires_at,
      capture: 'now',
    })
    return await updatePayment(deps.db, id, { reference, checkout_url: url })
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    await updatePayment(deps.db, id, { status: 'failed' })
    throw Object.assign(
      new Refusal(
        'conflict',
        'The payment provider did not accept this payment. Please choose another pack.',
      ),
      { cause: error },
    )
  }
}
