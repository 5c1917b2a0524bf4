import { z } from 'zod'
import { isDeleted, listUnfinishedIds } from '#server/features/admin-offices/order-queries.ts'
import { withdrawOrder } from '#server/features/orders/withdraw-order.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const AT_ONCE = 100

/**
 * The orders of a place that was deleted, each for itself: however many there are, and wherever it breaks off, the
 * next attempt goes on with those that are left. A place that is restored meanwhile keeps them.
 */
export const cancelOrders = job({
  name: 'cancel-orders',
  data: z.object({ office_id: z.int(), sub_office_id: z.int().nullable(), admin_id: z.int() }),
  retries: 12,
  async run(deps: Deps, { admin_id, ...place }) {
    const { db, now } = deps
    for (;;) {
      const ids = await listUnfinishedIds(db, place, now(), AT_ONCE)
      if (ids.length === 0) return
      for (const id of ids) {
        if (!(await isDeleted(db, place))) return
        await withdrawOrder(deps, id, admin_id)
      }
    }
  },
})
