import type { Device } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import { lockDevice, updateDevice } from '#server/features/access/device-queries.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Nobody opens it any more, and the codes in it are taken out. What is deleted already stays so since then. */
export function deleteDevice(
  deps: Deps,
  id: number,
  { session, id: request_id }: Pick<FastifyRequest, 'session' | 'id'>,
): Promise<Device> {
  const now = deps.now()
  const at = now.toISOString()
  return deps.db.transaction(async (db) => {
    const device = orMissing(await lockDevice(db, id), 'This device does not exist.')
    if (device.deleted_at !== null) return device
    const deleted = await updateDevice(db, id, { deleted_at: at }, { id: session.id, at })
    await followDoors(deps, db, device.office_id)
    const entry = { action: 'delete device', subject: 'device', subject_id: id, details: {}, request_id }
    await writeAudit(db, [{ actor_id: session.id, ...entry }], { now })
    return deleted
  })
}
