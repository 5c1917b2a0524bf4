import type { Device } from '@keyhour/contract/access'
import {
  insertDevices,
  isLiveOffice,
  listEntityIds,
  withSpaces,
} from '#server/features/access/device-queries.ts'
import { type Actor, auditActs } from '#server/features/audit/queries.ts'
import { openHub } from '#server/features/grants/at-its-hub.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { refuseDoorFailure } from '#server/features/grants/refuse-failure.ts'
import { findHub, lockHub } from '#server/features/hubs/hub-queries.ts'
import { badField, orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

const LONGEST_NAME = 200

type Import = { hubId: number; entityIds: string[] }

/** Two simultaneous imports add each door once. */
export async function importHubLocks(deps: Deps, { hubId, entityIds }: Import, by: Actor): Promise<Device[]> {
  const now = deps.now()
  const hub = orMissing(await findHub(deps.db, hubId), 'This hub does not exist.')
  const found = await deps.doors.listDoors(openHub(deps.secrets, hub)).catch(refuseDoorFailure)
  const wanted = found.filter(({ id }) => entityIds.includes(id))
  if (wanted.length < new Set(entityIds).size)
    throw badField('home_assistant_ids', 'The hub does not know this door.')

  return deps.db.transaction(async (db) => {
    const { office_id } = orMissing(await lockHub(db, hubId), 'This hub does not exist.')
    if (!(await isLiveOffice(db, office_id)))
      throw new Refusal('conflict', 'The office of this hub was deleted.')
    const known = await listEntityIds(db, office_id)
    const made = wanted
      .filter(({ id }) => !known.includes(id))
      .map(({ id, name, type }) => ({
        office_id,
        name: name.slice(0, LONGEST_NAME),
        home_assistant_id: id,
        type,
      }))
    if (made.length === 0) return []
    const devices = await insertDevices(db, made, { id: by.session.id, at: now.toISOString() })
    await followDoors(deps, db, office_id)
    const act = { action: 'add device', subject: 'device', details: { office_id, hub_id: hubId } } as const
    await auditActs(
      db,
      by,
      devices.map(({ id }) => ({ ...act, subject_id: id })),
      now,
    )
    return withSpaces(db, devices)
  })
}
