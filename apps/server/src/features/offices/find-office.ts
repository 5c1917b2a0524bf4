import type { Office } from '@keyhour/contract/offices'
import type { FastifyBaseLogger } from 'fastify'
import { listAdminOffices, listPublicOffices } from '#server/features/offices/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** A hidden office is there for those who have its address; a deleted one only for admins. */
export async function findOffice(
  { db, secrets }: Deps,
  id: number,
  reader: { admin: boolean } | null,
  log: FastifyBaseLogger,
): Promise<Office | undefined> {
  if (!reader?.admin) return (await listPublicOffices(db, { id }))[0]
  const [found] = await listAdminOffices(db, { id })
  if (!found) return undefined

  const { wifi_password_sealed: sealed, ...office } = found
  try {
    return { ...office, wifi_password: sealed && secrets.open(sealed) }
  } catch (error) {
    log.error({ error, office_id: id }, 'a Wi-Fi password does not open with this SECRET_KEY')
    return { ...office, wifi_password: null }
  }
}
