import type { FastifyRequest } from 'fastify'
import { findOfficeRow } from '#server/features/admin-offices/office-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Null when there is none, or when it cannot be decrypted. Each view is audited. */
export async function revealWifiPassword(
  { db, secrets, now }: Deps,
  id: number,
  by: Actor & Pick<FastifyRequest, 'log'>,
): Promise<{ wifi_password: string | null }> {
  const office = orMissing(await findOfficeRow(db, id), 'This office does not exist.')
  await auditAct(db, by, { action: 'view Wi-Fi password', subject: 'office', subject_id: id }, now())
  const sealed = office.wifi_password_sealed
  try {
    return { wifi_password: sealed && secrets.open(sealed) }
  } catch (error) {
    by.log.error({ error, office_id: id }, 'a Wi-Fi password does not open with this SECRET_KEY')
    return { wifi_password: null }
  }
}
