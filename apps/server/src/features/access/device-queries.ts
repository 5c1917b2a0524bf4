import type { Device } from '@keyhour/contract/access'
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { devices } from '#server/db/schema/access.ts'
import { offices } from '#server/db/schema/offices.ts'

export type DeviceRow = typeof devices.$inferSelect

export type Wish = { page?: number | undefined; page_size: number; q: string }

const shown = sql`lower(concat_ws(' ', ${devices.name}, ${offices.name}, ${devices.home_assistant_id}, ${devices.type}))`
const isFound = (q: string): SQL | undefined => (q ? sql`strpos(${shown}, lower(${q})) > 0` : undefined)

/** Deleted ones too. Without `page`, all of them. */
export async function listDevices(db: Db, { page, page_size, q }: Wish): Promise<Device[]> {
  const found = db
    .select({ device: devices })
    .from(devices)
    .innerJoin(offices, eq(offices.id, devices.office_id))
    .where(isFound(q))
    .orderBy(asc(devices.id))
    .$dynamic()
  const rows = await (page ? found.limit(page_size).offset((page - 1) * page_size) : found)
  return rows.map(({ device }) => device)
}

export async function countDevices(db: Db, q: string): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(devices)
    .innerJoin(offices, eq(offices.id, devices.office_id))
    .where(isFound(q))
  return row!.count
}

export async function findDevice(db: Db, id: number): Promise<DeviceRow | undefined> {
  const [device] = await db.select().from(devices).where(eq(devices.id, id))
  return device
}

/** Nobody else changes it until the transaction ends. */
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

/** A new version; who made it and when. */
export async function updateDevice(
  db: Db,
  id: number,
  change: Partial<NewDevice & Pick<DeviceRow, 'deleted_at'>>,
  by: By,
): Promise<DeviceRow> {
  const [device] = await db
    .update(devices)
    .set({ ...change, version: sql`${devices.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(devices.id, id))
    .returning()
  return device!
}

/** What the office's doors are called at its hubs, deleted ones too. */
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

/** Offices in which something can be put up. */
export async function isOpenOffice(db: Db, id: number): Promise<boolean> {
  return (await db.$count(offices, and(eq(offices.id, id), isNull(offices.deleted_at)))) > 0
}
