import type { CalendarFeed } from '@keyhour/contract/calendar-feeds'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { keyOf } from '#server/features/calendar-feeds/feed-key.ts'
import { deleteFeed, findFeed, insertFeed, lockSubOffice } from '#server/features/calendar-feeds/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type SubOfficeRef = { office_id: number; sub_office_id: number }

const describe = (
  { config, secrets }: Deps,
  { id, created_at }: { id: number; created_at: string },
): CalendarFeed => ({
  url: `${config.publicUrl}/api/calendar-feeds/${keyOf(secrets, id)}/calendar.ics`,
  created_at,
})

export async function getFeed(deps: Deps, space: SubOfficeRef): Promise<{ feed: CalendarFeed | null }> {
  const feed = await findFeed(deps.db, space)
  return { feed: feed ? describe(deps, feed) : null }
}

/** An earlier address stops working. */
export const makeFeed = (deps: Deps, space: SubOfficeRef, by: Actor): Promise<CalendarFeed> =>
  deps.db.transaction(async (db) => {
    orMissing(await lockSubOffice(db, space), 'This space does not exist.')
    await deleteFeed(db, space)
    const now = deps.now()
    const feed = await insertFeed(db, { ...space, created_at: now.toISOString(), created_by: by.session.id })
    await auditAct(db, by, actOn(space, 'make calendar address'), now)
    return describe(deps, feed)
  })

export const endFeed = (deps: Deps, space: SubOfficeRef, by: Actor): Promise<void> =>
  deps.db.transaction(async (db) => {
    if (await deleteFeed(db, space)) await auditAct(db, by, actOn(space, 'end calendar address'), deps.now())
  })

const actOn = ({ office_id, sub_office_id }: SubOfficeRef, action: string) =>
  ({ action, subject: 'sub-office', subject_id: sub_office_id, details: { office_id } }) as const
