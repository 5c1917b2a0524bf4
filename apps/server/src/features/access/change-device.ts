import type { Device, DeviceUpdate } from '@keyhour/contract/access'
import type { Db } from '#server/db/connection.ts'
import {
  type DeviceRow,
  isLiveOffice,
  lockDevice,
  nameSpaces,
  updateDevice,
  withSpaces,
} from '#server/features/access/device-queries.ts'
import { forgetOpenings } from '#server/features/access/opening-queries.ts'
import { refuseForeignSpaces } from '#server/features/access/refuse-foreign-spaces.ts'
import { hasSameIds } from '#server/features/access/rules.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { differencesOf } from '#server/features/audit/rules.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { forgetDoor } from '#server/features/grants/queries.ts'
import { settleCodes } from '#server/features/grants/settle-codes.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export function changeDevice(deps: Deps, id: number, update: DeviceUpdate, by: Actor): Promise<Device> {
  return deps.db.transaction(async (db) => {
    const device = orMissing(await lockDevice(db, id), 'This device does not exist.')
    await refuseStale(db, device, update.version)
    const restored = update.deleted_at === null ? await restore(deps, db, device, by) : device
    const after = await change(deps, db, { device: restored, update }, by)
    return (await withSpaces(db, [after]))[0]!
  })
}

async function restore(deps: Deps, db: Db, device: DeviceRow, by: Actor): Promise<DeviceRow> {
  if (device.deleted_at === null) return device
  if (!(await isLiveOffice(db, device.office_id)))
    throw new Refusal('conflict', 'The office of this device was deleted.')
  return write(deps, db, { device, change: { deleted_at: null }, action: 'restore device' }, by)
}

async function change(
  deps: Deps,
  db: Db,
  { device, update }: { device: DeviceRow; update: DeviceUpdate },
  by: Actor,
): Promise<DeviceRow> {
  const { version: _, deleted_at: __, codes_stay = false, sub_office_ids, ...fields } = update
  const changed = differencesOf<DeviceRow>(device, fields)
  const [before] = await withSpaces(db, [device])
  const named = before!.sub_office_ids
  const spaces = sub_office_ids ?? (changed.office_id === undefined ? named : [])
  const isForOthers = !hasSameIds(spaces, named)
  if (Object.keys(changed).length === 0 && !isForOthers) return device
  // A code can only be removed through the hub and entity id under which it was put in.
  const isAnotherLock = changed.office_id !== undefined || changed.home_assistant_id !== undefined
  const left = isAnotherLock
    ? await settleCodes(db, { what: 'device', holder: { device_id: device.id }, mayStay: codes_stay })
    : {}
  // The new lock may take codes immediately.
  const change = isAnotherLock ? { ...changed, codes_paused_until: null } : changed
  if (changed.office_id !== undefined) await leaveOffice(db, device, changed.office_id)
  await refuseForeignSpaces(db, changed.office_id ?? device.office_id, spaces)
  const details = {
    changed: [...Object.keys(changed), ...(isForOthers ? ['sub_office_ids'] : [])].join(', '),
    ...left,
  }
  return write(deps, db, { device, change, spaces, action: 'change device', details }, by)
}

async function leaveOffice(db: Db, device: DeviceRow, officeId: number): Promise<void> {
  if (!(await isLiveOffice(db, officeId))) throw badField('office_id', 'This office does not exist.')
  await forgetDoor(db, device)
  await nameSpaces(db, device, [])
  await forgetOpenings(db, { office_id: device.office_id, device_id: device.id })
}

type Change = {
  device: DeviceRow
  change: Partial<DeviceRow>
  /** Left out: unchanged. */
  spaces?: number[]
  action: string
  details?: Record<string, number | string>
}

async function write(
  deps: Deps,
  db: Db,
  { device, change, spaces, action, details = {} }: Change,
  by: Actor,
): Promise<DeviceRow> {
  const now = deps.now()
  const changed = await updateDevice(db, device.id, change, { id: by.session.id, at: now.toISOString() })
  if (spaces) await nameSpaces(db, changed, spaces)
  for (const officeId of new Set([device.office_id, changed.office_id])) await followDoors(deps, db, officeId)
  await auditAct(db, by, { action, subject: 'device', subject_id: device.id, details }, now)
  return changed
}
