import { z } from 'zod'
import { AccountKey } from '#server/features/calendars/account-key.ts'
import { listOrdersOf } from '#server/features/calendars/copy-queries.ts'
import { isLasting } from '#server/features/calendars/is-lasting.ts'
import { openLeftService } from '#server/features/calendars/open-service.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { CalendarFailed } from '#server/outside/calendar-service.ts'

export const CopiesToRemove = AccountKey.extend({
  calendar_id: z.string(),
  is_room: z.boolean().default(false),
  copies: z.array(z.object({ order_id: z.int(), event_id: z.string().nullable(), key: z.string() })),
})
export type CopiesToRemove = z.infer<typeof CopiesToRemove>

/** Those that are still there, because the service wants a pause. */
type Rest = { copies: CopiesToRemove['copies']; waitMs: number }

/**
 * Without the account nobody can remove them. A calendar that is linked again meanwhile keeps what belongs there. A pause
 * before the first one is a failure, so that trying again has an end.
 */
export async function removeCopiesNow(
  deps: Deps,
  { copies, ...calendar }: CopiesToRemove,
): Promise<Rest | undefined> {
  const wanted = await listOrdersOf(
    deps.db,
    calendar,
    copies.map(({ order_id }) => order_id),
  )
  const unwanted = copies.filter(({ order_id }) => !wanted.has(order_id))
  let removed = 0
  try {
    const service = await openLeftService(deps, deps.db, calendar)
    for (const { event_id, key } of unwanted) {
      await service.remove(calendar.calendar_id, event_id, key)
      removed += 1
    }
  } catch (error) {
    if (isLasting(error)) return undefined
    if (!(error instanceof CalendarFailed) || error.reason !== 'throttled' || removed === 0) throw error
    return { copies: unwanted.slice(removed), waitMs: error.waitMs ?? 0 }
  }
  return undefined
}

const REMOVE = { name: 'remove-calendar-copies', data: CopiesToRemove }

/** After their calendar was unlinked. */
export const removeCopies = job({
  ...REMOVE,
  retries: 10,
  async run(deps: Deps, data) {
    const rest = await removeCopiesNow(deps, data)
    if (rest) await deps.enqueue(deps.db, REMOVE, { ...data, copies: rest.copies }, rest.waitMs)
  },
})
