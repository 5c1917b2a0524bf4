import type { Db } from '#server/db/connection.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { keepWithCode } from '#server/features/grants/keep-with-code.ts'
import {
  changeGrant,
  findClaim,
  type Grant,
  type GrantKey,
  isInSomeLock,
  listForsakenOrders,
  listUnfinishedOrders,
  lockGrant,
  OVER,
  requestAgain,
} from '#server/features/grants/queries.ts'
import { windowOf } from '#server/features/grants/rules.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'
import type { Span } from '#server/time/opening-hours.ts'

type Order = { office_id: number; id: number }

/**
 * Every change of an order ends with this call, in the same transaction: what the order may open is what it should be
 * then, and the locks are told if and only if the transaction commits. Again, it changes nothing.
 */
export async function followOrder(deps: Deps, db: Db, { office_id, id }: Order): Promise<void> {
  const key = { office_id, order_id: id }
  const known = await lockGrant(db, key)
  const claim = await findClaim(db, key)
  const window = claim && windowOf(claim, deps.now())
  if (window) await open(deps, db, { key, window, known })
  else if (known && known.state !== 'removed') await shut(deps, db, known)
}

/** The same for all that somebody has booked and that has not ended, when they are deleted or restored. */
export async function followOrdersOf(deps: Deps, db: Db, userId: number): Promise<void> {
  for (const order of await listUnfinishedOrders(db, userId, deps.now())) await followOrder(deps, db, order)
}

/** The same for an office that is restored: what fell due meanwhile was taken for over. */
export async function followOrdersIn(deps: Deps, db: Db, officeId: number): Promise<void> {
  for (const order of await listForsakenOrders(db, officeId, deps.now())) await followOrder(deps, db, order)
  await followDoors(deps, db, officeId)
}

type Wanted = { key: GrantKey; window: Span; known: Grant | undefined }

async function open(deps: Deps, db: Db, { key, window, known }: Wanted): Promise<void> {
  const isSoAlready = known?.from === window.from && known.to === window.to && known.state !== 'removed'
  if (isSoAlready) return
  const now = deps.now().getTime()
  // Who moves to another day leaves the locks that they are in.
  const isDueNow = window.from <= now || (known !== undefined && (await isInSomeLock(db, key)))
  const due = isDueNow ? now : window.from
  const hasCode = typeof known?.door_code_sealed === 'string'
  await keepWithCode(db, deps.secrets, { key, window, due, hasCode })
  await requestAgain(db, key)
  await deps.enqueue(db, tendGrant, key, due - now)
}

async function shut(deps: Deps, db: Db, { office_id, order_id }: Grant): Promise<void> {
  const key = { office_id, order_id }
  if (!(await isInSomeLock(db, key))) return changeGrant(db, key, { ...OVER, failure: null, due_at: null })
  await changeGrant(db, key, { due_at: deps.now().toISOString(), tries: 0 })
  await deps.enqueue(db, tendGrant, key)
}
