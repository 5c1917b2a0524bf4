import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { users } from '#server/db/schema/users.ts'

/**
 * Locks all admins, so that two of them cannot demote each other at the same moment. Call it before locking any other
 * user.
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

export const listAdmins = (db: Db) =>
  db
    .select({ name: users.name, email: users.email, language: users.language })
    .from(users)
    .where(and(eq(users.admin, true), isNull(users.deleted_at)))
    .orderBy(asc(users.id))
