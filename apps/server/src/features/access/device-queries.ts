import type { Device } from '@keyhour/contract/access'
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { deviceSubOffices, devices } from '#server/db/schema/access.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { shownDay } from '#server/db/shown-day.ts'

export type DeviceRow = typeof devices.$inferSelect

export type Search = { q: string; time_zone: string }
export type ListPage = Search & { page?: number | undefined; page_size: number }

const shown = (zone: string): SQL =>
  sql`lower(concat_ws(' ', ${devices.id}, ${devices.name}, ${offices.name}, ${devices.home_assistant_id}, ${devices.type}, ${shownDay(devices.createdAt, zone)}, ${offices.name_he}))`
const isFound = ({ q, time_zone }: Search): SQL | undefined =>
  q ? sql`strpos(${shown(time_zone)}, lower(${q})) > 0` : undefined

/** Deleted ones too. Without `page`, all of them. */
export async function listDevices(db: Db, { page, page_size, ...search }: ListPage): Promise<Device[]> {
  const found = db
    .select({ device: devices })
    .from(devices)
    .innerJoin(offices, eq(offices.id, devices.office_id))
    .where(isFound(search))
    .orderBy(asc(devices.id))
    .$dynamic()
  const rows = await (page ? found.limit(page_size).offset((page - 1) * page_size) : found)
  return withSpaces(
    db,
    rows.map(({ device }) => device),
  )
}

export async function withSpaces(db: Db, found: DeviceRow[]): Promise<Device[]> {
  if (found.length === 0) return []
  const named = await db
    .select({ device_id: deviceSubOffices.device_id, sub_office_id: deviceSubOffices.sub_office_id })
    .from(deviceSubOffices)
    .where(
      inArray(
        deviceSubOffices.device_id,
        found.map(({ id }) => id),
      ),
    )
    .orderBy(asc(deviceSubOffices.sub_office_id))
  const spaces = new Map<number, number[]>()
  for (const { device_id, sub_office_id } of named)
    spaces.set(device_id, [...(spaces.get(device_id) ?? []), sub_office_id])
  return found.map((device) => ({ ...device, sub_office_ids: spaces.get(device.id) ?? [] }))
}

/** Replaces the spaces that the door named before. */
export async function nameSpaces(
  db: Db,
  { office_id, id }: Pick<DeviceRow, 'office_id' | 'id'>,
  subOfficeIds: number[],
): Promise<void> {
  await db
    .delete(deviceSubOffices)
    .where(and(eq(deviceSubOffices.office_id, office_id), eq(deviceSubOffices.device_id, id)))
  if (subOfficeIds.length > 0)
    await db
      .insert(deviceSubOffices)
      .values(
        [...new Set(subOfficeIds)].map((sub_office_id) => ({ office_id, device_id: id, sub_office_id })),
      )
}

/** Deleted spaces count too. */
export async function areSpacesOf(db: Db, officeId: number, subOfficeIds: number[]): Promise<boolean> {
  const own = await db.$count(
    subOffices,
    and(eq(subOffices.office_id, officeId), inArray(subOffices.id, subOfficeIds)),
  )
  return own === new Set(subOfficeIds).size
}

export async function countDevices(db: Db, search: Search): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(devices)
    .innerJoin(offices, eq(offices.id, devices.office_id))
    .where(isFound(search))
  return row!.count
}

export async function findDevice(db: Db, id: number): Promise<DeviceRow | undefined> {
  const [device] = await db.select().from(devices).where(eq(devices.id, id))
  return device
}

export async function lockDevice(db: Db, id: number): Promise<DeviceRow | undefined> {
  const [device] = await db.select().from(devices).where(eq(devices.id, id)).for('no key update')
  return device
}

type NewDevice = Pick<DeviceRow, 'office_id' | 'name' | 'home_assistant_id' | 'type'>
type By = { id: number; at: string }

export function insertDevices(db: Db, made: NewDevice[], by: By): Promise<DeviceRow[]> {
  const stamps = { createdAt: by.at, updated_at: by.at, updated_by: by.id }
  return db
    .insert(devices)
    .values(made.map((device) => ({ ...device, ...stamps })))
    .returning()
}

export async function updateDevice(
  db: Db,
  id: number,
  change: Partial<NewDevice & Pick<DeviceRow, 'deleted_at' | 'codes_paused_until'>>,
  by: By,
): Promise<DeviceRow> {
  const [device] = await db
    .update(devices)
    .set({ ...change, version: sql`${devices.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(devices.id, id))
    .returning()
  return device!
}

/** Includes deleted doors. */
export async function listEntityIds(db: Db, officeId: number): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: devices.home_assistant_id })
    .from(devices)
    .where(eq(devices.office_id, officeId))
  return rows.map(({ id }) => id)
}

export function listActiveDevices(db: Db): Promise<DeviceRow[]> {
  return db.select().from(devices).where(isNull(devices.deleted_at)).orderBy(asc(devices.id))
}

/** There and not deleted. */
export async function isLiveOffice(db: Db, id: number): Promise<boolean> {
  return (await db.$count(offices, and(eq(offices.id, id), isNull(offices.deleted_at)))) > 0
}
