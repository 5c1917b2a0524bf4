import { z } from 'zod'
import { isDeleted, listUnfinishedIds } from '#server/features/admin-offices/order-queries.ts'
import { withdrawOrder } from '#server/features/orders/withdraw-order.ts'
import type { Deps } from '#server/http/routes.ts'
import { type Job, job } from '#server/jobs/queue.ts'

const AT_ONCE = 100
const data = z.object({ office_id: z.int(), sub_office_id: z.int().nullable(), admin_id: z.int() })

/**
 * The orders of a place that was deleted, each for itself and some at a time: however many there are, and wherever it
 * breaks off, the next attempt goes on with those that are left. A place that is restored meanwhile keeps them.
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
