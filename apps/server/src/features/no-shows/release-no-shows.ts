import { z } from 'zod'
import { missed } from '#server/features/no-shows/mails.ts'
import { isNoShow, listNoShows, listOrdersToRemind } from '#server/features/no-shows/queries.ts'
import { remindToCheckIn } from '#server/features/no-shows/remind-to-check-in.ts'
import { cancelAndRefund, findNoShowRefund } from '#server/features/orders/cancel-and-refund.ts'
import { lockOrder } from '#server/features/orders/row-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** One job for each order, so that a failure does not stop the others. */
export const releaseNoShows = job({
  name: 'release-no-shows',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async ({ db, now, enqueue }: Deps) => {
    const moment = now()
    for (const order_id of await listOrdersToRemind(db, moment))
      await enqueue(db, remindToCheckIn, { order_id })
    for (const order_id of await listNoShows(db, moment)) await enqueue(db, releaseNoShow, { order_id })
  },
})

/**
 * Cancels an order that nobody came to. Whoever checks in at the same moment waits for the order, or has it first and
 * keeps it. No retries: the job above enqueues it again every minute.
 */
export const releaseNoShow = job({
  name: 'release-no-show',
  data: z.object({ order_id: z.int() }),
  retries: 0,
  run: (deps: Deps, { order_id }) =>
    deps.db.transaction(async (db) => {
      const now = deps.now()
      const order = await lockOrder(db, order_id)
      if (!order || !(await isNoShow(db, order_id, now))) return
      const refund = await findNoShowRefund(db, order, now)
      await cancelAndRefund(deps, db, order, { refund, by: null, letter: missed, event: 'no-show' })
    }),
})
