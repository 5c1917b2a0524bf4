import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'

export type OfficeRow = typeof offices.$inferSelect
export type SubOfficeRow = typeof subOffices.$inferSelect
export type SpaceKey = { officeId: number; subOfficeId: number }

type By = { id: number; at: string }

/** Finds deleted ones too. */
export async function lockOffice(db: Db, id: number): Promise<OfficeRow | undefined> {
  const [office] = await db.select().from(offices).where(eq(offices.id, id)).for('no key update')
  return office
}

/** Finds deleted ones too. To lock both, lock the office first. */
export async function lockSubOffice(
  db: Db,
  { officeId, subOfficeId }: SpaceKey,
): Promise<SubOfficeRow | undefined> {
  const [space] = await db
    .select()
    .from(subOffices)
    .where(and(eq(subOffices.office_id, officeId), eq(subOffices.id, subOfficeId)))
    .for('no key update')
  return space
}

export async function insertOffice(db: Db, office: typeof offices.$inferInsert): Promise<OfficeRow> {
  const [row] = await db.insert(offices).values(office).returning()
  return row!
}

export async function insertSubOffice(db: Db, space: typeof subOffices.$inferInsert): Promise<SubOfficeRow> {
  const [row] = await db.insert(subOffices).values(space).returning()
  return row!
}

/** Increases the version and records who made it and when. */
export async function updateOffice(
  db: Db,
  id: number,
  change: Partial<typeof offices.$inferInsert>,
  by: By,
): Promise<void> {
  await db
    .update(offices)
    .set({ ...change, version: sql`${offices.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(offices.id, id))
}

export async function updateSubOffice(
  db: Db,
  { officeId, subOfficeId }: SpaceKey,
  change: Partial<typeof subOffices.$inferInsert>,
  by: By,
): Promise<void> {
  await db
    .update(subOffices)
    .set({ ...change, version: sql`${subOffices.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(and(eq(subOffices.office_id, officeId), eq(subOffices.id, subOfficeId)))
}

/** Names such as Asia/Jerusalem that the database and its constraint know. */
export async function isTimeZone(db: Db, name: string): Promise<boolean> {
  const { rows } = await db.execute<{ known: boolean }>(sql`select is_time_zone(${name}) as known`)
  return rows[0]!.known
}

/** Without deleted ones. */
export const countSubOffices = (db: Db, officeId: number): Promise<number> =>
  db.$count(subOffices, and(eq(subOffices.office_id, officeId), isNull(subOffices.deleted_at)))

export async function findOfficeRow(db: Db, id: number): Promise<OfficeRow | undefined> {
  const [office] = await db.select().from(offices).where(eq(offices.id, id))
  return office
}

export async function findSubOfficeRow(
  db: Db,
  { officeId, subOfficeId }: SpaceKey,
): Promise<SubOfficeRow | undefined> {
  const [space] = await db
    .select()
    .from(subOffices)
    .where(and(eq(subOffices.office_id, officeId), eq(subOffices.id, subOfficeId)))
  return space
}

/** Without deleted ones, the oldest first. */
export function listSubOfficeRows(db: Db, officeId: number): Promise<SubOfficeRow[]> {
  return db
    .select()
    .from(subOffices)
    .where(and(eq(subOffices.office_id, officeId), isNull(subOffices.deleted_at)))
    .orderBy(subOffices.id)
}
