import type { Db } from '#server/db/connection.ts'
import { type Customer, keepCustomer } from '#server/features/orders/row-queries.ts'
import { Refusal } from '#server/http/refusal.ts'

/**
 * Call it before locking a space. Deleting an account locks the account first, then the spaces of its orders: so either
 * the deletion finds the new order and cancels it, or the order is never made.
 */
export async function refuseDeletedCustomer(db: Db, userId: number): Promise<Customer> {
  const customer = await keepCustomer(db, userId)
  if (!customer) throw new Refusal('unauthenticated', 'Please sign in.')
  return customer
}
