import { and, asc, eq, exists, gt, isNotNull, lte, ne, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '#server/db/connection.ts'
import { devices, grantDevices, grants, homeAssistants } from '#server/db/schema/access.ts'
import { integrations, offices } from '#server/db/schema/offices.ts'
import { isUnfinishedAt, occupancy, orders } from '#server/db/schema/orders.ts'
import { users } from '#server/db/schema/users.ts'
import { statement } from '#server/db/statement.ts'
import { opensSpace } from '#server/features/grants/door-queries.ts'
import type { DoorRight } from '#server/features/grants/rules.ts'
import { hasCode } from '#server/http/database-errors.ts'
import type { Span } from '#server/time/opening-hours.ts'

export type GrantKey = { office_id: number; order_id: number }

export const theGrant = ({ office_id, order_id }: GrantKey) =>
  and(eq(grants.office_id, office_id), eq(grants.order_id, order_id))

const ofGrant = ({ office_id, order_id }: GrantKey) =>
  and(eq(grantDevices.office_id, office_id), eq(grantDevices.order_id, order_id))

export const grantKey = { office_id: grants.office_id, order_id: grants.order_id }

export async function findDoorRight(
  db: Db,
  { office_id, order_id }: GrantKey,
): Promise<DoorRight | undefined> {
  const [right] = await db
    .select({
      start: orders.start,
      until: sql<string | null>`coalesce(${orders.end}, upper(${occupancy.during}))`,
      is_good: sql<boolean>`coalesce(${orders.cancelled_at}, ${orders.checked_out_at}, ${users.deleted_at},
        ${offices.deleted_at}, ${orders.pay_until}) is null`,
      checked_out_at: orders.checked_out_at,
    })
    .from(orders)
    .innerJoin(users, eq(users.id, orders.user_id))
    .innerJoin(offices, eq(offices.id, orders.office_id))
    .leftJoin(
      occupancy,
      and(
        eq(occupancy.office_id, orders.office_id),
        eq(occupancy.order_id, orders.id),
        eq(occupancy.cause, 'order'),
      ),
    )
    .where(and(eq(orders.office_id, office_id), eq(orders.id, order_id)))
  return right
}

export function listOrdersToFollow(db: Db, userId: number, now: Date) {
  return db
    .select({ office_id: orders.office_id, id: orders.id })
    .from(orders)
    .where(and(eq(orders.user_id, userId), isUnfinishedAt(now)))
    .orderBy(asc(orders.id))
}

/** Unfinished orders whose grant was ended. */
export function listForsakenOrders(db: Db, officeId: number, now: Date) {
  return db
    .select({ office_id: orders.office_id, id: orders.id })
    .from(orders)
    .innerJoin(grants, and(eq(grants.office_id, orders.office_id), eq(grants.order_id, orders.id)))
    .where(and(eq(orders.office_id, officeId), isUnfinishedAt(now), eq(grants.state, 'removed')))
    .orderBy(asc(orders.id))
}

export const grantFields = {
  office_id: grants.office_id,
  order_id: grants.order_id,
  from: sql<number>`extract(epoch from lower(${grants.during}))::float8 * 1000`,
  to: sql<number>`extract(epoch from upper(${grants.during}))::float8 * 1000`,
  door_code_sealed: grants.door_code_sealed,
  state: grants.state,
  failure: grants.failure,
  due_at: grants.due_at,
  tries: grants.tries,
  version: grants.version,
  lease_owner: grants.lease_owner,
}

export async function findGrant(db: Db, key: GrantKey) {
  const [grant] = await db.select(grantFields).from(grants).where(theGrant(key))
  return grant
}

export type Grant = NonNullable<Awaited<ReturnType<typeof findGrant>>>

export async function lockGrant(db: Db, key: GrantKey): Promise<Grant | undefined> {
  const [grant] = await db.select(grantFields).from(grants).where(theGrant(key)).for('update')
  return grant
}

type Code = { door_code_sealed: string; door_code_hash: string }

const during = ({ from, to }: Span): string =>
  `[${new Date(from).toISOString()},${new Date(to).toISOString()})`

const NOT_UNIQUE = '23505'

/** False when another order has the code in that office. Without `code`, keeps the current one. */
export async function keepGrant(
  db: Db,
  key: GrantKey,
  window: Span,
  { code, due_at }: { code: Code | undefined; due_at: string },
): Promise<boolean> {
  const wanted = {
    during: during(window),
    state: 'requested' as const,
    failure: null,
    due_at,
    tries: 0,
    ...code,
  }
  try {
    await db.transaction((db) =>
      db
        .insert(grants)
        .values({ ...key, ...wanted })
        .onConflictDoUpdate({
          target: [grants.office_id, grants.order_id],
          set: { ...wanted, version: sql`${grants.version} + 1`, updated_at: sql`now()` },
        }),
    )
    return true
  } catch (error) {
    if (hasCode(error, NOT_UNIQUE)) return false
    throw error
  }
}

type NewGrant = GrantKey & Code & { during: string; due_at: string }

/** For a new order. False when another order has the code in that office. */
export async function insertGrant(db: Db, grant: Omit<NewGrant, 'during'>, window: Span): Promise<boolean> {
  return (await addGrant(db, { ...grant, during: during(window) })).length > 0
}

const addGrant = statement<NewGrant>()((db, value) =>
  db
    .insert(grants)
    .values({
      office_id: value('office_id'),
      order_id: value('order_id'),
      during: value('during'),
      state: 'requested',
      due_at: value('due_at'),
      door_code_sealed: value('door_code_sealed'),
      door_code_hash: value('door_code_hash'),
    })
    .onConflictDoNothing()
    .returning({ order_id: grants.order_id }),
)

/** The locks need the new period. */
export async function requestAgain(db: Db, key: GrantKey): Promise<void> {
  await db
    .update(grantDevices)
    .set({ state: 'requested' })
    .where(and(ofGrant(key), eq(grantDevices.state, 'installed')))
}

type Change = Partial<
  Pick<
    typeof grants.$inferInsert,
    'state' | 'failure' | 'due_at' | 'tries' | 'door_code_sealed' | 'door_code_hash'
  >
>

/** Work counts only for this version of the grant, by the owner of its lease. */
export type WorkKey = GrantKey & { version: number; owner: string }

/** A code that opens nothing any more is deleted. */
export const OVER = { state: 'removed', door_code_sealed: null, door_code_hash: null } satisfies Change

export async function changeGrant(db: Db, key: GrantKey, change: Change): Promise<void> {
  await db
    .update(grants)
    .set({ ...change, version: sql`${grants.version} + 1`, updated_at: sql`now()` })
    .where(theGrant(key))
}

/** Ends the lease. False, without a change, when the grant has changed or another server has taken over. */
export async function settleGrant(
  db: Db,
  { version, owner, ...key }: WorkKey,
  change: Change,
): Promise<boolean> {
  const settled = await db
    .update(grants)
    .set({ ...change, lease_owner: null, leased_until: null, updated_at: sql`now()` })
    .where(and(theGrant(key), eq(grants.version, version), eq(grants.lease_owner, owner)))
    .returning({ order_id: grants.order_id })
  return settled.length > 0
}

/** Those that are not due yet, but will be. */
export const listComingGrants = (db: Db, now: Date, until: Date) =>
  db
    .select({ ...grantKey, due_at: grants.due_at })
    .from(grants)
    .where(and(gt(grants.due_at, now.toISOString()), lte(grants.due_at, until.toISOString())))

export function listDueGrants(db: Db, now: Date, most: number): Promise<GrantKey[]> {
  return db
    .select(grantKey)
    .from(grants)
    .where(and(isNotNull(grants.due_at), lte(grants.due_at, now.toISOString())))
    .orderBy(asc(grants.due_at))
    .limit(most)
}

export const wake = (db: Db, which: SQL | undefined, now: Date): Promise<GrantKey[]> =>
  db
    .update(grants)
    .set({ due_at: now.toISOString(), tries: 0, version: sql`${grants.version} + 1` })
    .where(which)
    .returning(grantKey)

/** Grants that are active now, and those whose codes could not be removed. */
export function wakeGrants(db: Db, officeId: number, now: Date): Promise<GrantKey[]> {
  const at = now.toISOString()
  const isActive = and(ne(grants.state, 'removed'), sql`${grants.during} @> ${at}::timestamptz`)
  return wake(db, and(eq(grants.office_id, officeId), or(isActive, eq(grants.state, 'failed'))), now)
}

/** The doors that an order opens now, and those that may still hold its code. */
export async function listGrantDoors(db: Db, key: GrantKey) {
  const { office_id, order_id } = key
  const space = sql`(select sub_office_id from ${orders} where office_id = ${office_id} and id = ${order_id})`
  const isDoor = sql`(${devices.deleted_at} is null and ${opensSpace(space)})`
  await db.execute(sql`
    insert into ${grantDevices} (office_id, order_id, device_id)
    select ${office_id}::bigint, ${order_id}::bigint, id from ${devices}
    where ${devices.office_id} = ${office_id} and ${isDoor}
    on conflict do nothing`)
  return db
    .select({
      office_id: grantDevices.office_id,
      order_id: grantDevices.order_id,
      device_id: grantDevices.device_id,
      name: devices.name,
      home_assistant_id: devices.home_assistant_id,
      opens: sql<boolean>`${isDoor}`,
      codes_paused_until: devices.codes_paused_until,
      slot: grantDevices.slot,
      code_ref: grantDevices.code_ref,
      hub_kind: grantDevices.hub_kind,
      hub_id: grantDevices.hub_id,
      state: grantDevices.state,
      unwanted_since: grantDevices.unwanted_since,
    })
    .from(grantDevices)
    .innerJoin(
      devices,
      and(eq(devices.office_id, grantDevices.office_id), eq(devices.id, grantDevices.device_id)),
    )
    .where(ofGrant(key))
    .orderBy(asc(grantDevices.device_id))
}

export type GrantDoor = Awaited<ReturnType<typeof listGrantDoors>>[number]

export type DoorKey = Pick<GrantDoor, 'office_id' | 'order_id' | 'device_id'>

export const theGrantDoor = (key: DoorKey) => and(ofGrant(key), eq(grantDevices.device_id, key.device_id))

type DoorChange = Partial<
  Pick<
    typeof grantDevices.$inferInsert,
    'state' | 'failure' | 'slot' | 'code_ref' | 'hub_kind' | 'hub_id' | 'unwanted_since' | 'tried_at'
  >
>

/** False, without a change, when another server has taken over. */
export async function updateGrantDoor(
  db: Db,
  door: DoorKey,
  owner: string,
  change: DoorChange,
): Promise<boolean> {
  const isOurs = db
    .select({ order_id: grants.order_id })
    .from(grants)
    .where(and(theGrant(door), eq(grants.lease_owner, owner)))
  const updated = await db
    .update(grantDevices)
    .set({ ...change, updated_at: sql`now()` })
    .where(and(theGrantDoor(door), exists(isOurs)))
    .returning({ device_id: grantDevices.device_id })
  return updated.length > 0
}

/** For a server that lost its lease before its hub finished. The next run removes a code that came too late. */
export async function noteLateWork(
  db: Db,
  door: DoorKey,
  put: Pick<GrantDoor, 'code_ref' | 'hub_kind' | 'hub_id'> | null,
): Promise<void> {
  await db
    .update(grantDevices)
    .set({
      state: 'requested',
      ...(put && {
        code_ref: sql`coalesce(${grantDevices.code_ref}, ${put.code_ref})`,
        hub_kind: sql`coalesce(${grantDevices.hub_kind}, ${put.hub_kind})`,
        hub_id: sql`coalesce(${grantDevices.hub_id}, ${put.hub_id}::bigint)`,
      }),
    })
    .where(theGrantDoor(door))
}

/** Makes the removal of the door, its hub or its account wait for the claim, and then see it. */
async function keepWaysIn(db: Db, { office_id, device_id }: DoorKey): Promise<void> {
  await db.execute(sql`select from ${homeAssistants} where office_id = ${office_id} order by id for share`)
  await db.execute(
    sql`select from ${integrations} where office_id = ${office_id} order by provider for share`,
  )
  await db.execute(sql`select from ${devices} where office_id = ${office_id} and id = ${device_id} for share`)
}

const TAKEN = '23505'
const others = alias(grantDevices, 'others')

/**
 * The first slot above `after` that no order has; undefined when the lock is full. From then on the code may be in the
 * lock. `isStale`: the grant has changed or another server has taken over.
 */
export async function claimSlot(
  db: Db,
  door: DoorKey,
  { version, owner, after }: { version: number; owner: string; after: number },
): Promise<{ slot: number | undefined; isStale: boolean }> {
  try {
    return await db.transaction(async (db) => {
      await keepWaysIn(db, door)
      const grant = await lockGrant(db, door)
      if (grant?.version !== version || grant.lease_owner !== owner) return { slot: undefined, isStale: true }
      const isTaken = db
        .select({ slot: others.slot })
        .from(others)
        .where(
          and(
            eq(others.office_id, door.office_id),
            eq(others.device_id, door.device_id),
            sql`${others.slot} = free.slot`,
          ),
        )
      const slot = sql`(select min(free.slot) from generate_series(${after + 1}::integer, 254) free (slot)
        where not exists ${isTaken})`
      const [claimed] = await db
        .update(grantDevices)
        .set({ slot })
        .where(theGrantDoor(door))
        .returning({ slot: grantDevices.slot })
      return { slot: claimed?.slot ?? undefined, isStale: false }
    })
  } catch (error) {
    // Another order claimed it at the same moment.
    if (hasCode(error, TAKEN)) return claimSlot(db, door, { version, owner, after })
    throw error
  }
}

export const mayHoldCode = or(isNotNull(grantDevices.slot), isNotNull(grantDevices.code_ref))

/** True also if it only may be in one. */
export async function isInSomeLock(db: Db, key: GrantKey): Promise<boolean> {
  return (await db.$count(grantDevices, and(ofGrant(key), mayHoldCode))) > 0
}

/** For a door that moves to another office. */
export async function forgetDoor(
  db: Db,
  { office_id, id }: { office_id: number; id: number },
): Promise<void> {
  await db
    .delete(grantDevices)
    .where(and(eq(grantDevices.office_id, office_id), eq(grantDevices.device_id, id)))
}
