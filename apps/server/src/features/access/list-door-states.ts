import type { DoorState } from '@keyhour/contract/access'
import { type DeviceRow, listActiveDevices } from '#server/features/access/device-queries.ts'
import { noteDoorAnswer, noteDoorFailure } from '#server/features/access/note-door.ts'
import { atItsHub } from '#server/features/grants/at-its-hub.ts'
import { describeFailure } from '#server/features/grants/describe-failure.ts'
import { tryWaiting } from '#server/features/grants/try-waiting.ts'
import type { Deps } from '#server/http/routes.ts'
import { DoorFailed } from '#server/outside/door-driver.ts'

const OFFICES_AT_ONCE = 8

/** Asks several offices in parallel, so that one silent hub delays few others. */
export async function listDoorStates(deps: Deps): Promise<DoorState[]> {
  const devices = await listActiveDevices(deps.db)
  const offices = new Set(devices.map(({ office_id }) => office_id)).values()
  const states = new Map<number, DoorState>()
  const askInTurn = async () => {
    // All workers share this iterator.
    for (const office of offices) {
      const doors = devices.filter(({ office_id }) => office_id === office)
      const asked = await Promise.all(doors.map((door) => ask(deps, door)))
      for (const state of asked) states.set(state.device_id, state)
      if (asked.some(({ failure }) => failure === null)) await tryWaiting(deps, office)
    }
  }
  await Promise.all(Array.from({ length: OFFICES_AT_ONCE }, askInTurn))
  return devices.map(({ id }) => states.get(id)!)
}

async function ask(deps: Deps, door: DeviceRow): Promise<DoorState> {
  try {
    const state = await atItsHub(deps, door, (found) => deps.doors.stateOf(found))
    if (state === 'unavailable' || state === 'jammed') await noteDoorFailure(deps, door, state)
    else await noteDoorAnswer(deps.db, door, { hasOpened: false })
    return { device_id: door.id, state, failure: null }
  } catch (error) {
    if (!(error instanceof DoorFailed)) throw error
    await noteDoorFailure(deps, door, error.reason)
    return { device_id: door.id, state: null, failure: describeFailure(error.reason) }
  }
}
