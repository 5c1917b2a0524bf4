import { tellOfficeChanged } from '#server/db/changes.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { takeRest } from '#server/features/availability/occupancy-queries.ts'
import { lockPlaces } from '#server/features/availability/space-queries.ts'
import { deleteClosure, findClosure, listOverlapping } from '#server/features/closures/closure-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const NOT_THERE = 'This closure does not exist.'

type ClosureRemoval = { officeId: number; closureId: number; adminId: number; requestId: string }

/** What another closure covers stays closed. */
export function removeClosure(
  { db, now }: Deps,
  { officeId, closureId, adminId, requestId }: ClosureRemoval,
): Promise<void> {
  const key = { office_id: officeId, id: closureId }
  return db.transaction(async (db) => {
    const closure = orMissing(await findClosure(db, key), NOT_THERE)
    await lockPlaces(db, closure)
    if (!(await deleteClosure(db, key))) throw new Refusal('missing', NOT_THERE)
    for (const other of await listOverlapping(db, closure)) {
      const sub_office_id = closure.sub_office_id ?? other.sub_office_id
      await takeRest(db, { office_id: officeId, sub_office_id }, other.span, other.id)
    }
    await tellOfficeChanged(db, officeId)
    const entry = { actor_id: adminId, action: 'remove closure', subject: 'closure', subject_id: closureId }
    await writeAudit(db, [{ ...entry, details: { office_id: officeId }, request_id: requestId }], {
      now: now(),
    })
  })
}
