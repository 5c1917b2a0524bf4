import { atItsHub } from '#server/features/grants/at-its-hub.ts'
import { claimSlot, type Grant, type GrantDoor, updateGrantDoor } from '#server/features/grants/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { DoorFailed, type DoorFailure } from '#server/outside/door-driver.ts'

type Door = GrantDoor & { isWanted: boolean }

/** Puts the code of an order into one lock, or takes it out. Answers why that did not work. */
export async function tendDoor(deps: Deps, grant: Grant, door: Door): Promise<DoorFailure | undefined> {
  try {
    if (door.isWanted) {
      if (door.state !== 'installed') await putIn(deps, grant, door)
    } else if (door.slot !== null || door.code_ref !== null) await takeOut(deps, grant, door)
    else if (door.state !== 'removed')
      await updateGrantDoor(deps.db, door, { state: 'removed', failure: null })
    return undefined
  } catch (error) {
    if (!(error instanceof DoorFailed)) throw error
    await updateGrantDoor(deps.db, door, { state: 'failed', failure: error.reason })
    return error.reason
  }
}

async function putIn(deps: Deps, grant: Grant, door: Door, after = 0): Promise<void> {
  const { db } = deps
  const { version } = grant
  const { slot, isStale } =
    door.slot === null ? await claimSlot(db, door, { version, after }) : { slot: door.slot, isStale: false }
  // Whoever wants something else has asked for it.
  if (isStale) return
  if (slot === undefined) throw new DoorFailed('slot_taken')
  try {
    const ref = await put(deps, grant, { ...door, slot })
    if (door.code_ref !== null && door.code_ref !== ref) await remove(deps, door, door.code_ref)
    await updateGrantDoor(db, door, { state: 'installed', failure: null, code_ref: ref })
  } catch (error) {
    if (!(error instanceof DoorFailed)) throw error
    // Somebody has filled that place by hand.
    if (error.reason === 'slot_taken') return putIn(deps, grant, { ...door, slot: null }, slot)
    const isOutForSure = !error.mayHaveWorked && door.code_ref === null
    if (isOutForSure) await updateGrantDoor(db, door, { slot: null })
    if (error.reason !== 'cannot_hold_codes') throw error
    // Then it is opened by the button alone.
    await updateGrantDoor(db, door, { state: 'installed', failure: null })
  }
}

async function takeOut(deps: Deps, grant: Grant, door: Door): Promise<void> {
  // Nobody knows whether it is in there: it is put in once more, to learn what takes it out.
  const ref = door.code_ref ?? (await put(deps, grant, { ...door, slot: door.slot! }))
  await remove(deps, door, ref)
  await updateGrantDoor(deps.db, door, { state: 'removed', failure: null, slot: null, code_ref: null })
}

async function put(deps: Deps, grant: Grant, door: Door & { slot: number }): Promise<string> {
  const code = {
    pin: deps.secrets.open(grant.door_code_sealed!),
    slot: door.slot,
    from: new Date(grant.from).toISOString(),
    to: new Date(grant.to).toISOString(),
  }
  const { ref } = await atItsHub(deps, door, (place) => deps.doors.putCode(place, code))
  return ref
}

const remove = (deps: Deps, door: Door, ref: string) =>
  atItsHub(deps, door, (place) => deps.doors.removeCode(place, ref))
