import type { Db } from '#server/db/connection.ts'
import { officeExists } from '#server/features/offices/office-queries.ts'
import { isOfficeOwner } from '#server/features/owners/queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'

/** For everyone but its owners and admins, the office does not exist. */
export async function refuseNonOwner(db: Db, officeId: number, { id, admin }: Session): Promise<void> {
  const isAllowed = await (admin ? officeExists(db, officeId) : isOfficeOwner(db, officeId, id))
  if (!isAllowed) throw new Refusal('missing', 'This office does not exist.')
}
