import {
  applyCharge,
  type ChargeNews,
  giveBackCharge,
  lockWithOrder,
} from '#server/features/charges/apply-charge.ts'
import { findCustomer } from '#server/features/charges/find-customer.ts'
import type { ChargeRow } from '#server/features/orders/charge-queries.ts'
import { findOrderRow } from '#server/features/orders/row-queries.ts'
import { owedOf } from '#server/features/orders/rules.ts'
import type { Deps } from '#server/http/routes.ts'
import { CardDeclined, isUnknown, PaymentRefused } from '#server/outside/payment-provider.ts'

/**
 * Finds out what became of an open charge. With `giveUp` its page is closed first, and a saved card is not asked again;
 * if the customer pays at the same moment, the payment wins. Not in a transaction. Throws a `Refusal` if the provider
 * cannot be reached.
 */
export async function resolveCharge(
  deps: Deps,
  charge: ChargeRow,
  { giveUp }: { giveUp: boolean },
): Promise<ChargeRow> {
  if (charge.status !== 'open') return charge
  if (charge.card !== null)
    return giveUp || !(await isWanted(deps, charge))
      ? giveUpSavedCard(deps, charge)
      : chargeSavedCard(deps, charge)
  const found = await lookUpPage(deps, charge, giveUp)
  return giveUp && found.status === 'open'
    ? apply(deps, { ...nothingNew(charge), outcome: 'expired' })
    : found
}

/** A change that waited for it was not made, or the charge would not be open any more. */
async function isWanted({ db }: Deps, { purpose, order_id }: ChargeRow): Promise<boolean> {
  return purpose === 'order' && owedOf((await findOrderRow(db, order_id))!) > 0
}

/** Looks whether the money was reserved: asking again could reserve money that nobody wants any more. */
async function giveUpSavedCard(deps: Deps, charge: ChargeRow): Promise<ChargeRow> {
  const customer = charge.way === 'test' ? null : await findCustomer(deps, charge.user_id)
  const reserved = customer && (await deps.payments.findReserved(customer, charge.token))
  return reserved
    ? takeAnswer(deps, charge, { ...nothingNew(charge), outcome: 'authorised', charge: reserved })
    : apply(deps, { ...nothingNew(charge), outcome: 'expired' })
}

async function lookUpPage(deps: Deps, charge: ChargeRow, giveUp: boolean): Promise<ChargeRow> {
  // Nobody knows the address of a page without reference, so nobody can pay on it.
  if (charge.reference === null) return charge
  if (giveUp) await deps.payments.expireCheckout(charge.reference)
  try {
    return await apply(deps, await deps.payments.findCheckout(charge.reference))
  } catch (error) {
    // After a change to another account of the provider nobody can pay on it any more.
    if (isUnknown(error)) return charge
    throw error
  }
}

const nothingNew = ({ token }: ChargeRow) => ({ token, charge: null, failure: null })

const apply = async (deps: Deps, news: ChargeNews): Promise<ChargeRow> =>
  (await deps.db.transaction((db) => applyCharge(deps, db, news)))!

/**
 * Reserves the money of a charge on its saved card, and pays the order with it; a decline ends the charge. Asking again
 * gets the first answer, because the token is the same. Not in a transaction.
 */
export async function chargeSavedCard(deps: Deps, charge: ChargeRow): Promise<ChargeRow> {
  return takeAnswer(deps, charge, await authorise(deps, charge))
}

async function takeAnswer(deps: Deps, charge: ChargeRow, news: ChargeNews): Promise<ChargeRow> {
  if (charge.purpose === 'order' || news.outcome !== 'authorised') return apply(deps, news)
  // The change that it was for was not made, or it would not be open any more.
  return deps.db.transaction(async (db) => {
    const { charge: locked } = (await lockWithOrder(db, charge.token))!
    return locked.status === 'open' ? giveBackCharge(deps, db, locked, news.charge) : locked
  })
}

/** What the bank says to a charge of a saved card. Not in a transaction. */
export async function authorise(
  deps: Deps,
  { token, id, user_id, amount, currency, card, way }: ChargeRow,
): Promise<ChargeNews> {
  if (way === 'test') return { token, outcome: 'authorised', charge: null, failure: null }
  try {
    const customer = await findCustomer(deps, user_id)
    if (customer === null) throw new PaymentRefused('no customer')
    const money = { token, name: `Keyhour ${id}`, amount, currency, customer, card: card! }
    return { token, outcome: 'authorised', charge: await deps.payments.authorise(money), failure: null }
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    const failure = error instanceof CardDeclined ? error.reason : 'processing_error'
    return { token, outcome: 'failed', charge: null, failure }
  }
}
