import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { users } from '#server/db/schema/users.ts'

/**
 * Whoever takes rights away holds all who have them, so that two admins cannot put each other out at once. Before any
 * other person is locked.
 */
export async function lockAdmins(db: Db): Promise<number[]> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.admin, true), isNull(users.deleted_at)))
    .orderBy(asc(users.id))
    .for('no key update')
  return admins.map(({ id }) => id)
}

/** Who is written to when something has to be done by an admin. */
export const listAdmins = (db: Db) =>
  db
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.admin, true), isNull(users.deleted_at)))
    .orderBy(asc(users.id))
