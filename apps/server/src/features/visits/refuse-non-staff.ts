import type { Db } from '#server/db/connection.ts'
import { isOfficeStaff, officeExists } from '#server/features/offices/office-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Only staff of the office and admins see who is there; for everyone else the office does not exist. */
export async function refuseNonStaff(db: Db, officeId: number, watcher: Session): Promise<void> {
  const mayWatch = await (watcher.admin
    ? officeExists(db, officeId)
    : isOfficeStaff(db, officeId, watcher.id))
  if (!mayWatch) throw new Refusal('missing', 'This office does not exist.')
}
