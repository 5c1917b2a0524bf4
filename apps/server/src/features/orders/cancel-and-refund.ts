import type { Refund } from '@keyhour/contract/orders'
import { percentOf } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { findCancelPolicy } from '#server/features/availability/space-queries.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import type { Back, WriteLetter } from '#server/features/orders/mails.ts'
import { addEvent, type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { paidOf, refundPercent } from '#server/features/orders/rules.ts'
import type { Deps } from '#server/http/routes.ts'

/** A share of what is paid and not refunded yet. */
async function findRefund(db: Db, order: OrderRow, percent: number): Promise<Refund> {
  const credits = await sumSpentOn(db, order)
  const refund_credits = percentOf(credits, percent)
  const refund = refund_credits + percentOf(paidOf(order) - credits, percent)
  return { percent, refund, refund_credits, currency: order.currency }
}

export const findRefundByTerms = async (db: Db, order: OrderRow, now: Date): Promise<Refund> =>
  findRefund(db, order, refundPercent(await findCancelPolicy(db, order.office_id), order, now))

export const findFullRefund = (db: Db, order: OrderRow): Promise<Refund> => findRefund(db, order, 100)

type Cancelling = {
  refund: Pick<Refund, 'refund' | 'refund_credits'>
  by: number | null
  /** Null: the customer gets no mail. */
  letter: ((back: Back) => WriteLetter) | null
}

export async function cancelAndRefund(
  deps: Deps,
  db: Db,
  order: OrderRow,
  { refund: { refund, refund_credits }, by, letter }: Cancelling,
): Promise<void> {
  const now = deps.now()
  await leaveUnit(db, order, now)
  await refundCredits(db, order, refund_credits, now)
  const refunded = order.refunded + refund
  await updateOrder(db, order, { cancelled_at: now.toISOString(), cancelled_by: by, refunded })
  await addEvent(db, order, { kind: 'cancelled', actor_id: by, details: { refund } }, now)
  await followOrder(deps, db, order)
  if (letter)
    await mailOrder(deps, db, order.id, letter({ credits: refund_credits, rest: refund - refund_credits }))
}
