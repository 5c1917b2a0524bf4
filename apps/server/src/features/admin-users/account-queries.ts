import type { Membership } from '@keyhour/contract/admin-users'
import type { Language } from '@keyhour/contract/primitives'
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { officeMembers, offices } from '#server/db/schema/offices.ts'
import { credentials, users } from '#server/db/schema/users.ts'

export type UserRow = typeof users.$inferSelect

/** Purged users too. */
export async function lockUserRow(db: Db, id: number): Promise<UserRow | undefined> {
  const [user] = await db.select().from(users).where(eq(users.id, id)).for('no key update')
  return user
}

type By = { id: number; at: string }

export async function updateUserRow(
  db: Db,
  id: number,
  change: Partial<typeof users.$inferInsert>,
  by: By,
): Promise<void> {
  await db
    .update(users)
    .set({ ...change, version: sql`${users.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(users.id, id))
}

/** False when another user has the address; the surrounding transaction has then failed. */
export async function updateUnlessTaken(...change: Parameters<typeof updateUserRow>): Promise<boolean> {
  try {
    await updateUserRow(...change)
    return true
  } catch (error) {
    const { constraint } = ((error as Error).cause ?? {}) as { constraint?: string }
    if (constraint === 'users_email_key') return false
    throw error
  }
}

export async function hasWayIn(db: Db, { id, google_subject }: UserRow): Promise<boolean> {
  return google_subject !== null || (await db.$count(credentials, eq(credentials.user_id, id))) > 0
}

export async function listMemberships(db: Db, userId: number): Promise<Membership[]> {
  return db
    .select({ office_id: officeMembers.office_id, role: officeMembers.role })
    .from(officeMembers)
    .where(eq(officeMembers.user_id, userId))
    .orderBy(officeMembers.office_id, officeMembers.role)
}

/** Offices that do not exist, and deleted ones that the user is not a member of yet. */
export async function listUnknownOffices(db: Db, ids: number[], known: number[]): Promise<number[]> {
  const found = await db
    .select({ id: offices.id })
    .from(offices)
    .where(and(inArray(offices.id, ids), or(isNull(offices.deleted_at), inArray(offices.id, known))))
  return ids.filter((id) => !found.some((office) => office.id === id))
}

export async function addMemberships(db: Db, userId: number, added: Membership[], at: string): Promise<void> {
  if (added.length === 0) return
  await db.insert(officeMembers).values(added.map((one) => ({ ...one, user_id: userId, created_at: at })))
}

export async function removeMemberships(db: Db, userId: number, ended: Membership[]): Promise<void> {
  const [ids, roles] = [ended.map(({ office_id }) => office_id), ended.map(({ role }) => role)]
  const isEnded = sql`(${officeMembers.office_id}, ${officeMembers.role}) in (
    select * from unnest(${sql.param(ids)}::bigint[], ${sql.param(roles)}::text[]))`
  await db.delete(officeMembers).where(and(eq(officeMembers.user_id, userId), isEnded))
}

/** In the order of `ids`. */
export async function nameOffices(db: Db, ids: number[], language: Language): Promise<string[]> {
  const rows = await db
    .select({ id: offices.id, name: offices.name, name_he: offices.name_he })
    .from(offices)
    .where(isOneOf(offices.id, ids))
  const names = new Map(rows.map(({ id, name, name_he }) => [id, (language === 'he' && name_he) || name]))
  return ids.map((id) => names.get(id)!)
}
