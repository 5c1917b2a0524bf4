import { z } from 'zod'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { keepWithCode } from '#server/features/grants/keep-with-code.ts'
import { releaseGrantLease } from '#server/features/grants/lease-queries.ts'
import {
  findDoorRight,
  findGrant,
  type Grant,
  type GrantKey,
  isInSomeLock,
  listComingGrants,
  listDueGrants,
  listGrantDoors,
  OVER,
  settleGrant,
} from '#server/features/grants/queries.ts'
import { codeKeptUntil, isDuring, nextGrantTry, windowOf } from '#server/features/grants/rules.ts'
import { tendDoor } from '#server/features/grants/tend-door.ts'
import { type Lease, withLease } from '#server/features/grants/with-lease.ts'
import { reminderIn } from '#server/features/push/push-rules.ts'
import { tellOfOrder } from '#server/features/push/tell-of-order.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import type { DoorFailure } from '#server/outside/door-driver.ts'

const TEND = { name: 'tend-grant', data: z.object({ office_id: z.int(), order_id: z.int() }) }

/**
 * Brings the locks in line with the order as it is now, so running it twice is harmless. While another server holds the
 * lease, runs again when that would expire.
 */
export const tendGrant = job({
  ...TEND,
  retries: 5,
  atOnce: 6,
  async run(deps: Deps, key) {
    const left = await withLease(deps, key, (grant, lease) => tend(deps, grant, lease))
    if (left !== undefined) await deps.enqueue(deps.db, TEND, key, Math.max(1, left))
  },
})

const MOST_AT_ONCE = 500
/** Customers who book or cancel now go first. */
const BEHIND_OTHERS_MS = 1000

/** Catches grants whose job was lost or given up. */
export const tendDueGrants = job({
  name: 'tend-due-grants',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async ({ db, now, enqueue }: Deps) => {
    for (const key of await listDueGrants(db, now(), MOST_AT_ONCE))
      await enqueue(db, TEND, key, BEHIND_OTHERS_MS)
  },
})

/** More than the longest time between two runs: the queue may start a job of the minute 35 seconds late. */
const SOON_MS = 120_000

/** Enqueues grants that are due soon, each for its moment. */
export const tendComingGrants = job({
  name: 'tend-coming-grants',
  data: z.object({}),
  retries: 3,
  cron: '* * * * *',
  run: async ({ db, now, enqueue }: Deps) => {
    const at = now().getTime()
    const coming = await listComingGrants(db, new Date(at), new Date(at + SOON_MS))
    await Promise.all(coming.map(({ due_at, ...key }) => enqueue(db, TEND, key, Date.parse(due_at!) - at)))
  },
})

/** A job for later would wait in the queue, for weeks at times; so `tendComingGrants` enqueues it when the time comes. */
export async function tendAfter(deps: Deps, db: Db, key: GrantKey, pause: number): Promise<void> {
  if (pause < SOON_MS) await deps.enqueue(db, TEND, key, pause)
}

async function tend(deps: Deps, taken: Grant, lease: Lease): Promise<void> {
  const { db } = deps
  const now = deps.now()
  const key = { office_id: taken.office_id, order_id: taken.order_id }
  const grant = await withCode(deps, taken)
  const right = await findDoorRight(db, key)
  const isGood = right !== undefined && windowOf(right, now) !== undefined
  const isOn = isGood && isDuring(now, grant)

  const doors = await listGrantDoors(db, key)
  const pauses = doors.map(({ codes_paused_until }) => Date.parse(codes_paused_until ?? ''))
  const isPaused = (at: number) => pauses[at]! > now.getTime()
  const failures = await Promise.all(
    doors.map((door, at) =>
      tendDoor({ deps, grant, lease }, { ...door, isWanted: isOn && door.opens && !isPaused(at) }),
    ),
  )
  const hadCode = doors.some(({ slot, code_ref }) => slot !== null || code_ref !== null)
  await settle(deps, grant, {
    isNews: isOn && (!hadCode || grant.state === 'failed'),
    owner: lease.owner,
    state: isOn ? 'installed' : isGood ? 'requested' : 'removed',
    failure: failures.find((failure) => failure !== undefined),
    codeKeptUntil: right && codeKeptUntil(right, now),
    pausedUntil: Math.min(...pauses.filter((until) => until > now.getTime())),
    now,
  })
}

/** For an order from before codes existed. */
async function withCode({ db, secrets }: Deps, grant: Grant): Promise<Grant> {
  if (grant.door_code_sealed !== null) return grant
  const due = Date.parse(grant.due_at!)
  await keepWithCode(db, secrets, { key: grant, window: grant, due, hasCode: false })
  return (await findGrant(db, grant))!
}

type Outcome = {
  owner: string
  /** No lock had the code before, as far as we know. */
  isNews: boolean
  state: 'installed' | 'requested' | 'removed'
  failure: DoorFailure | undefined
  /** Until when undoing a check-out may bring the code back. */
  codeKeptUntil: number | undefined
  /** When the first paused lock takes codes again; infinite if none is paused. */
  pausedUntil: number
  now: Date
}

/** When the grant has to be looked after again; undefined if never. */
function dueAfter(grant: Grant, { state, failure, pausedUntil, codeKeptUntil, now }: Outcome) {
  if (failure) return nextGrantTry({ window: grant, isWanted: state !== 'removed', tries: grant.tries, now })
  return { installed: Math.min(grant.to, pausedUntil), requested: grant.from, removed: codeKeptUntil }[state]
}

function changeAfter({ tries }: Grant, { state, failure }: Outcome, due: number | undefined) {
  return {
    ...(state === 'removed' && due === undefined ? OVER : { state: failure ? ('failed' as const) : state }),
    failure: failure ?? null,
    tries: failure ? tries + 1 : 0,
    due_at: due === undefined ? null : new Date(due).toISOString(),
  }
}

/** If the grant changed in the meantime, its job may have found the lease taken, so enqueue another. */
async function settle(deps: Deps, grant: Grant, outcome: Outcome) {
  const { owner, now } = outcome
  const { office_id, order_id, version } = grant
  const key = { office_id, order_id }
  const due = dueAfter(grant, outcome)
  await deps.db.transaction(async (db) => {
    if (await settleGrant(db, { ...key, version, owner }, changeAfter(grant, outcome, due))) {
      await tellCustomer(deps, db, grant, outcome)
      if (due !== undefined) await tendAfter(deps, db, key, due - now.getTime())
    } else {
      await releaseGrantLease(db, key, owner)
      await deps.enqueue(db, TEND, key)
    }
    await tellOfficeChanged(db, office_id)
  })
}

/** On their devices: that the code is in the locks, and later, once for each end, that the time is running out. */
async function tellCustomer(deps: Deps, db: Db, grant: Grant, { state, failure, isNews, now }: Outcome) {
  if (state !== 'installed') return
  const { order_id } = grant
  if (isNews && !failure && (await isInSomeLock(db, grant)))
    await deps.enqueue(db, tellOfOrder, { kind: 'code_ready', order_id })
  const pause = grant.state === 'requested' ? reminderIn(grant.to, now) : undefined
  if (pause !== undefined)
    await deps.enqueue(db, tellOfOrder, { kind: 'ending', order_id, until: grant.to }, pause)
}
