import type { Db } from '#server/db/connection.ts'
import { type ChargeOfOrder, lockWithOrder } from '#server/features/charges/apply-charge.ts'
import { loseCardMoney } from '#server/features/charges/change-paid-by-card.ts'
import { mailCharge } from '#server/features/charges/mail-charge.ts'
import { notTaken } from '#server/features/charges/mails.ts'
import { recordCapture, recordTaken } from '#server/features/charges/record-capture.ts'
import { refundPending } from '#server/features/charges/refund-pending.ts'
import { SETTLE_CHARGE } from '#server/features/orders/ask-to-settle.ts'
import { listOwnRefundsOf, updateCardRefund } from '#server/features/orders/card-refund-queries.ts'
import { type ChargeRow, lockCharge, updateCharge } from '#server/features/orders/charge-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { type ChargeState, PaymentRefused } from '#server/outside/payment-provider.ts'

/**
 * Tells the provider what to do with reserved money: take what the order keeps, or give everything back. Then refunds
 * what was taken and is no longer kept.
 */
export const settleCharge = job({
  ...SETTLE_CHARGE,
  retries: 12,
  async run(deps: Deps, { id }) {
    const charge = await beginToSettle(deps, id)
    if (charge?.status === 'authorised' && charge.capturing !== null) await capture(deps, charge)
    else if (charge?.status === 'authorised' && charge.kept === 0) await release(deps, charge)
    await refundPending(deps, id)
  },
})

/** From the moment at which the provider is told what to take, that cannot be changed any more. */
function beginToSettle({ db, now }: Deps, id: number): Promise<ChargeRow | undefined> {
  return db.transaction(async (db) => {
    const charge = await lockCharge(db, id)
    if (charge?.status !== 'authorised' || charge.kept === 0 || charge.capturing !== null) return charge
    const isDue = charge.capture_at !== null && Date.parse(charge.capture_at) <= now().getTime()
    return isDue ? updateCharge(db, id, { capturing: charge.kept }) : charge
  })
}

/** Not in a transaction. */
async function capture(deps: Deps, charge: ChargeRow): Promise<void> {
  const { way, charge_reference, capturing } = charge
  const past =
    way === 'card' &&
    (await unlessPast(deps, charge, () => deps.payments.capture(charge_reference!, capturing!)))
  await deps.db.transaction(async (db) => {
    const locked = (await lockWithOrder(db, charge.token))!
    if (locked.charge.status !== 'authorised') return
    if (!past) await recordCapture(deps, db, charge.id, capturing!)
    else if (past.outcome === 'taken') await recordTaken(deps, db, locked, past)
    else await recordLoss(deps, db, locked)
  })
}

/** Does `work` with reserved money, unless it turns out to be taken or gone already: then answers its state. */
async function unlessPast(
  { payments }: Deps,
  { charge_reference }: ChargeRow,
  work: () => Promise<void>,
): Promise<ChargeState | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    const state = await payments.findCharge(charge_reference!)
    if (state.outcome === 'reserved') throw error
    return state
  }
}

/** The order owes it again. What was to be refunded has never been taken. */
async function recordLoss(deps: Deps, db: Db, { charge, order }: ChargeOfOrder): Promise<void> {
  for (const { id } of await listOwnRefundsOf(db, charge.id, 'pending'))
    await updateCardRefund(db, id, { status: 'succeeded' })
  if (charge.kept === 0) {
    await updateCharge(db, charge.id, { status: 'released' })
    return
  }
  await loseCardMoney(deps, db, { charge, order }, charge.kept)
  await updateCharge(db, charge.id, { status: 'failed' })
  await mailCharge(deps, db, order, notTaken(charge.kept))
}

/** Not in a transaction. */
async function release(deps: Deps, charge: ChargeRow): Promise<void> {
  const { way, charge_reference } = charge
  const past =
    way === 'card' && (await unlessPast(deps, charge, () => deps.payments.cancel(charge_reference!)))
  await deps.db.transaction(async (db) => {
    const locked = (await lockWithOrder(db, charge.token))!
    if (locked.charge.status !== 'authorised') return
    if (past && past.outcome === 'taken') await recordTaken(deps, db, locked, past)
    else await updateCharge(db, charge.id, { status: 'released' })
  })
}
