import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Actor } from '#server/features/audit/queries.ts'
import { lockAnyOrder } from '#server/features/order-management/lock-order.ts'
import { writeAct } from '#server/features/order-management/write-act.ts'
import type { Deps } from '#server/http/routes.ts'

/** Only admins see notes; the customer's timeline does not show them. */
export function addNote({ db, now }: Deps, orderId: number, words: string, by: Actor): Promise<void> {
  return db.transaction(async (db) => {
    const order = await lockAnyOrder(db, orderId)
    await writeAct(db, by, { order, kind: 'add order note', words }, now())
    await tellOfficeChanged(db, order.office_id)
  })
}
