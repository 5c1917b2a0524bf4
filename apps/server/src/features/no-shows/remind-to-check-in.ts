import { z } from 'zod'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { expected } from '#server/features/no-shows/mails.ts'
import { mustBeReminded, saveReleaseTime } from '#server/features/no-shows/queries.ts'
import { releaseTimeOf } from '#server/features/no-shows/rules.ts'
import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { lockOrder } from '#server/features/orders/row-queries.ts'
import { tellOfOrder } from '#server/features/push/tell-of-order.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Nothing is released without it. No retries: `releaseNoShows` enqueues it again every minute. */
export const remindToCheckIn = job({
  name: 'remind-to-check-in',
  data: z.object({ order_id: z.int() }),
  retries: 0,
  run: (deps: Deps, { order_id }) =>
    deps.db.transaction(async (db) => {
      const now = deps.now()
      const order = await lockOrder(db, order_id)
      if (!order || !(await mustBeReminded(db, order_id, now))) return
      const until = releaseTimeOf({ start: order.start, minutes: order.no_show_minutes! }, now)
      await saveReleaseTime(db, order, until)
      const placed = (await findPlacedOrder(db, order_id))!
      const url = `${deps.config.publicUrl}/order/${order_id}`
      await sendLetter(deps, db, placed.customer, expected(placed, { until, url }))
      await deps.enqueue(db, tellOfOrder, { kind: 'check_in', order_id })
    }),
})
