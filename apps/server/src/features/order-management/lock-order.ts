import type { Db } from '#server/db/connection.ts'
import { lockOrder, type OrderRow } from '#server/features/orders/row-queries.ts'
import { NO_ORDER } from '#server/features/orders/rules.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'

export const lockAnyOrder = async (db: Db, id: number): Promise<OrderRow> =>
  orMissing(await lockOrder(db, id), NO_ORDER)

export function refuseCancelled({ cancelled_at }: OrderRow): void {
  if (cancelled_at !== null) throw new Refusal('conflict', 'This order is cancelled.')
}
