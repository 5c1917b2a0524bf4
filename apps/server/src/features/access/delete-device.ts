import type { Device } from '@keyhour/contract/access'
import { lockDevice, updateDevice, withSpaces } from '#server/features/access/device-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { settleCodes } from '#server/features/grants/settle-codes.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Removes the codes in its lock, unless they may stay. */
export function deleteDevice(
  deps: Deps,
  { id, mayStay }: { id: number; mayStay: boolean },
  by: Actor,
): Promise<Device> {
  const now = deps.now()
  const at = now.toISOString()
  return deps.db.transaction(async (db) => {
    const device = orMissing(await lockDevice(db, id), 'This device does not exist.')
    if (device.deleted_at !== null) return (await withSpaces(db, [device]))[0]!
    const holder = { device_id: id }
    const details = mayStay ? await settleCodes(db, { what: 'device', holder, mayStay }) : {}
    const deleted = await updateDevice(db, id, { deleted_at: at }, { id: by.session.id, at })
    await followDoors(deps, db, device.office_id)
    await auditAct(db, by, { action: 'delete device', subject: 'device', subject_id: id, details }, now)
    return (await withSpaces(db, [deleted]))[0]!
  })
}
