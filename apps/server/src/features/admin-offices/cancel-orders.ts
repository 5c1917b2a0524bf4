import { z } from 'zod'
import { isDeleted, listUnfinishedIds } from '#server/features/admin-offices/order-queries.ts'
import { withdrawOrder } from '#server/features/orders/withdraw-order.ts'
import type { Deps } from '#server/http/routes.ts'
import { type Job, job } from '#server/jobs/queue.ts'

const AT_ONCE = 100
const data = z.object({ office_id: z.int(), sub_office_id: z.int().nullable(), admin_id: z.int() })

/**
 * Cancels the orders of a deleted office or space one by one, in batches. If it breaks off, the next run continues with
 * the rest; if the office or space is restored meanwhile, the rest is kept.
 */
export const cancelOrders: Job<Deps, typeof data> = job({
  name: 'cancel-orders',
  data,
  retries: 12,
  async run(deps: Deps, { admin_id, ...place }) {
    const { db, now, enqueue } = deps
    const ids = await listUnfinishedIds(db, place, now(), AT_ONCE)
    for (const id of ids) {
      if (!(await isDeleted(db, place))) return
      await withdrawOrder(deps, id, admin_id)
    }
    if (ids.length === AT_ONCE) await enqueue(db, cancelOrders, { ...place, admin_id })
  },
})
