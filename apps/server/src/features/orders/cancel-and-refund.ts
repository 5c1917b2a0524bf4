import { splitRefund } from '@keyhour/contract/order-management'
import type { Refund } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { previewRefund, refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { sumHeldOnCards } from '#server/features/orders/card-refund-queries.ts'
import { leaveUnit } from '#server/features/orders/leave-unit.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import type { Outcome, WriteLetter } from '#server/features/orders/mails.ts'
import { returnToCards, takeFromCards } from '#server/features/orders/return-to-cards.ts'
import { type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import { cancellationOf, heldOf, paidOf, refundPercent, statusOf } from '#server/features/orders/rules.ts'
import type { Deps } from '#server/http/routes.ts'

async function findRefund(db: Db, order: OrderRow, percent: number, now: Date): Promise<Refund> {
  const { kept, refund, owed } = cancellationOf(order, percent)
  const { credits: refund_credits, card: refund_card } = splitRefund(refund, {
    paid: paidOf(order),
    paid_in_credits: await sumSpentOn(db, order),
    held_on_cards: await sumHeldOnCards(db, order),
  })
  const { expired } = await previewRefund(db, order, refund_credits, now)
  return { percent, kept, refund, refund_credits, refund_card, expired, owed, currency: order.currency }
}

export const findRefundByTerms = (db: Db, order: OrderRow, now: Date): Promise<Refund> =>
  findRefund(db, order, refundPercent(order, now), now)

export const findFullRefund = (db: Db, order: OrderRow, now: Date): Promise<Refund> =>
  findRefund(db, order, 100, now)

export const findNoShowRefund = (db: Db, order: OrderRow, now: Date): Promise<Refund> =>
  findRefund(db, order, order.no_show_refund_percent ?? 0, now)

type Cancelling = {
  refund: Pick<Refund, 'kept' | 'refund' | 'refund_credits'>
  by: number | null
  /** Null: the customer gets no mail. */
  letter: ((outcome: Outcome) => WriteLetter) | null
  /** `released`: nobody paid in time. `no-show`: nobody came. */
  event?: 'cancelled' | 'released' | 'no-show'
}

export async function cancelAndRefund(
  deps: Deps,
  db: Db,
  order: OrderRow,
  { refund: { kept, refund, refund_credits }, by, letter, event = 'cancelled' }: Cancelling,
): Promise<void> {
  const now = deps.now()
  const no_show = event === 'no-show'
  await leaveUnit(db, order, now, { wasThere: !no_show })
  const { expired } = await refundCredits(db, order, refund_credits, now)
  const card = await returnToCards(deps, db, order, refund - refund_credits)
  await takeFromCards(deps, db, order)
  const refunded = order.refunded + refund
  const owed = Math.max(0, kept - paidOf({ ...order, refunded }))
  const held = heldOf({ ...order, refunded }, await sumSpentOn(db, order))
  await updateOrder(db, order, {
    cancelled_at: now.toISOString(),
    cancelled_by: by,
    no_show,
    refunded,
    kept,
    pay_until: null,
    ...(kept > 0 && { payment_status: statusOf(owed, held) }),
  })
  const details = { refund, ...(owed > 0 && { owed }) }
  await addEvent(deps, db, order, { kind: event, actor_id: by, details, at: now })
  await followOrder(deps, db, order)
  const back = { credits: refund_credits, card, rest: refund - refund_credits - card, expired }
  if (letter) await mailOrder(deps, db, order.id, letter({ ...back, kept, owed }))
}
