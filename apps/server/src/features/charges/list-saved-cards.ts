import type { SavedCard } from '@keyhour/contract/charges'
import { findCustomer } from '#server/features/charges/find-customer.ts'
import { findCardHolder } from '#server/features/charges/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { isUnknown } from '#server/outside/payment-provider.ts'

export const TEST_CARD: SavedCard = { id: 'test', brand: 'test', last4: '4242' }

/** The newest first. Not in a transaction. */
export async function listSavedCards(deps: Deps, userId: number): Promise<SavedCard[]> {
  if (deps.payments.way === 'invoice') return []
  if (deps.payments.way === 'test') return (await findCardHolder(deps.db, userId)).has_card ? [TEST_CARD] : []
  const customer = await findCustomer(deps, userId)
  if (customer === null) return []
  try {
    return await deps.payments.listCards(customer)
  } catch (error) {
    if (isUnknown(error)) return []
    throw error
  }
}
