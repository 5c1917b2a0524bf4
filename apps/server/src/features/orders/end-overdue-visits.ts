import { z } from 'zod'
import { endVisit } from '#server/features/orders/check-out.ts'
import { listOverdueVisits, lockOrder } from '#server/features/orders/order-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** A visit without an end ends where its reservation does, whether or not somebody checks out. */
export const endOverdueVisits = job({
  name: 'end-overdue-visits',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async ({ db, now }: Deps) => {
    for (const { id, reserved_until } of await listOverdueVisits(db, now())) {
      await db.transaction(async (db) => {
        const order = await lockOrder(db, id)
        if (order && order.checked_out_at === null && order.cancelled_at === null)
          await endVisit(db, order, new Date(reserved_until), null)
      })
    }
  },
})
