import type { Db } from '#server/db/connection.ts'
import { listManagers, listReachable } from '#server/features/businesses/queries.ts'
import { ALONE, LAST_MANAGER } from '#server/features/businesses/rules.ts'
import { Refusal } from '#server/http/refusal.ts'

/** The company has been locked. People whose account is deleted do not count. */
export async function refuseLastManager(db: Db, businessId: number, leaving: number): Promise<void> {
  const managers = await listManagers(db, businessId)
  if (!managers.some(({ id }) => id === leaving) || managers.length > 1) return
  const people = await listReachable(db, businessId)
  throw new Refusal('conflict', people.length === 1 ? ALONE : LAST_MANAGER)
}
