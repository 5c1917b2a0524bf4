import type { Db } from '#server/db/connection.ts'
import { isOfficeManager, officeExists } from '#server/features/offices/office-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'

/** For everyone but its managers and admins, the office does not exist. */
export async function refuseNonManager(db: Db, officeId: number, { id, admin }: Session): Promise<void> {
  const isAllowed = await (admin ? officeExists(db, officeId) : isOfficeManager(db, officeId, id))
  if (!isAllowed) throw new Refusal('missing', 'This office does not exist.')
}
