import { findCustomer } from '#server/features/charges/find-customer.ts'
import { listSavedCards, TEST_CARD } from '#server/features/charges/list-saved-cards.ts'
import { keepHasCard } from '#server/features/charges/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function forgetCard(deps: Deps, card: string, userId: number): Promise<void> {
  const cards = await listSavedCards(deps, userId)
  const { id } = orMissing(
    cards.find((one) => one.id === card),
    'This card does not exist.',
  )
  if (id !== TEST_CARD.id) await deps.payments.forgetCard((await findCustomer(deps, userId))!, id)
  if (cards.length === 1) await keepHasCard(deps.db, userId, false, deps.now())
}
