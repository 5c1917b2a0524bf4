import { z } from 'zod'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { keepWithCode } from '#server/features/grants/keep-with-code.ts'
import { releaseLease } from '#server/features/grants/lease-queries.ts'
import {
  findDoorRight,
  findGrant,
  type Grant,
  listDueGrants,
  listGrantDoors,
  OVER,
  settleGrant,
} from '#server/features/grants/queries.ts'
import { codeKeptUntil, isWithin, nextTry, windowOf } from '#server/features/grants/rules.ts'
import { tendDoor } from '#server/features/grants/tend-door.ts'
import { type Lease, withLease } from '#server/features/grants/with-lease.ts'
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

async function tend(deps: Deps, taken: Grant, lease: Lease): Promise<void> {
  const { db } = deps
  const now = deps.now()
  const key = { office_id: taken.office_id, order_id: taken.order_id }
  const grant = await withCode(deps, taken)
  const right = await findDoorRight(db, key)
  const isGood = right !== undefined && windowOf(right, now) !== undefined
  const isOn = isGood && isWithin(now, grant)

  const doors = await listGrantDoors(db, key)
  const pauses = doors.map(({ codes_paused_until }) => Date.parse(codes_paused_until ?? ''))
  const isPaused = (at: number) => pauses[at]! > now.getTime()
  const failures = await Promise.all(
    doors.map((door, at) =>
      tendDoor({ deps, grant, lease }, { ...door, isWanted: isOn && door.opens && !isPaused(at) }),
    ),
  )
  await settle(deps, grant, {
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
  state: 'installed' | 'requested' | 'removed'
  failure: DoorFailure | undefined
  /** Until when undoing a check-out may bring the code back. */
  codeKeptUntil: number | undefined
  /** When the first paused lock takes codes again; infinite if none is paused. */
  pausedUntil: number
  now: Date
}

/** If the grant changed in the meantime, its job may have found the lease taken, so enqueue another. */
async function settle(deps: Deps, grant: Grant, outcome: Outcome) {
  const { owner, state, failure, pausedUntil, codeKeptUntil, now } = outcome
  const { office_id, order_id, version, tries } = grant
  const key = { office_id, order_id }
  const due = failure
    ? nextTry({ window: grant, isWanted: state !== 'removed', tries, now })
    : { installed: Math.min(grant.to, pausedUntil), requested: grant.from, removed: codeKeptUntil }[state]
  await deps.db.transaction(async (db) => {
    const isSettled = await settleGrant(
      db,
      { ...key, version, owner },
      {
        ...(state === 'removed' && due === undefined ? OVER : { state: failure ? 'failed' : state }),
        failure: failure ?? null,
        tries: failure ? tries + 1 : 0,
        due_at: due === undefined ? null : new Date(due).toISOString(),
      },
    )
    if (!isSettled) {
      await releaseLease(db, key, owner)
      await deps.enqueue(db, TEND, key)
    } else if (due !== undefined) await deps.enqueue(db, TEND, key, due - now.getTime())
    await tellOfficeChanged(db, office_id)
  })
}
