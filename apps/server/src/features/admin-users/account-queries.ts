import { and, eq, inArray, isNull, notInArray, or, sql } from 'drizzle-orm'
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

export async function listOfficeIds(db: Db, userId: number): Promise<number[]> {
  const rows = await db
    .selectDistinct({ id: officeMembers.office_id })
    .from(officeMembers)
    .where(eq(officeMembers.user_id, userId))
    .orderBy(officeMembers.office_id)
  return rows.map(({ id }) => id)
}

/** Offices that do not exist, and deleted ones that the user is not a member of yet. */
export async function listUnknownOffices(db: Db, ids: number[], known: number[]): Promise<number[]> {
  const found = await db
    .select({ id: offices.id })
    .from(offices)
    .where(and(inArray(offices.id, ids), or(isNull(offices.deleted_at), inArray(offices.id, known))))
  return ids.filter((id) => !found.some((office) => office.id === id))
}

export async function joinOffices(db: Db, userId: number, officeIds: number[], at: string): Promise<void> {
  if (officeIds.length === 0) return
  await db
    .insert(officeMembers)
    .values(
      officeIds.map((office_id) => ({ office_id, user_id: userId, role: 'member' as const, created_at: at })),
    )
    .onConflictDoNothing()
}

/** Managers and owners keep their roles. */
export async function leaveOtherOffices(db: Db, userId: number, officeIds: number[]): Promise<void> {
  await db
    .delete(officeMembers)
    .where(
      and(
        eq(officeMembers.user_id, userId),
        eq(officeMembers.role, 'member'),
        notInArray(officeMembers.office_id, officeIds),
      ),
    )
}
