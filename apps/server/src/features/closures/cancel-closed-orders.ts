import { hasBegun } from '@keyhour/contract/order-phase'
import { z } from 'zod'
import { findClosure } from '#server/features/closures/closure-queries.ts'
import { listOrdersInTheWay } from '#server/features/closures/order-queries.ts'
import { cancelAndRefund, findFullRefund } from '#server/features/orders/cancel-and-refund.ts'
import { closed } from '#server/features/orders/mails.ts'
import { lockOrder } from '#server/features/orders/row-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { type Job, job } from '#server/jobs/queue.ts'

const data = z.object({ office_id: z.int(), closure_id: z.int(), admin_id: z.int() })
type ClosedOrders = z.infer<typeof data>

/**
 * Cancels the orders within a closure that have not begun, each in its own transaction: after a failure, the next run
 * continues with the rest. Stops if the closure is removed meanwhile.
 */
export const cancelClosedOrders: Job<Deps, typeof data> = job({
  name: 'cancel-closed-orders',
  data,
  retries: 12,
  async run(deps: Deps, task) {
    const closure = await findClosure(deps.db, { office_id: task.office_id, id: task.closure_id })
    if (!closure) return
    const span = { from: Date.parse(closure.start), to: Date.parse(closure.end) }
    for (const { id } of await listOrdersInTheWay(deps.db, closure, span, deps.now()))
      await cancelClosedOrder(deps, id, task)
  },
})

function cancelClosedOrder(
  deps: Deps,
  orderId: number,
  { office_id, closure_id, admin_id }: ClosedOrders,
): Promise<void> {
  return deps.db.transaction(async (db) => {
    const order = await lockOrder(db, orderId)
    if (!order || order.cancelled_at !== null || hasBegun(order, deps.now().getTime())) return
    const closure = await findClosure(db, { office_id, id: closure_id })
    if (!closure) return
    const refund = await findFullRefund(db, order, deps.now())
    await cancelAndRefund(deps, db, order, { refund, by: admin_id, letter: closed(closure.reason) })
  })
}
