import { tellOfficeChanged } from '#server/db/changes.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { placeEvents } from '#server/features/availability/event-queries.ts'
import { takeRest } from '#server/features/availability/occupancy-queries.ts'
import { lockSpaces } from '#server/features/availability/space-queries.ts'
import { deleteClosure, findClosure, listOverlapping } from '#server/features/closures/closure-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const NOT_THERE = 'This closure does not exist.'

/** What another closure or an outside event covers stays taken. */
export function removeClosure(
  { db, now }: Deps,
  key: { office_id: number; id: number },
  by: Actor,
): Promise<void> {
  return db.transaction(async (db) => {
    const closure = orMissing(await findClosure(db, key), NOT_THERE)
    await lockSpaces(db, closure)
    if (!(await deleteClosure(db, key))) throw new Refusal('missing', NOT_THERE)
    for (const other of await listOverlapping(db, closure)) {
      const sub_office_id = closure.sub_office_id ?? other.sub_office_id
      await takeRest(db, { office_id: key.office_id, sub_office_id }, other.span, other.id)
    }
    await placeEvents(db, closure, [{ from: Date.parse(closure.start), to: Date.parse(closure.end) }])
    await tellOfficeChanged(db, key.office_id)
    const details = { office_id: key.office_id }
    const act = { action: 'remove closure', subject: 'closure', subject_id: key.id, details } as const
    await auditAct(db, by, act, now())
  })
}
