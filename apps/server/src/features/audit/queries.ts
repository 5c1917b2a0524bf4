import type { Db } from '#server/db/connection.ts'
import { auditLog } from '#server/db/schema/audit.ts'

/** Admin and money actions, and each view of an ID photo, leave a line here in the same transaction. */
export async function writeAudit(db: Db, entry: typeof auditLog.$inferInsert): Promise<void> {
  await db.insert(auditLog).values(entry)
}
