import { z } from 'zod'
import { AccountKey } from '#server/features/calendars/account-key.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import { copyKeyOf } from '#server/features/calendars/copy-key.ts'
import { listWantedCopies, retryRefused } from '#server/features/calendars/copy-queries.ts'
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
 * Without the account nobody can remove them. A calendar that is linked again meanwhile keeps what its link would write
 * there under the same key. A pause before the first one is a failure, so that trying again has an end.
 */
export async function removeCopiesNow(
  deps: Deps,
  { copies, ...calendar }: CopiesToRemove,
): Promise<Rest | undefined> {
  const wanted = await listWantedCopies(
    deps.db,
    calendar,
    copies.map(({ order_id }) => order_id),
  )
  const { office_id } = calendar
  const kept = new Set(
    wanted.map(({ sub_office_id, ...copy }) => copyKeyOf(deps, { office_id, sub_office_id }, copy)),
  )
  const unwanted = copies.filter(({ key }) => !kept.has(key))
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
  if (removed > 0)
    for (const link_id of await retryRefused(deps.db, calendar))
      await deps.enqueue(deps.db, SYNC_LINK, { link_id })
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
