import { z } from 'zod'
import { lockWithOrder } from '#server/features/charges/apply-charge.ts'
import { listReserved } from '#server/features/charges/queries.ts'
import { reservedUntil } from '#server/features/charges/rules.ts'
import { askToSettle } from '#server/features/orders/ask-to-settle.ts'
import { type ChargeRow, updateCharge } from '#server/features/orders/charge-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { PaymentRefused } from '#server/outside/payment-provider.ts'

const AT_ONCE = 200
/** Until then its own jobs are at work. */
const QUIET_MS = 60 * 60_000

/** Those with higher ids than `after`. Each job compares one batch, so that a failure repeats only that one. */
const batch = { name: 'compare-charges', data: z.object({ after: z.int().default(0) }) }

/**
 * Looks daily whether the provider still reserves the money that we believe to be reserved. What was taken or let go
 * there without us, or is reserved for longer than it may be, is logged and settled at once.
 */
export const compareCharges = job({
  ...batch,
  retries: 3,
  cron: '47 2 * * *',
  async run(deps: Deps, { after }) {
    if (deps.payments.way !== 'card') return
    const before = new Date(deps.now().getTime() - QUIET_MS)
    const charges = await listReserved(deps.db, { before, after, limit: AT_ONCE })
    for (const charge of charges) await compare(deps, charge)
    if (charges.length === AT_ONCE) await deps.enqueue(deps.db, batch, { after: charges.at(-1)!.id })
  },
})

async function compare(deps: Deps, charge: ChargeRow): Promise<void> {
  const { id, order_id, card, authorised_at, charge_reference } = charge
  const state = await findState(deps, charge_reference!)
  const isTooOld = reservedUntil({ card, authorised_at: authorised_at! }) < deps.now().toISOString()
  if (state === 'reserved' && !isTooOld) return
  const found = { charge_id: id, order_id, state, authorised_at }
  if (state === 'unknown') return deps.log.error(found, 'the payment provider does not know this charge')
  deps.log.warn(found, 'reserved money is not as we left it, and is settled now')
  await settleNow(deps, charge)
}

/** Unknown after a change to another account of the provider. */
async function findState({ payments }: Deps, reference: string) {
  try {
    return (await payments.findCharge(reference)).outcome
  } catch (error) {
    if (error instanceof PaymentRefused) return 'unknown'
    throw error
  }
}

function settleNow(deps: Deps, { token }: ChargeRow): Promise<void> {
  return deps.db.transaction(async (db) => {
    const { charge } = (await lockWithOrder(db, token))!
    if (charge.status !== 'authorised') return
    await updateCharge(db, charge.id, { capture_at: deps.now().toISOString() })
    await askToSettle(deps, db, charge.id)
  })
}
