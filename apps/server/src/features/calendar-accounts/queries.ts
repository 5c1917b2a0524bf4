import type { AccountProvider } from '@keyhour/contract/calendar-accounts'
import { and, asc, eq, inArray, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import { integrations, offices, subOffices } from '#server/db/schema/offices.ts'

type Account = { office_id: number; provider: AccountProvider }

const PROVIDERS: AccountProvider[] = ['nexudus', 'pickspace', 'roo']

/** One that is being disconnected keeps its secrets until nothing of ours is left there. */
const isConnected = ne(integrations.state, 'disconnected')

export const listAccountRows = (db: Db, officeId: number) =>
  db
    .select({
      provider: sql<AccountProvider>`${integrations.provider}`,
      settings: integrations.settings,
      credentials_sealed: integrations.credentials_sealed,
    })
    .from(integrations)
    .where(and(eq(integrations.office_id, officeId), inArray(integrations.provider, PROVIDERS), isConnected))
    .orderBy(asc(integrations.provider))

/** With the account that it has already. Undefined for a deleted office, too. */
export async function findOfficeWithAccount(db: Db, { office_id, provider }: Account) {
  const [office] = await db
    .select({
      time_zone: offices.time_zone,
      pickspace_email: offices.pickspace_email,
      pickspace_location_id: offices.pickspace_location_id,
      settings: integrations.settings,
      credentials_sealed: integrations.credentials_sealed,
    })
    .from(offices)
    .leftJoin(
      integrations,
      and(eq(integrations.office_id, offices.id), eq(integrations.provider, provider), isConnected),
    )
    .where(and(eq(offices.id, office_id), isNull(offices.deleted_at)))
  return office
}

const FIELD = {
  nexudus: subOffices.nexudus_resource_id,
  pickspace: subOffices.pickspace_room_id,
  roo: subOffices.roo_room_id,
}

type Changed = { id: number; at: string }

/** No sub-office of the office names a room of this service any more. */
export async function clearRooms(db: Db, { office_id, provider }: Account, by: Changed): Promise<void> {
  const field = FIELD[provider]
  await db
    .update(subOffices)
    .set({
      [field.name]: null,
      version: sql`${subOffices.version} + 1`,
      updated_at: by.at,
      updated_by: by.id,
    })
    .where(and(eq(subOffices.office_id, office_id), isNotNull(field)))
}

/** Links of an office to Nexudus: to these resources, or all. */
export async function listNexudusLinks(
  db: Db,
  office_id: number,
  resourceIds: string[] | undefined,
): Promise<number[]> {
  const which: SQL | undefined = resourceIds && inArray(calendarLinks.calendar_id, resourceIds)
  const links = await db
    .select({ id: calendarLinks.id })
    .from(calendarLinks)
    .where(and(eq(calendarLinks.office_id, office_id), eq(calendarLinks.provider, 'nexudus'), which))
    .orderBy(asc(calendarLinks.id))
  return links.map(({ id }) => id)
}
