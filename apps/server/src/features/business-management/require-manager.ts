import type { Db } from '#server/db/connection.ts'
import {
  type BusinessRow,
  findBusiness,
  findBusinessRow,
  isManager,
  lockBusiness,
} from '#server/features/businesses/queries.ts'
import { NO_COMPANY } from '#server/features/businesses/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'

/** For its managers and for admins; for everybody else the company does not exist. Looked up on each call. */
export async function requireManager(
  db: Db,
  businessId: number,
  { id, admin }: Session,
): Promise<BusinessRow> {
  const mayManage = admin || (await isManager(db, businessId, id))
  return orMissing(mayManage ? await findBusiness(db, businessId) : undefined, NO_COMPANY)
}

/** The same for reading. Admins also read what a closed company has left: its orders, receipts and ledger. */
export async function requireReader(db: Db, businessId: number, caller: Session): Promise<BusinessRow> {
  if (!caller.admin) return requireManager(db, businessId, caller)
  return orMissing(await findBusinessRow(db, businessId), NO_COMPANY)
}

/** Like `requireManager`, with the company locked: what its people are stays as it is until the transaction ends. */
export async function lockAsManager(db: Db, businessId: number, caller: Session): Promise<BusinessRow> {
  const business = orMissing(await lockBusiness(db, businessId), NO_COMPANY)
  await requireManager(db, businessId, caller)
  return business
}
