import type { Db } from '#server/db/connection.ts'
import { followDoors } from '#server/features/grants/follow-doors.ts'
import { keepWithCode } from '#server/features/grants/keep-with-code.ts'
import {
  changeGrant,
  findDoorRight,
  type Grant,
  type GrantKey,
  isInSomeLock,
  listForsakenOrders,
  listOrdersToFollow,
  lockGrant,
  OVER,
  requestAgain,
} from '#server/features/grants/queries.ts'
import { codeKeptUntil, type DoorRight, isDuring, windowOf } from '#server/features/grants/rules.ts'
import { tendAfter, tendGrant } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'
import type { Span } from '#server/time/opening-hours.ts'

type Order = { office_id: number; id: number }

/**
 * Call in the transaction of every change to an order. Brings its grant up to date and enqueues the work on the locks.
 */
export async function followOrder(deps: Deps, db: Db, { office_id, id }: Order): Promise<void> {
  const key = { office_id, order_id: id }
  const known = await lockGrant(db, key)
  const right = await findDoorRight(db, key)
  const window = right && windowOf(right, deps.now())
  if (window) await open(deps, db, { key, window, known })
  else if (known && known.state !== 'removed') await shut(deps, db, known, right)
}

/** For a customer who was deleted or restored. */
export async function followOrdersOf(deps: Deps, db: Db, userId: number): Promise<void> {
  for (const order of await listOrdersToFollow(db, userId, deps.now())) await followOrder(deps, db, order)
}

/** For a restored office: grants that came due meanwhile were ended. */
export async function followOrdersIn(deps: Deps, db: Db, officeId: number): Promise<void> {
  for (const order of await listForsakenOrders(db, officeId, deps.now())) await followOrder(deps, db, order)
  await followDoors(deps, db, officeId)
}

/** For an order that moved within its office. */
export async function followSpace(deps: Deps, db: Db, { office_id, id }: Order): Promise<void> {
  const key = { office_id, order_id: id }
  const grant = await lockGrant(db, key)
  const isUnderWay = grant && (isDuring(deps.now(), grant) || (await isInSomeLock(db, key)))
  if (!isUnderWay || grant.state === 'removed') return
  await changeGrant(db, key, { due_at: deps.now().toISOString(), tries: 0 })
  await deps.enqueue(db, tendGrant, key)
}

type GrantWindow = { key: GrantKey; window: Span; known: Grant | undefined }

async function open(deps: Deps, db: Db, { key, window, known }: GrantWindow): Promise<void> {
  const now = deps.now().getTime()
  // A job may be removing the code from the locks right now.
  const isBeingTended = known?.due_at && Date.parse(known.due_at) <= now
  const isSoAlready = known?.from === window.from && known.to === window.to && isInOrder(known)
  if (isSoAlready && !isBeingTended) return
  // An order that moves to another day has to leave its locks now.
  const isDueNow = window.from <= now || (known !== undefined && (await isInSomeLock(db, key)))
  const due = isDueNow ? now : window.from
  const hasCode = typeof known?.door_code_sealed === 'string'
  await keepWithCode(db, deps.secrets, { key, window, due, hasCode })
  await requestAgain(db, key)
  await tendAfter(deps, db, key, due - now)
}

/** A failed grant is tried again: it may have failed at the opposite. */
const isInOrder = ({ state }: Grant): boolean => state === 'requested' || state === 'installed'

async function shut(
  deps: Deps,
  db: Db,
  { office_id, order_id }: Grant,
  right: DoorRight | undefined,
): Promise<void> {
  const key = { office_id, order_id }
  const mayComeBack = right !== undefined && codeKeptUntil(right, deps.now()) !== undefined
  if (!mayComeBack && !(await isInSomeLock(db, key)))
    return changeGrant(db, key, { ...OVER, failure: null, due_at: null })
  await changeGrant(db, key, { due_at: deps.now().toISOString(), tries: 0 })
  await deps.enqueue(db, tendGrant, key)
}
