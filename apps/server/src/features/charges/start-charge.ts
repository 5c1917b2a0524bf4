import type { Charge, ChargeRequest, ChargeWay } from '@keyhour/contract/charges'
import type { Db } from '#server/db/connection.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { applyCharge } from '#server/features/charges/apply-charge.ts'
import { asCustomer } from '#server/features/charges/find-customer.ts'
import { listSavedCards } from '#server/features/charges/list-saved-cards.ts'
import { chargeSavedCard, resolveCharge } from '#server/features/charges/resolve-charge.ts'
import {
  chargeUntil,
  leastChargeIn,
  NO_CARDS,
  NOT_ACCEPTED,
  pageUntil,
  shownCharge,
} from '#server/features/charges/rules.ts'
import { type KeyedRequest, once } from '#server/features/idempotency/once.ts'
import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import {
  type ChargeRow,
  findCharge,
  insertCharge,
  listOpenChargesOf,
  updateCharge,
} from '#server/features/orders/charge-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { findOrderRow, lockOrder, type OrderRow } from '#server/features/orders/row-queries.ts'
import { LEFT_CHANGED, NO_ORDER, owedOf } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { PaymentRefused } from '#server/outside/payment-provider.ts'
import { stayInWords } from '#server/time/moment-in-words.ts'

type ChargeOrder = { orderId: number; key: string | undefined } & ChargeRequest

/**
 * Pays what is left of an order by card. The charge is stored before the provider is asked, so that its events always
 * find it, and no transaction is open while we wait. A repetition goes on where the first request stopped.
 */
export async function startCharge(deps: Deps, order: ChargeOrder, customer: Session): Promise<Charge> {
  await limitAttempts(deps, [{ what: 'pay by card', who: String(customer.id), most: 30, minutes: 60 }])
  const { orderId, key, ...request } = order
  const way = wayOf(deps)
  const card = request.card === 'saved' ? await newestCard(deps, customer.id) : null
  const keyed = { userId: customer.id, key, request: { charge: orderId, ...request }, now: deps.now() }
  const { expected_left } = request
  const id = await orderCharge(deps, { orderId, way, card, expected_left }, keyed)
  const charge = (await findCharge(deps.db, id))!
  const isBegun = charge.status !== 'open' || charge.checkout_url !== null
  if (isBegun) return shownCharge(charge)
  const paid = await giveUpOthers(deps, charge)
  if (paid) return shownCharge(paid)
  if (charge.card !== null) return shownCharge(await chargeSavedCard(deps, charge))
  return shownCharge(await openPage(deps, charge, request.return_to, customer))
}

export function wayOf({ payments }: Deps): ChargeWay {
  if (payments.way === 'invoice') throw new Refusal('conflict', NO_CARDS)
  return payments.way
}

export async function newestCard(deps: Deps, userId: number): Promise<string> {
  const [newest] = await listSavedCards(deps, userId)
  if (!newest) throw new Refusal('conflict', 'You have no saved card. Please enter one.')
  return newest.id
}

type NewCharge = Pick<ChargeRequest, 'expected_left'> & {
  orderId: number
  way: ChargeWay
  card: string | null
}

async function orderCharge(
  deps: Deps,
  { orderId, way, card, expected_left }: NewCharge,
  keyed: KeyedRequest,
): Promise<number> {
  const { id } = await deps.db.transaction((db) =>
    once(db, keyed, async () => {
      const order = await lockPayable(deps, db, orderId, keyed)
      if (owedOf(order) !== (expected_left ?? owedOf(order))) throw new Refusal('conflict', LEFT_CHANGED)
      return { id: (await insertFor(db, order, { way, card, now: keyed.now })).id }
    }),
  )
  return id
}

async function lockPayable(
  deps: Deps,
  db: Db,
  orderId: number,
  { userId, now }: KeyedRequest,
): Promise<OrderRow> {
  const order = orMissing(await lockOrder(db, orderId), NO_ORDER)
  if (order.user_id !== userId) throw new Refusal('missing', NO_ORDER)
  if (order.total_price === null)
    throw new Refusal('conflict', 'This visit is in progress. Its price is set when it ends.')
  if (order.pay_until !== null && Date.parse(order.pay_until) <= now.getTime())
    throw new Refusal('conflict', 'The time to pay for this booking has run out. Please book again.')
  if (owedOf(order) === 0) throw new Refusal('conflict', 'Nothing is left to pay.')
  if (order.business_id !== null)
    throw new Refusal('conflict', 'This booking is on company credits. Your card cannot pay for it.')
  if (owedOf(order) < leastChargeIn(deps, order.currency)) throw new Refusal('conflict', NOT_ACCEPTED)
  return order
}

function insertFor(
  db: Db,
  order: OrderRow,
  { way, card, now }: { way: ChargeWay; card: string | null; now: Date },
): Promise<ChargeRow> {
  const amount = owedOf(order)
  return insertCharge(db, {
    office_id: order.office_id,
    order_id: order.id,
    user_id: order.user_id,
    way,
    purpose: 'order',
    card,
    amount,
    kept: amount,
    currency: order.currency,
    tax_percent: order.tax_percent,
    created_at: now.toISOString(),
    expires_at: chargeUntil(order, now),
  })
}

/** One that turns out to be paid counts, and the new one is not needed. Not in a transaction. */
export async function giveUpOthers(deps: Deps, charge: ChargeRow): Promise<ChargeRow | undefined> {
  const open = await listOpenChargesOf(deps.db, { office_id: charge.office_id, id: charge.order_id })
  for (const other of open.filter(({ id, purpose }) => id < charge.id && purpose === 'order')) {
    const { status } = await resolveCharge(deps, other, { giveUp: true })
    const order = (await findOrderRow(deps.db, charge.order_id))!
    if (status === 'authorised' && owedOf(order) < charge.amount) {
      await updateCharge(deps.db, charge.id, { status: 'expired' })
      return findCharge(deps.db, other.id)
    }
  }
  return undefined
}

/** Not in a transaction. */
async function openPage(
  deps: Deps,
  charge: ChargeRow,
  return_to: string | undefined,
  customer: Session,
): Promise<ChargeRow> {
  const { id, order_id, token, amount, currency } = charge
  if (charge.way === 'test') return updateCharge(deps.db, id, { checkout_url: testPage(charge, return_to) })
  const order = (await findPlacedOrder(deps.db, order_id))!
  const page = new URL(return_to ?? `/order/${order_id}`, deps.config.publicUrl)
  page.searchParams.set('charge', String(id))
  const paidUrl = page.href
  page.searchParams.set('left', 'true')
  const checkout = {
    token,
    name: `${placeOf(order)}, ${stayInWords(order.customer.language, order)}`,
    amount,
    currency,
    email: customer.email,
    paidUrl,
    backUrl: page.href,
    expiresAt: pageUntil(charge.created_at),
    capture: 'later',
  } as const
  try {
    const { reference, url } = await asCustomer(deps, customer, token, (their) =>
      deps.payments.startCheckout({ ...checkout, customer: their }),
    )
    return await updateCharge(deps.db, id, { reference, checkout_url: url })
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    await deps.db.transaction((db) =>
      applyCharge(deps, db, { token, outcome: 'failed', charge: null, failure: 'processing_error' }),
    )
    throw Object.assign(new Refusal('conflict', NOT_ACCEPTED), { cause: error })
  }
}

const testPage = ({ id, order_id }: ChargeRow, return_to: string | undefined): string =>
  `/orders/${order_id}/test-charge/${id}${return_to ? `?${new URLSearchParams({ return_to })}` : ''}`
