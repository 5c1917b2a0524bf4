import type { Db } from '#server/db/connection.ts'
import { insertCleaning } from '#server/features/orders/claim-unit.ts'
import {
  findOccupancy,
  freeOrder,
  freeTimeOf,
  minutesUntilTaken,
  type OrderRow,
} from '#server/features/orders/order-queries.ts'
import { hasBegun, isOver, type TakenUnit } from '#server/features/orders/rules.ts'
import { findCleaningMinutes } from '#server/features/orders/space-queries.ts'

/** Frees what an order takes. Where somebody may have been in, it is cleaned first. */
export async function leaveUnit(db: Db, order: OrderRow, now: Date): Promise<void> {
  if (isOver(order, now)) return freeTimeOf(db, order)
  const taken = await findOccupancy(db, order)
  await freeOrder(db, order)
  if (taken) await cleanUnit(db, order, taken, now)
}

/** Where the customer of an order may have been in and is no longer. */
export async function cleanUnit(db: Db, order: OrderRow, taken: TakenUnit, now: Date): Promise<void> {
  if (!hasBegun(order, now)) return
  // Whoever was in before the start may have come while it was still cleaned for them.
  const from = Math.max(taken.from, now.getTime())
  // Whoever comes next may have booked when cleaning took less time: then it is as long as there is.
  const wanted = await findCleaningMinutes(db, order.office_id)
  const free = await minutesUntilTaken(db, order.office_id, taken.unit_id, new Date(from))
  await insertCleaning(db, order, taken.unit_id, from, Math.min(wanted, free))
}
