import { hasBegun, isOver } from '@keyhour/contract/order-phase'
import type { Db } from '#server/db/connection.ts'
import {
  closeAgain,
  findOccupancy,
  freeOrder,
  freeTimeOf,
  insertCleaning,
  minutesUntilTaken,
} from '#server/features/availability/occupancy-queries.ts'
import type { TakenUnit } from '#server/features/availability/rules.ts'
import { findCleaningMinutes } from '#server/features/availability/space-queries.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'

/** Frees what an order takes. Where somebody may have been in, it is cleaned first. */
export async function leaveUnit(db: Db, order: OrderRow, now: Date): Promise<void> {
  if (isOver(order, now.getTime())) return freeTimeOf(db, order)
  const taken = await findOccupancy(db, order)
  await freeOrder(db, order)
  if (!taken) return
  await cleanUnit(db, order, taken, now)
  await closeAgain(db, order, taken)
}

/** Where the customer of an order may have been in and is no longer. */
export async function cleanUnit(
  db: Db,
  order: OrderRow,
  taken: Pick<TakenUnit, 'unit_id' | 'from'>,
  now: Date,
): Promise<void> {
  if (!hasBegun(order, now.getTime())) return
  // Whoever was in before the start may have come while it was still cleaned for them.
  const from = Math.max(taken.from, now.getTime())
  // Whoever comes next may have booked when cleaning took less time: then it is as long as there is.
  const wanted = await findCleaningMinutes(db, order.office_id)
  const free = await minutesUntilTaken(db, order.office_id, taken.unit_id, new Date(from))
  await insertCleaning(db, order, taken.unit_id, from, Math.min(wanted, free))
}
