import type { Closure, NewClosure } from '@keyhour/contract/closures'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { planClosure } from '#server/features/closures/plan-closure.ts'
import { findClosure, insertClosure } from '#server/features/closures/queries.ts'
import { claimAll } from '#server/features/orders/claim-unit.ts'
import { findHours, findSpace, takeRest } from '#server/features/orders/space-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Wish = { officeId: number; closure: NewClosure; adminId: number; requestId: string }

/** Goes the way of every booking; what is booked already is never taken away by it. */
export async function addClosure(
  { db, now }: Deps,
  { officeId, closure, adminId, requestId }: Wish,
): Promise<Closure> {
  const hours = orMissing(await findHours(db, officeId), 'This office does not exist.')
  const place = { office_id: officeId, sub_office_id: closure.sub_office_id }
  if (place.sub_office_id !== null) orMissing(await findSpace(db, place), 'This space does not exist.')
  const span = planClosure(hours, closure, now())

  return db.transaction(async (db) => {
    const orders_in_the_way = await claimAll(db, place, span)
    if (orders_in_the_way > 0)
      throw new Refusal('conflict', 'There are orders in this time. Move or cancel them first.', {
        orders_in_the_way,
      })
    const at = now().toISOString()
    const id = await insertClosure(db, {
      ...place,
      span,
      reason: closure.reason,
      created_by: adminId,
      created_at: at,
    })
    await takeRest(db, place, span, id)
    await tellOfficeChanged(db, officeId)
    const entry = {
      actor_id: adminId,
      action: 'add closure',
      subject: 'closure',
      subject_id: id,
      request_id: requestId,
    }
    await writeAudit(db, [{ ...entry, details: { office_id: officeId } }], { now: now() })
    return (await findClosure(db, { office_id: officeId, id }))!
  })
}
