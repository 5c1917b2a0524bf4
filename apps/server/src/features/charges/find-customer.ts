import { findCardHolder, forgetCustomerOf, keepCardHolder } from '#server/features/charges/queries.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'
import { isUnknown } from '#server/outside/payment-provider.ts'

/** What the payment provider calls a user; null if they never used a card. */
export async function findCustomer({ db, secrets }: Deps, userId: number): Promise<string | null> {
  const { customer_sealed } = await findCardHolder(db, userId)
  return customer_sealed === null ? null : secrets.open(customer_sealed)
}

type Person = Pick<Session, 'id' | 'name' | 'email'>

/**
 * Does `work` for a user as the provider's customer, who is made first if there is none. The same token makes one. Not in
 * a transaction.
 */
export async function asCustomer<T>(
  deps: Deps,
  person: Person,
  token: string,
  work: (customer: string) => Promise<T>,
): Promise<T> {
  const known = await findCustomer(deps, person.id)
  if (known === null) return work(await makeCustomer(deps, person, token))
  try {
    return await work(known)
  } catch (error) {
    if (!isUnknown(error)) throw error
    await forgetCustomerOf(deps.db, person.id, deps.now())
    return work(await makeCustomer(deps, person, token))
  }
}

async function makeCustomer(deps: Deps, { id, name, email }: Person, token: string): Promise<string> {
  const made = await deps.payments.makeCustomer({ token, name, email })
  await keepCardHolder(deps.db, id, deps.secrets.seal(made), deps.now())
  const kept = (await findCustomer(deps, id))!
  // Another request was first.
  if (kept !== made) await deps.payments.forgetCustomer(made)
  return kept
}
