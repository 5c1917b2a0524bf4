import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { deviceSubOffices, devices, homeAssistants } from '#server/db/schema/access.ts'
import { integrations, offices, type Provider } from '#server/db/schema/offices.ts'

/** Deleted offices too, whose codes still have to be removed. */
export async function findHubsOf(db: Db, officeId: number) {
  const hubs = await db
    .select({ id: homeAssistants.id, url: homeAssistants.url, token_sealed: homeAssistants.token_sealed })
    .from(homeAssistants)
    .where(and(eq(homeAssistants.office_id, officeId), isNull(homeAssistants.deleted_at)))
    .orderBy(asc(homeAssistants.id))
  const [office] = await db
    .select({
      openpath_org_id: offices.openpath_org_id,
      openpath_entry_id: offices.openpath_entry_id,
      tuya_devices: offices.tuya_devices,
    })
    .from(offices)
    .where(eq(offices.id, officeId))
  const accounts = await db
    .select({
      provider: integrations.provider,
      settings: integrations.settings,
      credentials_sealed: integrations.credentials_sealed,
    })
    .from(integrations)
    .where(
      and(
        eq(integrations.office_id, officeId),
        inArray(integrations.provider, ['openpath', 'tuya'] satisfies Provider[]),
        inArray(integrations.state, ['connected', 'failing']),
      ),
    )
  return { hubs, office, accounts }
}

/** It names no spaces, so it opens for everyone in its office. */
export const opensEverySpace = sql<boolean>`not exists (select from ${deviceSubOffices} named
  where named.office_id = ${devices.office_id} and named.device_id = ${devices.id})`

/** A door without spaces opens for every order of its office. An order for the whole office opens every door. */
export function opensSpace(subOfficeId: SQL | number | null): SQL {
  const named = sql`select from ${deviceSubOffices} named
    where named.office_id = ${devices.office_id} and named.device_id = ${devices.id}`
  return sql`(${subOfficeId}::bigint is null or not exists (${named})
    or exists (${named} and named.sub_office_id = ${subOfficeId}))`
}
