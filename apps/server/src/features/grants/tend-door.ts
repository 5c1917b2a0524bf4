import type { Db } from '#server/db/connection.ts'
import { atItsHub, type CodeHub } from '#server/features/grants/at-its-hub.ts'
import {
  changeGrant,
  claimSlot,
  type Grant,
  type GrantDoor,
  noteLateWork,
  updateGrantDoor,
} from '#server/features/grants/queries.ts'
import { type Lease, LeaseLost } from '#server/features/grants/with-lease.ts'
import { tellWebhooks } from '#server/features/webhooks/tell-webhooks.ts'
import type { Deps } from '#server/http/routes.ts'
import { DoorFailed, type DoorFailure } from '#server/outside/door-driver.ts'

type Door = GrantDoor & { isWanted: boolean }
type Tending = { deps: Deps; grant: Grant; lease: Lease }

const OUT = { slot: null, code_ref: null, hub_kind: null, hub_id: null, unwanted_since: null } as const

/** Returns the failure, if any. */
export async function tendDoor(tending: Tending, door: Door): Promise<DoorFailure | undefined> {
  const mayHoldCode = door.slot !== null || door.code_ref !== null
  try {
    if (door.isWanted) {
      if (door.unwanted_since !== null) await write(tending, door, { unwanted_since: null })
      if (door.state !== 'installed') await putIn(tending, door)
    } else if (mayHoldCode) await takeOut(tending, door)
    else if (door.state !== 'removed') await write(tending, door, { state: 'removed', failure: null })
    return undefined
  } catch (error) {
    if (!(error instanceof DoorFailed)) throw error
    await write(tending, door, { state: 'failed', failure: error.reason, tried_at: at(tending) })
    return error.reason
  }
}

const at = ({ deps }: Tending): string => deps.now().toISOString()

async function putIn(tending: Tending, door: Door, after = 0): Promise<void> {
  const { deps, grant, lease } = tending
  const wanted = { version: grant.version, owner: lease.owner, after }
  const { slot, isStale } =
    door.slot === null ? await claimSlot(deps.db, door, wanted) : { slot: door.slot, isStale: false }
  // The change has enqueued its own job.
  if (isStale) return
  if (slot === undefined) throw new DoorFailed('slot_taken')
  try {
    const put = await send(tending, { ...door, slot })
    if (door.code_ref !== null && !isSame(door, put)) await clear(tending, door, door)
    const installed = { state: 'installed', failure: null, tried_at: at(tending) } as const
    await write(tending, door, { ...installed, ...put }, put)
  } catch (error) {
    if (!(error instanceof DoorFailed)) throw error
    // The slot was filled by hand.
    if (error.reason === 'slot_taken') return putIn(tending, { ...door, slot: null }, slot)
    const isOutForSure = !error.mayHaveWorked && door.code_ref === null
    if (isOutForSure) await write(tending, door, OUT)
    if (error.reason !== 'cannot_hold_codes') throw error
    // Such a door is opened only from the app.
    await write(tending, door, { state: 'installed', failure: null })
  }
}

async function takeOut(tending: Tending, door: Door): Promise<void> {
  if (door.unwanted_since === null) await write(tending, door, { unwanted_since: at(tending) })
  // The code may or may not be there: put it in again, to get the reference that removes it.
  const held = door.code_ref === null ? await send(tending, { ...door, slot: door.slot! }) : door
  await clear(tending, door, held)
  await write(tending, door, { state: 'removed', failure: null, tried_at: at(tending), ...OUT }, null)
}

type Held = CodeHub & { code_ref: string | null }

const isSame = (one: Held, other: Held): boolean =>
  one.code_ref === other.code_ref &&
  (one.hub_kind === null || (one.hub_kind === other.hub_kind && one.hub_id === other.hub_id))

/** Records the hub first: if this server dies meanwhile, the next one removes the code there. */
function send(tending: Tending, door: Door & { slot: number }): Promise<Held & { code_ref: string }> {
  const { deps, grant, lease } = tending
  const code = {
    pin: deps.secrets.open(grant.door_code_sealed!),
    slot: door.slot,
    from: new Date(grant.from).toISOString(),
    to: new Date(grant.to).toISOString(),
  }
  const { office_id, home_assistant_id } = door
  return atItsHub(deps, { office_id, home_assistant_id }, async (found) => {
    const { hub_kind, hub_id } = found
    if (door.code_ref === null) await write(tending, door, { hub_kind, hub_id })
    lease.check()
    const { ref } = await deps.doors.putCode(found, code)
    return { code_ref: ref, hub_kind, hub_id }
  })
}

function clear({ deps, lease }: Tending, door: Door, { code_ref, hub_kind, hub_id }: Held): Promise<unknown> {
  return atItsHub(deps, { ...door, hub_kind, hub_id }, (found) => {
    lease.check()
    return deps.doors.removeCode(found, code_ref!)
  })
}

/**
 * Writes nothing once another server has taken over. `done` is what the hub did in the meantime, null for a removed
 * code: it may have undone the other server's work, so the lock is checked again.
 */
async function write(
  tending: Tending,
  door: Door,
  change: Parameters<typeof updateGrantDoor>[3],
  done?: Held | null,
): Promise<void> {
  const { deps, lease } = tending
  const update = (db: Db) => updateGrantDoor(db, door, lease.owner, change)
  const updateAndTell = async (db: Db) => {
    const isOurs = await update(db)
    if (isOurs) await tellOfCode(tending, db, door, done ? 'given' : 'removed')
    return isOurs
  }
  if (await (done === undefined ? update(deps.db) : deps.db.transaction(updateAndTell))) return
  if (done !== undefined)
    await deps.db.transaction(async (db) => {
      await noteLateWork(db, door, done)
      await changeGrant(db, door, { due_at: deps.now().toISOString() })
    })
  throw new LeaseLost('another server has taken over')
}

/** Never the code itself. */
function tellOfCode(
  { deps, grant }: Tending,
  db: Db,
  { device_id, office_id, order_id, name }: Door,
  what: 'given' | 'removed',
): Promise<void> {
  const valid = {
    valid_from: new Date(grant.from).toISOString(),
    valid_until: new Date(grant.to).toISOString(),
  }
  const data = { door: { id: device_id, name }, office_id, order_id, ...(what === 'given' && valid) }
  return tellWebhooks(deps, db, [`door_code.${what}`], data)
}
