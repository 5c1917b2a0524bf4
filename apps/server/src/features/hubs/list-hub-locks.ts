import type { HubLock } from '@keyhour/contract/hubs'
import { listEntityIds } from '#server/features/access/device-queries.ts'
import { openHub } from '#server/features/grants/at-its-hub.ts'
import { refuseDoorFailure } from '#server/features/grants/refuse-failure.ts'
import { findHub } from '#server/features/hubs/hub-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function listHubLocks({ db, secrets, doors }: Deps, id: number): Promise<HubLock[]> {
  const hub = orMissing(await findHub(db, id), 'This hub does not exist.')
  const [found, known] = await Promise.all([
    doors.listDoors(openHub(secrets, hub)).catch(refuseDoorFailure),
    listEntityIds(db, hub.office_id),
  ])
  return found.map(({ id, name, state }) => ({
    home_assistant_id: id,
    name,
    state,
    is_known: known.includes(id),
  }))
}
