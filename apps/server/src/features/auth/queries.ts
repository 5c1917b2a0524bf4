import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { credentials, users } from '#server/db/schema/users.ts'

const sessionUser = {
  id: users.id,
  email: users.email,
  name: users.name,
  admin: users.admin,
  session_epoch: users.session_epoch,
}

export type SessionUser = { id: number; email: string; name: string; admin: boolean; session_epoch: number }

export async function findSessionUser(db: Db, id: number): Promise<SessionUser | undefined> {
  const [user] = await db
    .select(sessionUser)
    .from(users)
    .where(and(eq(users.id, id), isNull(users.deleted_at)))
  return user
}

export async function findUserWithPassword(db: Db, email: string) {
  const [user] = await db
    .select({ ...sessionUser, password_hash: credentials.password_hash })
    .from(users)
    .innerJoin(credentials, eq(credentials.user_id, users.id))
    .where(and(eq(users.email, email), isNull(users.deleted_at)))
  return user
}
