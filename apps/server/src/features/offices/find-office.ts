import type { Office } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { findPublicOffice, listAdminOffices } from '#server/features/offices/queries.ts'

/** A hidden office is there for its staff, for who has booked in it and for admins; a deleted one only for admins. */
export async function findOffice(
  db: Db,
  id: number,
  reader: { id: number; admin: boolean } | null,
): Promise<Office | undefined> {
  if (!reader?.admin) return findPublicOffice(db, id, reader?.id)
  const [office] = await listAdminOffices(db, [id])
  return office
}
