import type { Charge } from '@keyhour/contract/charges'
import { resolveCharge } from '#server/features/charges/resolve-charge.ts'
import { shownCharge } from '#server/features/charges/rules.ts'
import { type ChargeRow, listChargesOf, listOpenChargesOf } from '#server/features/orders/charge-queries.ts'
import { findOwnOrderRow } from '#server/features/orders/lock-own-order.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function listCharges(deps: Deps, orderId: number, reader: Session): Promise<Charge[]> {
  const order = await findOwnOrderRow(deps.db, orderId, reader)
  return (await listChargesOf(deps.db, order)).map(shownCharge)
}

/** The customer is back before the event: looks at the provider what became of the charges. */
export async function checkCharges(deps: Deps, orderId: number, caller: Session): Promise<Charge[]> {
  const order = await findOwnOrderRow(deps.db, orderId, caller)
  const open = await listOpenChargesOf(deps.db, order)
  // Whoever changes the order waits for the bank, too, and decides.
  for (const charge of open.filter(({ purpose }) => purpose === 'order')) await lookUp(deps, charge)
  return listCharges(deps, orderId, caller)
}

/** When nobody answers, the event will come. */
async function lookUp(deps: Deps, charge: ChargeRow): Promise<void> {
  try {
    await resolveCharge(deps, charge, { giveUp: false })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}
