import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { deviceSubOffices, devices, homeAssistants } from '#server/db/schema/access.ts'
import { integrations, offices, type Provider } from '#server/db/schema/offices.ts'

/** Where the doors of an office are known, credentials still sealed. Deleted offices too: codes are taken out there. */
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

/** A door that names no space opens for everybody in its office. Whoever has the whole office opens every door there. */
export function opensSpace(subOfficeId: SQL | number | null): SQL {
  const named = sql`select from ${deviceSubOffices} named
    where named.office_id = ${devices.office_id} and named.device_id = ${devices.id}`
  return sql`(${subOfficeId}::bigint is null or not exists (${named})
    or exists (${named} and named.sub_office_id = ${subOfficeId}))`
}
