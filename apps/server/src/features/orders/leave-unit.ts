import { hasBegun, isOver } from '@keyhour/contract/order-phase'
import type { Db } from '#server/db/connection.ts'
import { giveBack } from '#server/features/availability/give-back.ts'
import {
  cleaningFrom,
  findOccupancy,
  freeOrder,
  freeTimeOf,
  insertOccupancy,
  minutesUntilTaken,
} from '#server/features/availability/occupancy-queries.ts'
import type { TakenUnit } from '#server/features/availability/rules.ts'
import { findCleaningMinutes } from '#server/features/availability/space-queries.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'

/** Frees the unit and time of an order. If the customer may have been there, cleaning follows. */
export async function leaveUnit(
  db: Db,
  order: OrderRow,
  now: Date,
  { wasThere } = { wasThere: true },
): Promise<void> {
  if (isOver(order, now.getTime())) return freeTimeOf(db, order)
  const taken = await findOccupancy(db, order)
  await freeOrder(db, order)
  if (!taken) return
  if (wasThere) await cleanUnit(db, order, taken, now)
  await giveBack(db, order, taken)
}

/** Cleans a unit that the customer may have used and has left. */
export async function cleanUnit(
  db: Db,
  order: OrderRow,
  taken: Pick<TakenUnit, 'unit_id' | 'from'>,
  now: Date,
): Promise<void> {
  if (!hasBegun(order, now.getTime())) return
  // A customer who came early may have arrived before the cleaning for them was over.
  const from = Math.max(taken.from, now.getTime())
  // The next booking may date from when cleaning took less time: clean for as long as there is.
  const wanted = await findCleaningMinutes(db, order.office_id)
  const free = await minutesUntilTaken(db, order.office_id, taken.unit_id, new Date(from))
  const use = { office_id: order.office_id, unit_id: taken.unit_id, order_id: order.id }
  await insertOccupancy(db, use, cleaningFrom(from, Math.min(wanted, free)))
}
