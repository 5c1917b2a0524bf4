import type { Device, DeviceForm } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import { insertDevices, isOpenOffice } from '#server/features/access/device-queries.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Whoever is in the office opens it at once. */
export function addDevice(
  deps: Deps,
  form: DeviceForm,
  { session, id: request_id }: Pick<FastifyRequest, 'session' | 'id'>,
): Promise<Device> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    if (!(await isOpenOffice(db, form.office_id))) throw badField('office_id', 'This office does not exist.')
    const [device] = await insertDevices(db, [form], { id: session.id, at: now.toISOString() })
    await followDoors(deps, db, form.office_id)
    const details = { office_id: form.office_id }
    const entry = { action: 'add device', subject: 'device', subject_id: device!.id, details, request_id }
    await writeAudit(db, [{ actor_id: session.id, ...entry }], { now })
    return device!
  })
}
