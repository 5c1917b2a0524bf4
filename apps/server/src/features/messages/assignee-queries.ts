import type { Assignee } from '@keyhour/contract/answers'
import { and, asc, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { users } from '#server/db/schema/users.ts'

const canTakeCare = and(eq(users.admin, true), isNull(users.deleted_at))

export const listAssignees = (db: Db): Promise<Assignee[]> =>
  db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(canTakeCare)
    .orderBy(asc(users.name), asc(users.id))

/** Stays an admin until the transaction ends. */
export async function lockAssignee(db: Db, id: number): Promise<Assignee | undefined> {
  const [assignee] = await db
    .select({ id: users.id, name: users.name })
    .from(users)
    .where(and(eq(users.id, id), canTakeCare))
    .for('share')
  return assignee
}
