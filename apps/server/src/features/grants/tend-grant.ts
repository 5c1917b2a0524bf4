import { z } from 'zod'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { keepWithCode } from '#server/features/grants/keep-with-code.ts'
import {
  findClaim,
  findGrant,
  type Grant,
  type GrantKey,
  listDueGrants,
  listGrantDoors,
  OVER,
  settleGrant,
  whileNobodyElse,
} from '#server/features/grants/queries.ts'
import { isWithin, nextTry, windowOf } from '#server/features/grants/rules.ts'
import { tendDoor } from '#server/features/grants/tend-door.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import type { DoorFailure } from '#server/outside/door-driver.ts'

/**
 * Makes the locks as the order is at this moment, whatever it was when this was asked for: done twice, or by somebody
 * else meanwhile, it finds nothing to do. A lock that fails is tried again for as long as that makes sense.
 */
export const tendGrant = job({
  name: 'tend-grant',
  data: z.object({ office_id: z.int(), order_id: z.int() }),
  retries: 5,
  atOnce: 6,
  run: (deps: Deps, key) => whileNobodyElse(deps.db, key, () => tend(deps, key)),
})

const MOST_AT_ONCE = 500
/** However much was left undone, whoever books or cancels now is served first. */
const BEHIND_OTHERS_MS = 1000

/** For what nobody came to do: the server was down, or gave up. */
export const tendDueGrants = job({
  name: 'tend-due-grants',
  data: z.object({}),
  retries: 0,
  cron: '* * * * *',
  run: async ({ db, now, enqueue }: Deps) => {
    for (const key of await listDueGrants(db, now(), MOST_AT_ONCE))
      await enqueue(db, tendGrant, key, BEHIND_OTHERS_MS)
  },
})

async function tend(deps: Deps, key: GrantKey): Promise<void> {
  const { db } = deps
  const now = deps.now()
  const grant = await findDueGrant(deps, key)
  if (!grant) return
  const claim = await findClaim(db, key)
  const isGood = claim !== undefined && windowOf(claim, now) !== undefined
  const isOn = isGood && isWithin(now, grant)

  const doors = await listGrantDoors(db, key)
  const failures = await Promise.all(
    doors.map((door) => tendDoor(deps, grant, { ...door, isWanted: isOn && door.is_up })),
  )
  await settle(deps, grant, {
    state: isOn ? 'installed' : isGood ? 'requested' : 'removed',
    failure: failures.find((failure) => failure !== undefined),
    now,
  })
}

async function findDueGrant({ db, secrets, now }: Deps, key: GrantKey): Promise<Grant | undefined> {
  const grant = await findGrant(db, key)
  const due = Date.parse(grant?.due_at ?? '')
  if (!grant || !(due <= now().getTime())) return undefined
  if (grant.door_code_sealed !== null) return grant
  // It was made before there were codes.
  await keepWithCode(db, secrets, { key, window: grant, due, hasCode: false })
  return findGrant(db, key)
}

type Outcome = { state: 'installed' | 'requested' | 'removed'; failure: DoorFailure | undefined; now: Date }

async function settle(deps: Deps, grant: Grant, { state, failure, now }: Outcome): Promise<void> {
  const { office_id, order_id, version, tries } = grant
  const key = { office_id, order_id }
  const due = failure
    ? nextTry({ window: grant, isWanted: state !== 'removed', tries, now })
    : { installed: grant.to, requested: grant.from, removed: undefined }[state]
  await deps.db.transaction(async (db) => {
    const isSettled = await settleGrant(
      db,
      { ...key, version },
      {
        ...(state === 'removed' && !failure ? OVER : { state: failure ? 'failed' : state }),
        failure: failure ?? null,
        tries: failure ? tries + 1 : 0,
        due_at: due === undefined ? null : new Date(due).toISOString(),
      },
    )
    if (isSettled && due !== undefined) await deps.enqueue(db, tendGrant, key, due - now.getTime())
    await tellOfficeChanged(db, office_id)
  })
}
