import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { type ChargeRow, findCharge } from '#server/features/orders/charge-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { findOwnOrderRow } from '#server/features/orders/lock-own-order.ts'
import { writeReceipt } from '#server/features/payments/write-receipt.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { stayInWords } from '#server/time/moment-in-words.ts'

/** For the customer, and for admins. */
export async function getChargeReceipt(
  deps: Deps,
  { orderId, id }: { orderId: number; id: number },
  reader: Session,
): Promise<{ name: string; pdf: Buffer }> {
  const order = await findOwnOrderRow(deps.db, orderId, reader)
  const charge = await findCharge(deps.db, id)
  if (charge?.order_id !== order.id || charge.status !== 'captured')
    throw new Refusal('missing', 'There is no receipt for this payment.')
  return chargeReceiptFile(deps, charge)
}

/** In the language of the customer. The money of the charge was taken. */
export async function chargeReceiptFile(
  deps: Deps,
  charge: ChargeRow,
): Promise<{ name: string; pdf: Buffer }> {
  const order = (await findPlacedOrder(deps.db, charge.order_id))!
  const { language } = order.customer
  const amount = charge.capturing!
  const receipt = {
    ...charge,
    receipt_number: charge.receipt_number!,
    paid_at: charge.captured_at!,
    item: `${placeOf(order)}, ${stayInWords(language, order)}`,
    amount,
    refunded: amount - charge.kept,
  }
  return writeReceipt(receipt, language, deps.config)
}
