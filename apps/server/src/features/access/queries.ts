import type { Device, HomeAssistant } from '@keyhour/contract/access'
import { asc, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { devices, homeAssistants } from '#server/db/schema/access.ts'

export function listDevices(db: Db): Promise<Device[]> {
  return db.select().from(devices).orderBy(asc(devices.id))
}

export async function listHomeAssistants(db: Db): Promise<HomeAssistant[]> {
  const hubs = await db
    .select({
      id: homeAssistants.id,
      url: homeAssistants.url,
      office_id: homeAssistants.office_id,
      createdAt: homeAssistants.createdAt,
      version: homeAssistants.version,
    })
    .from(homeAssistants)
    .where(isNull(homeAssistants.deleted_at))
    .orderBy(asc(homeAssistants.id))
  return hubs.map((hub) => ({ ...hub, token: '••••••••' }))
}
