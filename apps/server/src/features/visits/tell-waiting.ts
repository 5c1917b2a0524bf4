import { phaseOf } from '@keyhour/contract/order-phase'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { isOfficeManager } from '#server/features/offices/office-queries.ts'
import { findPlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { placeOf } from '#server/features/orders/describe-entry.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { tellOfOrder } from '#server/features/push/tell-of-order.ts'
import { guestWaits } from '#server/features/visits/mails.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { HOUR } from '#server/time/opening-hours.ts'

/** Guests come early. */
const BEFORE_START_MS = HOUR

/** Somebody at the entrance asks for the customer of an order. */
export async function tellWaiting(deps: Deps, orderId: number, by: Actor): Promise<void> {
  const { db } = deps
  const now = deps.now()
  const order = await getOrder(db, orderId, by.session)
  const isStaff = by.session.admin || (await isOfficeManager(db, order.Office.id, by.session.id))
  if (!isStaff) throw new Refusal('forbidden', 'Only staff of the office can do this.')
  const isNear = Date.parse(order.start) - BEFORE_START_MS <= now.getTime()
  if (!['active', 'coming'].includes(phaseOf(order, now.getTime())) || order.pay_until !== null || !isNear)
    throw new Refusal('conflict', 'Nobody is expected for this booking now.')
  await limitAttempts(deps, [{ what: 'tell of guest', who: String(orderId), most: 3, minutes: 10 }])
  await db.transaction(async (db) => {
    const placed = (await findPlacedOrder(db, orderId))!
    const url = `${deps.config.publicUrl}/order/${orderId}`
    await sendLetter(deps, db, placed.customer, guestWaits(placed.customer, placeOf(placed), url))
    await deps.enqueue(db, tellOfOrder, { kind: 'waiting', order_id: orderId })
    await auditAct(db, by, { action: 'tell of guest', subject: 'order', subject_id: orderId }, now)
  })
}
