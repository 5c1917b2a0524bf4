import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { placeEvents } from '#server/features/availability/event-queries.ts'
import { withCleaning } from '#server/features/availability/give-back.ts'
import { lockSpace } from '#server/features/availability/space-queries.ts'
import { addOverlaps, endConflicts } from '#server/features/calendar-sync/conflict-queries.ts'
import { askForCopies } from '#server/features/calendar-sync/copy-queries.ts'
import { freeStrays } from '#server/features/calendar-sync/event-queries.ts'
import { listLinkedPlaces } from '#server/features/calendar-sync/link-queries.ts'
import { syncLink } from '#server/features/calendar-sync/sync-link.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import type { Span } from '#server/time/opening-hours.ts'

const data = z.object({
  office_id: z.int(),
  order_id: z.int(),
  /** The time of the order before, if it may have left some of it. */
  freed: z.object({ from: z.int(), to: z.int() }).nullish(),
})

type Changed = z.infer<typeof data> & {
  /** Left out if nobody moved it. */
  movedBy?: number | null
}

/** Pass the transaction of the change: the calendars follow if that commits, and only then. */
export async function tellCalendars(
  { enqueue, now }: Pick<Deps, 'enqueue' | 'now'>,
  db: Db,
  { movedBy, ...changed }: Changed,
): Promise<void> {
  const order = { office_id: changed.office_id, id: changed.order_id }
  const by = movedBy === undefined ? {} : { movedBy }
  if (changed.freed) await endConflicts(db, { order, now: now(), ...by })
  await enqueue(db, followChange, changed)
}

/** Compares an order that has changed with outside events and with its copies. */
export const followChange = job({
  name: 'follow-change-in-calendars',
  data,
  retries: 5,
  atOnce: 2,
  async run(deps: Deps, { freed, ...order }) {
    const { db } = deps
    const now = deps.now()
    if (freed) await tidyPlaces(deps, order, freed)
    await addOverlaps(db, order, now)
    await endConflicts(db, { order: { office_id: order.office_id, id: order.order_id }, now })
    for (const link_id of await askForCopies(db, order, now)) await deps.enqueue(db, syncLink, { link_id })
  },
})

/**
 * An event may have come in at the same moment as the order left, so that neither saw the other. Here both are there to
 * be seen.
 */
async function tidyPlaces(
  deps: Deps,
  order: { office_id: number; order_id: number },
  freed: Span,
): Promise<void> {
  const { from, to } = withCleaning(freed)
  const coming = { from: Math.max(from, deps.now().getTime()), to }
  if (coming.from >= coming.to) return
  for (const place of await listLinkedPlaces(deps.db, order))
    await deps.db.transaction(async (db) => {
      await lockSpace(db, place)
      await freeStrays(db, place, coming)
      await placeEvents(db, place, [coming])
    })
}
