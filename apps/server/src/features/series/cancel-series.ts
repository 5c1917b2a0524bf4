import type { ExpiredRefund, Refund } from '@keyhour/contract/orders'
import type { Series, SeriesRefund, SeriesScope } from '@keyhour/contract/series'
import type { Db } from '#server/db/connection.ts'
import { settled } from '#server/features/bookings/claim-unit.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { listPlacedOrders } from '#server/features/orders/calendar-queries.ts'
import { cancelAndRefund, findRefundByTerms } from '#server/features/orders/cancel-and-refund.ts'
import { findOwnOrderRow } from '#server/features/orders/lock-own-order.ts'
import { keepCustomer, type OrderRow } from '#server/features/orders/row-queries.ts'
import { readSeries } from '#server/features/series/get-series.ts'
import { mailSeries } from '#server/features/series/mail-series.ts'
import { seriesCancelled } from '#server/features/series/mails.ts'
import { lockLotsOfAll } from '#server/features/series/queries.ts'
import { sumOf } from '#server/features/series/rules.ts'
import { findInScope, lockInScope, type Scoped } from '#server/features/series/scope.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getSeriesRefund(
  { db, now }: Deps,
  orderId: number,
  scope: SeriesScope,
  caller: Session,
): Promise<SeriesRefund> {
  const { orders } = await findInScope(db, { orderId, scope, caller, now: now() })
  return sumOfRefunds(await findRefunds(db, orders, now()))
}

/** What each order's own terms give back. */
async function findRefunds(db: Db, orders: OrderRow[], now: Date): Promise<Refund[]> {
  const refunds: Refund[] = []
  for (const order of orders) refunds.push(await findRefundByTerms(db, order, now))
  return refunds
}

const sumOfRefunds = (refunds: Refund[]): SeriesRefund => ({
  count: refunds.length,
  currency: refunds[0]!.currency,
  kept: sumOf(refunds, ({ kept }) => kept),
  refund: sumOf(refunds, ({ refund }) => refund),
  refund_credits: sumOf(refunds, ({ refund_credits }) => refund_credits),
  refund_card: sumOf(refunds, ({ refund_card }) => refund_card),
  expired: sumOfExpired(refunds),
  owed: sumOf(refunds, ({ owed }) => owed),
})

function sumOfExpired(refunds: Refund[]): ExpiredRefund {
  const expired = refunds.flatMap((one) => (one.expired ? [one.expired] : []))
  if (expired.length === 0) return null
  return { amount: sumOf(expired, ({ amount }) => amount), until: expired[0]!.until }
}

type Shown = { scope: SeriesScope; count: number; refund: number; owed: number }

/** Cancels all of them or none. Refuses if how many they are, the refund, or what stays owed, is no longer as shown. */
export function cancelSeries(deps: Deps, orderId: number, shown: Shown, caller: Session): Promise<Series> {
  return settled(() =>
    deps.db.transaction((db) =>
      cancelInScope(deps, db, shown, { ...shown, orderId, caller, now: deps.now() }),
    ),
  )
}

async function cancelInScope(deps: Deps, db: Db, shown: Shown, scoped: Scoped): Promise<Series> {
  const { orderId, caller, now } = scoped
  await keepCustomer(db, (await findOwnOrderRow(db, orderId, caller)).user_id)
  const { key, orders } = await lockInScope(db, scoped)
  const ids = orders.map(({ id }) => id)
  await lockLotsOfAll(db, { office_id: key.office_id, ids })
  const refunds = await findRefunds(db, orders, now)
  const { count, refund, refund_credits, refund_card, expired, owed } = sumOfRefunds(refunds)
  if (count !== shown.count || refund !== shown.refund || owed !== shown.owed)
    throw new Refusal('conflict', 'The refund has changed in the meantime. Please check it again.')
  for (const [at, order] of orders.entries()) {
    await cancelAndRefund(deps, db, order, { refund: refunds[at]!, by: caller.id, letter: null })
    const { refund, refund_credits, owed } = refunds[at]!
    await auditForCustomer(db, order, caller, {
      action: 'cancel order',
      details: { refund, refund_credits, owed },
      now,
    })
  }
  const placed = (await listPlacedOrders(db, key)).filter(({ id }) => ids.includes(id))
  const rest = refund - refund_credits - refund_card
  const back = { credits: refund_credits, card: refund_card, rest, expired }
  await mailSeries(deps, db, placed, seriesCancelled({ ...back, owed }))
  return readSeries(db, key)
}
