import type { Conflict } from '@keyhour/contract/conflicts'
import type { Db } from '#server/db/connection.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { answerConflict, findConflict } from '#server/features/conflicts/queries.ts'
import { lockAnyOrder, refuseCancelled } from '#server/features/order-management/lock-order.ts'
import { writeAct } from '#server/features/order-management/write-act.ts'
import { cancelAndRefund, findFullRefund } from '#server/features/orders/cancel-and-refund.ts'
import { takenByOthers } from '#server/features/orders/mails.ts'
import { paidOf } from '#server/features/orders/rules.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const NO_CONFLICT = 'This conflict does not exist.'

/** The order stays, and the event stays in the outside calendar: someone has to talk to whoever made it. */
export function keepOurs(deps: Deps, id: number, by: Actor): Promise<Conflict> {
  return deps.db.transaction(async (db) => {
    const { order_id } = orMissing(await findConflict(db, id), NO_CONFLICT)
    await answer(deps, db, { id, order_id, answer: 'ours' }, by)
    return (await findConflict(db, id))!
  })
}

/** Cancels the order; the event takes the time that it leaves. */
export function keepTheirs(deps: Deps, id: number, { paid }: { paid: number }, by: Actor): Promise<Conflict> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const { order_id } = orMissing(await findConflict(db, id), NO_CONFLICT)
    const order = await lockAnyOrder(db, order_id)
    await answer(deps, db, { id, order_id, answer: 'theirs' }, by)
    refuseCancelled(order)
    if (order.end === null) throw new Refusal('conflict', 'This visit is in progress. Check out to end it.')
    if (paidOf(order) !== paid)
      throw new Refusal('conflict', 'The amount paid has changed in the meantime. Please check it again.')
    const refund = await findFullRefund(db, order, now)
    await cancelAndRefund(deps, db, order, { refund, by: by.session.id, letter: takenByOthers })
    const details = { refund: refund.refund, refund_credits: refund.refund_credits, owed: 0 }
    await writeAct(db, by, { order, kind: 'cancel order', details }, now)
    return (await findConflict(db, id))!
  })
}

type Answered = { id: number; order_id: number; answer: 'ours' | 'theirs' }

async function answer(deps: Deps, db: Db, { id, order_id, answer }: Answered, by: Actor): Promise<void> {
  const now = deps.now()
  if (!(await answerConflict(db, id, answer, { id: by.session.id, at: now.toISOString() })))
    throw new Refusal('conflict', 'This conflict has been answered in the meantime.')
  const act = {
    action: `keep ${answer}`,
    subject: 'conflict',
    subject_id: id,
    details: { order_id },
  } as const
  await auditAct(db, by, act, now)
}
