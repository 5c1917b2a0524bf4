import type { AdminActKind } from '@keyhour/contract/order-management'
import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import type { Session } from '#server/http/guards.ts'

type Act = { action: AdminActKind; details?: Record<string, number>; now: Date }

/** Records what an admin does for a customer. What customers do themselves is in the timeline. */
export async function auditForCustomer(
  db: Db,
  order: OrderRow,
  caller: Pick<Session, 'id'>,
  { action, details = {}, now }: Act,
): Promise<void> {
  if (caller.id === order.user_id) return
  await writeAudit(db, [{ actor_id: caller.id, action, subject: 'order', subject_id: order.id, details }], {
    now,
  })
}
