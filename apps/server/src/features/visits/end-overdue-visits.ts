import { z } from 'zod'
import { findOccupancy } from '#server/features/availability/occupancy-queries.ts'
import { lockOrder } from '#server/features/orders/row-queries.ts'
import { endVisit } from '#server/features/visits/check-out.ts'
import { listOverdueVisits } from '#server/features/visits/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** One job for each visit, so that a failure does not keep the others from ending. */
export const endOverdueVisits = job({
  name: 'end-overdue-visits',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async ({ db, now, enqueue }: Deps) => {
    for (const order_id of await listOverdueVisits(db, now())) {
      await enqueue(db, endOverdueVisit, { order_id })
    }
  },
})

/**
 * A visit without an end ends with its reservation, even if the customer does not check out. No retries: the job above
 * enqueues it again every minute.
 */
export const endOverdueVisit = job({
  name: 'end-overdue-visit',
  data: z.object({ order_id: z.int() }),
  retries: 0,
  run: (deps: Deps, { order_id }) =>
    deps.db.transaction(async (db) => {
      const order = await lockOrder(db, order_id)
      if (!order || order.end !== null || order.cancelled_at !== null) return
      const reserved = await findOccupancy(db, order)
      if (reserved && reserved.to <= deps.now().getTime())
        await endVisit(deps, db, order, { at: new Date(reserved.to), by: null })
    }),
})
