import type { ConsentProvider } from '@keyhour/contract/calendars'
import { and, eq, isNotNull, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { consentRequests } from '#server/db/schema/calendars.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'

type Request = typeof consentRequests.$inferInsert

/** Forgets requests that nobody came back from. */
export async function insertConsentRequest(db: Db, request: Request, now: Date): Promise<void> {
  await db.delete(consentRequests).where(lte(consentRequests.expires_at, now.toISOString()))
  await db.insert(consentRequests).values(request)
}

type Came = Pick<Request, 'state_hash' | 'provider' | 'user_id' | 'session_id'>

/** It works once, and only for the session that began it. */
export async function takeRequest(db: Db, { state_hash, provider, user_id, session_id }: Came) {
  const [request] = await db
    .delete(consentRequests)
    .where(
      and(
        eq(consentRequests.state_hash, state_hash),
        eq(consentRequests.provider, provider),
        eq(consentRequests.user_id, user_id),
        eq(consentRequests.session_id, session_id),
      ),
    )
    .returning()
  return request
}

export async function findOfficeForCalendars(db: Db, id: number) {
  const [office] = await db
    .select({ deleted_at: offices.deleted_at, google_calendar_type: offices.google_calendar_type })
    .from(offices)
    .where(eq(offices.id, id))
  return office
}

/** Not a deleted one. */
export async function findSpaceToLink(db: Db, id: number) {
  const [space] = await db
    .select({ office_id: subOffices.office_id, google_calendar_type: offices.google_calendar_type })
    .from(subOffices)
    .innerJoin(offices, eq(offices.id, subOffices.office_id))
    .where(and(eq(subOffices.id, id), sql`coalesce(${subOffices.deleted_at}, ${offices.deleted_at}) is null`))
  return space
}

const FIELDS = {
  google: ['google_calendar_id', 'google_calendar_room_id'],
  outlook: ['outlook_calendar_id'],
} as const

/** A form that shows an earlier version of one of them has to be loaded again. */
export async function clearLinkFields(
  db: Db,
  { office_id, provider }: { office_id: number; provider: ConsentProvider },
  by: { id: number; at: string },
): Promise<void> {
  const fields = FIELDS[provider]
  await db
    .update(subOffices)
    .set({
      ...Object.fromEntries(fields.map((field) => [field, null])),
      version: sql`${subOffices.version} + 1`,
      updated_at: by.at,
      updated_by: by.id,
    })
    .where(
      and(eq(subOffices.office_id, office_id), or(...fields.map((field) => isNotNull(subOffices[field])))),
    )
}
