import { setTimeout } from 'node:timers/promises'
import type { Opened } from '@keyhour/contract/access'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import type { DeviceRow } from '#server/features/access/device-queries.ts'
import {
  addOpening,
  endAbandoned,
  endOpening,
  findByKey,
  findLast,
  findOpening,
  findUnderWay,
  type Opening,
} from '#server/features/access/opening-queries.ts'
import { refusalOf } from '#server/features/access/refuse-failure.ts'
import { atItsHub } from '#server/features/grants/at-its-hub.ts'
import { loggable } from '#server/http/database-errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { DoorFailed, type DoorFailure } from '#server/outside/door-driver.ts'

/** Whoever taps again so soon means the same opening. */
const SAME_TAP_MS = 3000
/** After that a door that may have opened has been shut again. */
const IN_DOUBT_MS = 30_000
/** Longer than any hub is waited for. */
const ABANDONED_MS = 60_000
const LOOK_EVERY_MS = 200

type Attempt = {
  device: DeviceRow
  /** Null for an admin, who needs none. */
  order_id: number | null
  actor_id: number
  key: string | undefined
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Writes down that it opened, in the same transaction. */
  record: (db: Db) => Promise<void>
}

/**
 * However many ask at once, on however many servers, the door is told to open once and all of them hear what came of it.
 * Nobody holds a connection to the database while the hub is waited for.
 */
export async function openOnce(deps: Deps, attempt: Attempt): Promise<Opened> {
  const { db } = deps
  const { device, order_id, actor_id, key } = attempt
  const door = { office_id: device.office_id, device_id: device.id }
  const now = deps.now()
  await endAbandoned(db, door, { now, since: before(now, ABANDONED_MS) })
  const begun = await addOpening(db, { ...door, order_id, actor_id, key, began_at: now.toISOString() })
  if (!begun) {
    const known = key === undefined ? undefined : await findByKey(db, actor_id, key)
    const other = known ?? (await findUnderWay(db, door))
    // It was over before we looked.
    return other ? join(deps, other, attempt) : openOnce(deps, attempt)
  }
  const last = await findLast(db, door, before(now, IN_DOUBT_MS))
  if (last && isSameTap(last, begun)) return describe(await endOpening(db, begun, outcomeOf(last)))
  return tell(deps, begun, attempt, last?.may_have_worked ?? false)
}

const before = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

const isSameTap = (last: Opening, { order_id, actor_id, began_at }: Opening): boolean =>
  last.state !== null &&
  last.order_id === order_id &&
  last.actor_id === actor_id &&
  Date.parse(began_at) - Date.parse(last.began_at) < SAME_TAP_MS

const outcomeOf = ({ state, ended_at }: Opening) => ({ state, ended_at: ended_at! })

async function tell(deps: Deps, opening: Opening, attempt: Attempt, again: boolean): Promise<Opened> {
  try {
    const { state } = await atItsHub(deps, attempt.device, (place) => deps.doors.open(place, { again }))
    const ended = await deps.db.transaction(async (db) => {
      await attempt.record(db)
      return endOpening(db, opening, { ended_at: deps.now().toISOString(), state })
    })
    return describe(ended)
  } catch (error) {
    const { reason, mayHaveWorked } =
      error instanceof DoorFailed ? error : new DoorFailed('not_confirmed', { mayHaveWorked: true })
    attempt.log.warn({ err: loggable(error), device: attempt.device.id }, 'a door did not open')
    const outcome = { failure: reason, may_have_worked: mayHaveWorked, key: null }
    await endOpening(deps.db, opening, { ended_at: deps.now().toISOString(), ...outcome })
    throw error instanceof DoorFailed ? refusalOf(reason) : error
  }
}

/** Waits for one that is known, and takes part in it where it is somebody else's. */
async function join(deps: Deps, known: Opening, attempt: Attempt): Promise<Opened> {
  const { device, order_id, actor_id, key, record } = attempt
  const { office_id, id: device_id } = device
  const isSameKey = key !== undefined && known.key === key && known.actor_id === actor_id
  const isAnother = known.device_id !== device_id || known.order_id !== order_id
  if (isSameKey && isAnother)
    throw new Refusal('conflict', 'This Idempotency-Key was used for another request.')
  const began_at = deps.now().toISOString()
  const ended = await waitFor(deps, known)
  if (ended?.state == null) throw refusalOf((ended?.failure ?? 'not_confirmed') as DoorFailure)
  if (isSameKey) return describe(ended)
  // Under their own key as well: whoever asks again has opened already.
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
