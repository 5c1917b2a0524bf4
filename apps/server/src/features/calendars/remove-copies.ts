import { z } from 'zod'
import { AccountKey } from '#server/features/calendars/account-key.ts'
import { listOrdersOf } from '#server/features/calendars/copy-queries.ts'
import { isLasting } from '#server/features/calendars/is-lasting.ts'
import { openLeftService } from '#server/features/calendars/open-service.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

export const CopiesToRemove = AccountKey.extend({
  calendar_id: z.string(),
  copies: z.array(z.object({ order_id: z.int(), event_id: z.string().nullable(), key: z.string() })),
})
export type CopiesToRemove = z.infer<typeof CopiesToRemove>

/** Without the account nobody can remove them. A calendar that is linked again meanwhile keeps what belongs there. */
export async function removeCopiesNow(deps: Deps, { copies, ...calendar }: CopiesToRemove): Promise<void> {
  const wanted = await listOrdersOf(
    deps.db,
    calendar,
    copies.map(({ order_id }) => order_id),
  )
  try {
    const service = await openLeftService(deps, deps.db, calendar)
    for (const { order_id, event_id, key } of copies)
      if (!wanted.has(order_id)) await service.remove(calendar.calendar_id, event_id, key)
  } catch (error) {
    if (!isLasting(error)) throw error
  }
}

/** After their calendar was unlinked. */
export const removeCopies = job({
  name: 'remove-calendar-copies',
  data: CopiesToRemove,
  retries: 5,
  run: removeCopiesNow,
})
