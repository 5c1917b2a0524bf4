import type { Device, DeviceUpdate } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import {
  type DeviceRow,
  isOpenOffice,
  lockDevice,
  updateDevice,
} from '#server/features/access/device-queries.ts'
import { forgetOpenings } from '#server/features/access/opening-queries.ts'
import { differencesOf } from '#server/features/access/rules.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { forgetDoor, mayHoldCodes } from '#server/features/grants/queries.ts'
import { findUserName } from '#server/features/users/profile-queries.ts'
import { badField, orMissing, Refusal, stale } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Admin = Pick<FastifyRequest, 'session' | 'id'>

/** What is so already is no change. Restoring does nothing else. */
export function changeDevice(deps: Deps, id: number, update: DeviceUpdate, by: Admin): Promise<Device> {
  return deps.db.transaction(async (db) => {
    const device = orMissing(await lockDevice(db, id), 'This device does not exist.')
    return update.deleted_at === null
      ? restore(deps, db, device, by)
      : change(deps, db, { device, update }, by)
  })
}

async function restore(deps: Deps, db: Db, device: DeviceRow, by: Admin): Promise<DeviceRow> {
  if (device.deleted_at === null) return device
  if (!(await isOpenOffice(db, device.office_id)))
    throw new Refusal('conflict', 'The office of this device is deleted.')
  return write(deps, db, { device, change: { deleted_at: null }, action: 'restore device' }, by)
}

async function change(
  deps: Deps,
  db: Db,
  { device, update }: { device: DeviceRow; update: DeviceUpdate },
  by: Admin,
): Promise<DeviceRow> {
  if (update.version !== device.version)
    throw stale({ by: await findUserName(db, device.updated_by), at: device.updated_at })
  const { version: _, deleted_at: __, ...fields } = update
  const changed = differencesOf<DeviceRow>(device, fields)
  if (Object.keys(changed).length === 0) return device
  if (changed.office_id !== undefined || changed.home_assistant_id !== undefined)
    await refuseWithCodes(db, device)
  if (changed.office_id !== undefined) await leaveOffice(db, device, changed.office_id)
  return write(deps, db, { device, change: changed, action: 'change device' }, by)
}

/** A code is taken out of a lock by the name and the hub by which it was put in. */
async function refuseWithCodes(db: Db, device: DeviceRow): Promise<void> {
  if (await mayHoldCodes(db, device))
    throw new Refusal('conflict', 'Codes of orders are in this lock. Delete the device and add it anew.')
}

async function leaveOffice(db: Db, device: DeviceRow, officeId: number): Promise<void> {
  if (!(await isOpenOffice(db, officeId))) throw badField('office_id', 'This office does not exist.')
  await forgetDoor(db, device)
  await forgetOpenings(db, { office_id: device.office_id, device_id: device.id })
}

type Change = { device: DeviceRow; change: Partial<DeviceRow>; action: string }

async function write(
  deps: Deps,
  db: Db,
  { device, change, action }: Change,
  { session, id: request_id }: Admin,
): Promise<DeviceRow> {
  const now = deps.now()
  const changed = await updateDevice(db, device.id, change, { id: session.id, at: now.toISOString() })
  for (const officeId of new Set([device.office_id, changed.office_id])) await followDoors(deps, db, officeId)
  const details = action === 'change device' ? { changed: Object.keys(change).join(', ') } : {}
  const entry = { action, subject: 'device', subject_id: device.id, details, request_id }
  await writeAudit(db, [{ actor_id: session.id, ...entry }], { now })
  return changed
}
