import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { mailCharge } from '#server/features/charges/mail-charge.ts'
import { released } from '#server/features/charges/mails.ts'
import { resolveCharge } from '#server/features/charges/resolve-charge.ts'
import { cancelAndRefund, findFullRefund } from '#server/features/orders/cancel-and-refund.ts'
import { listOpenChargesOf } from '#server/features/orders/charge-queries.ts'
import { findOrderRow, lockOrder, type OrderRow } from '#server/features/orders/row-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** For the moment when an order has waited long enough for its payment. */
export const releaseUnpaid = job({
  name: 'release-unpaid',
  data: z.object({ order_id: z.int() }),
  retries: 5,
  run: (deps: Deps, { order_id }) => releaseIfUnpaid(deps, order_id),
})

/**
 * Gives up the charges of an order whose time to pay is over, and then the order itself, unless one of them turns out to
 * be paid. While the provider cannot be reached the order keeps its space: it may be paid.
 */
export async function releaseIfUnpaid(deps: Deps, orderId: number): Promise<void> {
  const order = await findOrderRow(deps.db, orderId)
  if (!order || (order.cancelled_at === null && !isOverdue(order, deps.now()))) return
  for (const charge of await listOpenChargesOf(deps.db, order))
    await resolveCharge(deps, charge, { giveUp: true })
  await deps.db.transaction(async (db) => {
    const locked = (await lockOrder(db, orderId))!
    if (isOverdue(locked, deps.now())) await release(deps, db, locked)
  })
}

const isOverdue = ({ pay_until }: OrderRow, now: Date): boolean =>
  pay_until !== null && Date.parse(pay_until) <= now.getTime()

async function release(deps: Deps, db: Db, order: OrderRow): Promise<void> {
  // Begun a moment ago: the next run looks at it.
  if ((await listOpenChargesOf(db, order)).length > 0) return
  const refund = await findFullRefund(db, order, deps.now())
  await cancelAndRefund(deps, db, order, { refund, by: null, letter: null, event: 'released' })
  await mailCharge(deps, db, order, released({ credits: refund.refund_credits, expired: refund.expired }))
}
