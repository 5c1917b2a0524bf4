import { tellOfficeChanged } from '#server/db/changes.ts'
import { lockAnyOrder } from '#server/features/order-management/lock-order.ts'
import { type ActingAdmin, writeAct } from '#server/features/order-management/write-act.ts'
import type { Deps } from '#server/http/routes.ts'

type Noting = { orderId: number; words: string; admin: ActingAdmin }

/** Only admins see notes; the customer's timeline does not show them. */
export function addNote({ db, now }: Deps, { orderId, words, admin }: Noting): Promise<void> {
  return db.transaction(async (db) => {
    const order = await lockAnyOrder(db, orderId)
    await writeAct(db, admin, { order, kind: 'add order note', words }, now())
    await tellOfficeChanged(db, order.office_id)
  })
}
