import type { BoardCustomer } from '@keyhour/contract/schedule'
import type { Db } from '#server/db/connection.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { isCustomer, listCustomers } from '#server/features/schedule/customer-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'

/** Managers find the people of their own office, so that nobody can look up who else has an account here. */
const among = (officeId: number, { admin }: Session) => ({ officeId: admin ? null : officeId })

export async function findCustomers(
  db: Db,
  officeId: number,
  q: string,
  session: Session,
): Promise<BoardCustomer[]> {
  await refuseNonManager(db, officeId, session)
  return listCustomers(db, among(officeId, session), q)
}

export async function refuseStrangers(
  db: Db,
  officeId: number,
  userId: number,
  session: Session,
): Promise<void> {
  if (!(await isCustomer(db, among(officeId, session), userId)))
    throw new Refusal('missing', 'This customer does not exist.')
}
