import type { Device, DeviceForm } from '@keyhour/contract/access'
import {
  insertDevices,
  isLiveOffice,
  nameSpaces,
  withSpaces,
} from '#server/features/access/device-queries.ts'
import { refuseForeignSpaces } from '#server/features/access/refuse-foreign-spaces.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function addDevice(
  deps: Deps,
  { sub_office_ids = [], ...form }: DeviceForm,
  by: Actor,
): Promise<Device> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    if (!(await isLiveOffice(db, form.office_id))) throw badField('office_id', 'This office does not exist.')
    await refuseForeignSpaces(db, form.office_id, sub_office_ids)
    const [device] = await insertDevices(db, [form], { id: by.session.id, at: now.toISOString() })
    await nameSpaces(db, device!, sub_office_ids)
    await followDoors(deps, db, form.office_id)
    const details = { office_id: form.office_id }
    await auditAct(db, by, { action: 'add device', subject: 'device', subject_id: device!.id, details }, now)
    return (await withSpaces(db, [device!]))[0]!
  })
}
