import type { Office } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { listAdminOffices, listPublicOffices } from '#server/features/offices/queries.ts'

/** A hidden office is there for those who have its address; a deleted one only for admins. */
export async function findOffice(
  db: Db,
  id: number,
  reader: { admin: boolean } | null,
): Promise<Office | undefined> {
  const [office] = reader?.admin ? await listAdminOffices(db, [id]) : await listPublicOffices(db, { id })
  return office
}
