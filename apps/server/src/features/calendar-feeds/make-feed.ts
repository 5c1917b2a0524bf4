import type { CalendarFeed } from '@keyhour/contract/calendar-feeds'
import { lockSubOffice, type SpaceKey } from '#server/features/admin-offices/office-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { feedKeyOf } from '#server/features/calendar-feeds/feed-key.ts'
import { deleteFeed, findFeed, insertFeed } from '#server/features/calendar-feeds/queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const MISSING = 'This space does not exist.'

const describe = (
  { config, secrets }: Deps,
  { id, created_at }: { id: number; created_at: string },
): CalendarFeed => ({
  url: `${config.publicUrl}/api/calendar-feeds/${feedKeyOf(secrets, id)}/calendar.ics`,
  created_at,
})

export async function getFeed(deps: Deps, space: SpaceKey): Promise<{ feed: CalendarFeed | null }> {
  const feed = await findFeed(deps.db, space)
  return { feed: feed ? describe(deps, feed) : null }
}

/** An earlier address stops working. */
export const makeFeed = (deps: Deps, space: SpaceKey, by: Actor): Promise<CalendarFeed> =>
  deps.db.transaction(async (db) => {
    const { deleted_at } = orMissing(await lockSubOffice(db, space), MISSING)
    if (deleted_at !== null) throw new Refusal('missing', MISSING)
    await deleteFeed(db, space)
    const now = deps.now()
    const feed = await insertFeed(db, space, { created_at: now.toISOString(), created_by: by.session.id })
    await auditAct(db, by, actOn(space, 'make calendar address'), now)
    return describe(deps, feed)
  })

export const endFeed = (deps: Deps, space: SpaceKey, by: Actor): Promise<void> =>
  deps.db.transaction(async (db) => {
    if (await deleteFeed(db, space)) await auditAct(db, by, actOn(space, 'end calendar address'), deps.now())
  })

const actOn = ({ officeId, subOfficeId }: SpaceKey, action: string) =>
  ({ action, subject: 'sub-office', subject_id: subOfficeId, details: { office_id: officeId } }) as const
