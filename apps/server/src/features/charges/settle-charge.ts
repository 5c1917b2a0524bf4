import type { Db } from '#server/db/connection.ts'
import { type ChargeOfOrder, lockWithOrder } from '#server/features/charges/apply-charge.ts'
import { loseCardMoney } from '#server/features/charges/change-paid-by-card.ts'
import { mailCharge } from '#server/features/charges/mail-charge.ts'
import { mailChargeReceipt } from '#server/features/charges/mail-charge-receipt.ts'
import { notTaken } from '#server/features/charges/mails.ts'
import { refundPending } from '#server/features/charges/refund-pending.ts'
import { SETTLE_CHARGE } from '#server/features/orders/ask-to-settle.ts'
import { listPendingRefundsOf, updateCardRefund } from '#server/features/orders/card-refund-queries.ts'
import { type ChargeRow, lockCharge, updateCharge } from '#server/features/orders/charge-queries.ts'
import { nextReceiptNumber } from '#server/features/payments/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { PaymentRefused } from '#server/outside/payment-provider.ts'

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
  const isTaken = await takeMoney(deps, charge)
  await deps.db.transaction(async (db) => {
    const locked = (await lockWithOrder(db, charge.token))!
    if (locked.charge.status !== 'authorised') return
    if (isTaken) await recordCapture(deps, db, locked.charge)
    else await recordLoss(deps, db, locked)
  })
}

/** Asking again takes nothing again. False if the bank has let go of the money. */
async function takeMoney(
  { payments }: Deps,
  { way, charge_reference, capturing }: ChargeRow,
): Promise<boolean> {
  if (way === 'test') return true
  try {
    await payments.capture(charge_reference!, capturing!)
    return true
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    const { outcome } = await payments.findCharge(charge_reference!)
    if (outcome === 'reserved') throw error
    return outcome === 'taken'
  }
}

async function recordCapture(deps: Deps, db: Db, { id }: ChargeRow): Promise<void> {
  await mailChargeReceipt(deps, db, id)
  await updateCharge(db, id, {
    status: 'captured',
    captured_at: deps.now().toISOString(),
    // Last, because others wait for their number until this transaction ends.
    receipt_number: await nextReceiptNumber(db),
  })
}

/** The order owes it again. What was to be refunded has never been taken. */
async function recordLoss(deps: Deps, db: Db, { charge, order }: ChargeOfOrder): Promise<void> {
  for (const { id } of await listPendingRefundsOf(db, charge.id))
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
  if (charge.way === 'card') await cancel(deps, charge.charge_reference!)
  await deps.db.transaction(async (db) => {
    const locked = await lockCharge(db, charge.id)
    if (locked?.status === 'authorised') await updateCharge(db, charge.id, { status: 'released' })
  })
}

async function cancel({ payments }: Deps, reference: string): Promise<void> {
  try {
    await payments.cancel(reference)
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    // Either we gave it back before, or the bank has let go of it.
    if ((await payments.findCharge(reference)).outcome !== 'gone') throw error
  }
}
