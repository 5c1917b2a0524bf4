import { z } from 'zod'
import { deleteConflictsBefore, endConflicts } from '#server/features/calendar-sync/conflict-queries.ts'
import { deleteCopiesBefore } from '#server/features/calendar-sync/copy-queries.ts'
import { deleteOutsideEventsBefore } from '#server/features/calendar-sync/event-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { DAY } from '#server/time/opening-hours.ts'

/** When the time of an order or event has passed, nobody tells us. */
export const tendConflicts = job({
  name: 'tend-conflicts',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: ({ db, now }: Deps) => endConflicts(db, { now: now() }),
})

const AT_ONCE = 1000

const KEPT_DAYS = 90

/** Conflicts keep what their events were, until they are forgotten themselves. */
export const forgetOldOutsideEvents = job({
  name: 'forget-old-outside-events',
  data: z.object({}),
  retries: 0,
  cron: '40 1 * * *',
  async run({ db, now }: Deps) {
    const daysAgo = (days: number) => new Date(now().getTime() - days * DAY).toISOString()
    while ((await deleteOutsideEventsBefore(db, daysAgo(1), AT_ONCE)) === AT_ONCE);
    while ((await deleteConflictsBefore(db, daysAgo(KEPT_DAYS), AT_ONCE)) === AT_ONCE);
    while ((await deleteCopiesBefore(db, daysAgo(KEPT_DAYS), AT_ONCE)) === AT_ONCE);
  },
})
