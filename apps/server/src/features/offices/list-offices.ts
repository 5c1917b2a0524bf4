import type { Office } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { listAdminOffices, listPublicOffices } from '#server/features/offices/queries.ts'

const MASKED = '••••••••'

/** Everything for admins, but Wi-Fi passwords stay sealed until one office is asked for. */
export async function listOffices(db: Db, reader: { admin: boolean } | null): Promise<Office[]> {
  if (!reader?.admin) return listPublicOffices(db)
  const offices = await listAdminOffices(db)
  return offices.map(({ wifi_password_sealed, ...office }) => ({
    ...office,
    wifi_password: wifi_password_sealed && MASKED,
  }))
}
