import type { CodeHolder } from '@keyhour/contract/grants'
import { and, asc, eq, gt, inArray, isNotNull, isNull, lte, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { devices, grantDevices, grants, homeAssistants, lockCodeMails } from '#server/db/schema/access.ts'
import { offices } from '#server/db/schema/offices.ts'
import {
  type DoorKey,
  type GrantKey,
  grantKey,
  mayHoldCode,
  theGrant,
  theGrantDoor,
  wake,
} from '#server/features/grants/queries.ts'
import type { DoorFailure } from '#server/outside/door-driver.ts'

/** A code without a recorded hub counts for every hub of its office, or for its cloud if the office has no hub. */
function isHeldBy(holder: CodeHolder): SQL | undefined {
  const isNowhere = isNull(grantDevices.hub_kind)
  if ('device_id' in holder) {
    const { device_id } = holder
    const office = sql`(select office_id from ${devices} where id = ${device_id})`
    return and(mayHoldCode, eq(grantDevices.office_id, office), eq(grantDevices.device_id, device_id))
  }
  if ('hub_id' in holder) {
    const { hub_id } = holder
    const office = sql`(select office_id from ${homeAssistants} where id = ${hub_id})`
    const isThere = or(eq(grantDevices.hub_id, hub_id), isNowhere)
    return and(mayHoldCode, eq(grantDevices.office_id, office), isThere)
  }
  const { office_id, provider } = holder
  const hasHub = sql`exists (select from ${homeAssistants} where office_id = ${office_id} and deleted_at is null)`
  const isThere = or(eq(grantDevices.hub_kind, provider), and(isNowhere, sql`not ${hasHub}`))
  return and(mayHoldCode, eq(grantDevices.office_id, office_id), isThere)
}

/** Including those that may be there. */
export const countCodes = (db: Db, holder: CodeHolder): Promise<number> =>
  db.$count(grantDevices, isHeldBy(holder))

/** Codes are usually removed within seconds; report only those that take longer. */
const UNTOLD_MINUTES = 5

const isStuck = (now: Date): SQL | undefined =>
  and(
    mayHoldCode,
    isNotNull(grantDevices.unwanted_since),
    or(
      isNotNull(grantDevices.failure),
      lte(grantDevices.unwanted_since, new Date(now.getTime() - UNTOLD_MINUTES * 60_000).toISOString()),
    ),
  )

const selectCodes = (db: Db) =>
  db
    .select({
      order_id: grantDevices.order_id,
      device_id: grantDevices.device_id,
      device_name: devices.name,
      office_id: grantDevices.office_id,
      office_name: offices.name,
      office_name_he: offices.name_he,
      time_zone: offices.time_zone,
      hub: sql<string | null>`coalesce(${homeAssistants.url}, initcap(${grantDevices.hub_kind}))`,
      unwanted_since: grantDevices.unwanted_since,
      failure: grantDevices.failure,
      tried_at: grantDevices.tried_at,
      next_try_at: grants.due_at,
    })
    .from(grantDevices)
    .innerJoin(
      devices,
      and(eq(devices.office_id, grantDevices.office_id), eq(devices.id, grantDevices.device_id)),
    )
    .innerJoin(
      grants,
      and(eq(grants.office_id, grantDevices.office_id), eq(grants.order_id, grantDevices.order_id)),
    )
    .innerJoin(offices, eq(offices.id, grantDevices.office_id))
    .leftJoin(
      homeAssistants,
      and(eq(homeAssistants.office_id, grantDevices.office_id), eq(homeAssistants.id, grantDevices.hub_id)),
    )
    .orderBy(asc(grantDevices.unwanted_since), asc(grantDevices.order_id), asc(grantDevices.device_id))

/** Codes that are still in locks and should not be, oldest first. */
export const listStuckCodes = (db: Db, now: Date) => selectCodes(db).where(isStuck(now))

export const listCodesOf = (db: Db, holder: CodeHolder) => selectCodes(db).where(isHeldBy(holder))

export type CodeRow = Awaited<ReturnType<typeof listStuckCodes>>[number]

const FORGOTTEN = {
  state: 'requested',
  failure: null,
  slot: null,
  code_ref: null,
  hub_kind: null,
  hub_id: null,
  unwanted_since: null,
} as const

/** The codes stay in their locks or were removed by hand: stop tracking them. */
export async function forgetCodes(db: Db, holder: CodeHolder): Promise<void> {
  await db.update(grantDevices).set(FORGOTTEN).where(isHeldBy(holder))
}

export async function findUnwantedCode(
  db: Db,
  orderId: number,
  deviceId: number,
): Promise<DoorKey | undefined> {
  const [code] = await db
    .select()
    .from(grantDevices)
    .where(
      and(
        eq(grantDevices.order_id, orderId),
        eq(grantDevices.device_id, deviceId),
        mayHoldCode,
        isNotNull(grantDevices.unwanted_since),
      ),
    )
  return code
}

export async function forgetCode(db: Db, code: DoorKey): Promise<void> {
  await db.update(grantDevices).set(FORGOTTEN).where(theGrantDoor(code))
}

export async function pauseCodes(db: Db, holder: CodeHolder, until: string): Promise<void> {
  const locks = db.select({ device_id: grantDevices.device_id }).from(grantDevices).where(isHeldBy(holder))
  await db.update(devices).set({ codes_paused_until: until }).where(inArray(devices.id, locks))
}

export async function endPauses(db: Db, officeId: number): Promise<void> {
  await db.update(devices).set({ codes_paused_until: null }).where(eq(devices.office_id, officeId))
}

export function wakeGrantsAt(db: Db, holder: CodeHolder, now: Date): Promise<GrantKey[]> {
  const held = db
    .select({ office_id: grantDevices.office_id, order_id: grantDevices.order_id })
    .from(grantDevices)
    .where(isHeldBy(holder))
  return wake(db, sql`(${grants.office_id}, ${grants.order_id}) in ${held}`, now)
}

export const wakeGrant = (db: Db, key: GrantKey, now: Date): Promise<GrantKey[]> =>
  wake(db, theGrant(key), now)

/** Failures that pass by themselves once the hub works again. */
const PASSING: DoorFailure[] = ['unreachable', 'too_slow', 'out_of_order', 'unavailable']

/** Keeps their retry counts, so that pauses keep growing. */
export function wakeWaiting(db: Db, officeId: number, now: Date): Promise<GrantKey[]> {
  const waiting = db
    .select({ order_id: grantDevices.order_id })
    .from(grantDevices)
    .where(and(eq(grantDevices.office_id, officeId), inArray(grantDevices.failure, PASSING)))
  return db
    .update(grants)
    .set({ due_at: now.toISOString() })
    .where(
      and(
        eq(grants.office_id, officeId),
        eq(grants.state, 'failed'),
        gt(grants.due_at, now.toISOString()),
        inArray(grants.order_id, waiting),
      ),
    )
    .returning(grantKey)
}

/** False when admins were already mailed that day. */
export async function claimMailDay(db: Db, now: Date): Promise<boolean> {
  const claimed = await db
    .insert(lockCodeMails)
    .values({ day: now.toISOString().slice(0, 10) })
    .onConflictDoNothing()
    .returning()
  return claimed.length > 0
}
