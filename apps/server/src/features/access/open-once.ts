import { setTimeout } from 'node:timers/promises'
import type { Opened } from '@keyhour/contract/access'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import type { DeviceRow } from '#server/features/access/device-queries.ts'
import { noteDoorAnswer, noteDoorFailure } from '#server/features/access/note-door.ts'
import {
  addOpening,
  endAbandoned,
  endOpening,
  findLast,
  findOpening,
  findOpeningByKey,
  findUnderWay,
  type Opening,
} from '#server/features/access/opening-queries.ts'
import { atItsHub } from '#server/features/grants/at-its-hub.ts'
import { refusalOfFailure } from '#server/features/grants/refuse-failure.ts'
import { tryWaiting } from '#server/features/grants/try-waiting.ts'
import { tellWebhooks } from '#server/features/webhooks/tell-webhooks.ts'
import { loggable } from '#server/http/database-errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { DoorFailed, type DoorFailure } from '#server/outside/door-driver.ts'

const SAME_TAP_MS = 3000
/** By then, a door that may have opened has locked again. */
const IN_DOUBT_MS = 30_000
const ABANDONED_MS = 60_000
const LOOK_EVERY_MS = 200

type DoorCommand = {
  device: DeviceRow
  /** Null for admins and managers, who need no order. */
  order_id: number | null
  actor_id: number
  key: string | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
  /**
   * Refuses if the order has ended since the caller was admitted. The opening is recorded by then: its foreign key waits
   * for whoever changes the order, and whoever changes it later sees the opening.
   */
  confirm?: () => Promise<void>
  /** Runs in the transaction that records the opening. */
  record: (db: Db) => Promise<void>
}

/**
 * Opens the door once for all calls that arrive at the same time, on any server, and gives all of them the same result.
 * Holds no database connection while the hub works.
 */
export async function openOnce(deps: Deps, command: DoorCommand): Promise<Opened> {
  const { db } = deps
  const { device, order_id, actor_id, key } = command
  const door = { office_id: device.office_id, device_id: device.id }
  const now = deps.now()
  await endAbandoned(db, door, { now, patience_ms: ABANDONED_MS })
  const begun = await addOpening(db, { ...door, order_id, actor_id, key, began_at: now.toISOString() })
  if (!begun) {
    const known = key === undefined ? undefined : await findOpeningByKey(db, actor_id, key)
    const other = known ?? (await findUnderWay(db, door))
    // It ended before we could read it.
    return other ? join(deps, other, command) : openOnce(deps, command)
  }
  const last = await findLast(db, door, before(now, IN_DOUBT_MS))
  if (last && isSameTap(last, begun)) return describe(await endOpening(db, begun, outcomeOf(last)))
  await confirmOrEnd(deps, begun, command)
  return tell(deps, begun, command, last?.may_have_worked ?? false)
}

async function confirmOrEnd(deps: Deps, opening: Opening, { confirm }: DoorCommand): Promise<void> {
  try {
    await confirm?.()
  } catch (error) {
    const outcome = { failure: 'refused', key: null }
    await endOpening(deps.db, opening, { ended_at: deps.now().toISOString(), ...outcome })
    throw error
  }
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

const isSameTap = (last: Opening, { order_id, actor_id, began_at }: Opening): boolean =>
  last.state !== null &&
  last.order_id === order_id &&
  last.actor_id === actor_id &&
  // In both directions: after the clock was set back, the last opening is in the future.
  Math.abs(Date.parse(began_at) - Date.parse(last.began_at)) < SAME_TAP_MS

const outcomeOf = ({ state, ended_at }: Opening) => ({ state, ended_at: ended_at! })

async function tell(deps: Deps, opening: Opening, command: DoorCommand, again: boolean): Promise<Opened> {
  try {
    const { state } = await atItsHub(deps, command.device, (found) => deps.doors.open(found, { again }))
    const ended = await deps.db.transaction(async (db) => {
      await command.record(db)
      await tellOfOpening(deps, db, command)
      await noteDoorAnswer(db, command.device, { hasOpened: true })
      return endOpening(db, opening, { ended_at: deps.now().toISOString(), state })
    })
    await tryWaiting(deps, opening.office_id).catch((error) =>
      command.log.warn({ err: loggable(error), device: command.device.id }, 'codes that wait were not tried'),
    )
    return describe(ended)
  } catch (error) {
    const { reason, mayHaveWorked } =
      error instanceof DoorFailed ? error : new DoorFailed('not_confirmed', { mayHaveWorked: true })
    command.log.warn({ err: loggable(error), device: command.device.id }, 'a door did not open')
    await noteDoorFailure(deps, command.device, reason)
    const outcome = { failure: reason, may_have_worked: mayHaveWorked, key: null }
    await endOpening(deps.db, opening, { ended_at: deps.now().toISOString(), ...outcome })
    throw error instanceof DoorFailed ? refusalOfFailure(reason) : error
  }
}

function tellOfOpening(deps: Deps, db: Db, { device, order_id, actor_id }: DoorCommand): Promise<void> {
  const { id, name, office_id } = device
  const data = { door: { id, name }, office_id, order_id, opened_by: actor_id }
  return tellWebhooks(deps, db, ['door.opened'], data)
}

/** Waits for an opening under way, and records this caller's part in it. */
async function join(deps: Deps, known: Opening, command: DoorCommand): Promise<Opened> {
  const { device, order_id, actor_id, key, record } = command
  const { office_id, id: device_id } = device
  const isSameKey = key !== undefined && known.key === key && known.actor_id === actor_id
  const isAnother = known.device_id !== device_id || known.order_id !== order_id
  if (isSameKey && isAnother)
    throw new Refusal('conflict', 'This Idempotency-Key was used for another request.')
  const began_at = deps.now().toISOString()
  const ended = await waitFor(deps, known)
  if (ended?.state == null) throw refusalOfFailure((ended?.failure ?? 'not_confirmed') as DoorFailure)
  if (isSameKey) return describe(ended)
  // Recorded under the caller's own key too, so that their retry does not open again.
  const part = { office_id, device_id, order_id, actor_id, key, began_at, ...outcomeOf(ended) }
  await deps.db.transaction(async (db) => {
    if ((await addOpening(db, part)) && isAnother) await record(db)
  })
  return describe(ended)
}

async function waitFor({ db }: Deps, opening: Opening): Promise<Opening | undefined> {
  const until = performance.now() + ABANDONED_MS
  let seen: Opening | undefined = opening
  while (seen && seen.ended_at === null && performance.now() < until) {
    await setTimeout(LOOK_EVERY_MS)
    seen = await findOpening(db, opening)
  }
  return seen
}

const describe = ({ device_id, state, ended_at }: Opening): Opened => ({
  device_id,
  state: state!,
  at: ended_at!,
})
