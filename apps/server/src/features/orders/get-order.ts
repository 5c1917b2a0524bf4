import type { OrderDetails } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { isOfficeManager } from '#server/features/offices/office-queries.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { NO_ORDER } from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'

/** An order that the reader may not see does not exist for them. Owners have a view of their own, `getOwnerOrder`. */
export async function getOrder(db: Db, id: number, reader: Session): Promise<OrderDetails> {
  const order = orMissing(await findOrder(db, id), NO_ORDER)
  if (
    order.user_id === reader.id ||
    reader.admin ||
    (await isOfficeManager(db, order.Office.id, reader.id))
  ) {
    return order
  }
  throw new Refusal('missing', NO_ORDER)
}
