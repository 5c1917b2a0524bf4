import type { Office } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import {
  findPublicOffice,
  listAdminOffices,
  type OfficeReader,
} from '#server/features/offices/office-queries.ts'

/** Admins get everything that they manage, and deleted offices, too. */
export async function findOffice(db: Db, id: number, reader: OfficeReader): Promise<Office | undefined> {
  if (!reader?.admin) return findPublicOffice(db, id, reader)
  const [office] = await listAdminOffices(db, [id])
  return office
}
