import { and, eq } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import type { SpaceKey } from '#server/features/admin-offices/office-queries.ts'

const ofSpace = ({ officeId, subOfficeId }: SpaceKey) =>
  and(
    eq(calendarLinks.office_id, officeId),
    eq(calendarLinks.sub_office_id, subOfficeId),
    eq(calendarLinks.provider, 'ics'),
  )

export async function findImport(db: Db, space: SpaceKey) {
  const [link] = await db
    .select({
      id: calendarLinks.id,
      host: calendarLinks.calendar_id,
      calendar_name: calendarLinks.calendar_name,
      state: calendarLinks.state,
      failure: calendarLinks.failure,
      failing_since: calendarLinks.failing_since,
      read_at: calendarLinks.read_at,
      linked_at: calendarLinks.linked_at,
    })
    .from(calendarLinks)
    .where(ofSpace(space))
  return link
}

type NewImport = {
  host: string
  name: string
  address_sealed: string
  linked_at: string
  linked_by: number
}

export async function insertImport(
  db: Db,
  { officeId, subOfficeId }: SpaceKey,
  { host, name, address_sealed, linked_at, linked_by }: NewImport,
): Promise<number> {
  const [link] = await db
    .insert(calendarLinks)
    .values({
      office_id: officeId,
      sub_office_id: subOfficeId,
      provider: 'ics',
      calendar_id: host,
      calendar_name: name,
      address_sealed,
      linked_at,
      linked_by,
      due_at: linked_at,
    })
    .returning({ id: calendarLinks.id })
  return link!.id
}
