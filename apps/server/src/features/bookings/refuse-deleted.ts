import type { Db } from '#server/db/connection.ts'
import { keepCustomer } from '#server/features/orders/row-queries.ts'
import { Refusal } from '#server/http/refusal.ts'

/**
 * Comes before any place is locked, as whoever deletes an account locks it before the places of its orders: either the
 * order is there to be cancelled with the account, or it is never made.
 */
export async function refuseDeletedCustomer(db: Db, userId: number): Promise<void> {
  if (!(await keepCustomer(db, userId))) throw new Refusal('unauthenticated', 'Please sign in.')
}
