import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { leaseFor } from '#server/db/leases.ts'
import { grants } from '#server/db/schema/access.ts'
import { type Grant, type GrantKey, grantFields, theGrant } from '#server/features/grants/queries.ts'

const isFree = or(isNull(grants.lease_owner), lt(grants.leased_until, sql`now()`))

type Lease = { owner: string; ms: number }

/** Takes over an expired lease. */
export async function takeGrantLease(
  db: Db,
  key: GrantKey,
  { owner, ms }: Lease,
  now: Date,
): Promise<Grant | undefined> {
  const [grant] = await db
    .update(grants)
    .set({ lease_owner: owner, leased_until: leaseFor(ms) })
    .where(and(theGrant(key), lte(grants.due_at, now.toISOString()), isFree))
    .returning(grantFields)
  return grant
}

/** False when another server has it. */
export async function renewGrantLease(db: Db, key: GrantKey, { owner, ms }: Lease): Promise<boolean> {
  const renewed = await db
    .update(grants)
    .set({ leased_until: leaseFor(ms) })
    .where(and(theGrant(key), eq(grants.lease_owner, owner)))
    .returning({ order_id: grants.order_id })
  return renewed.length > 0
}

export async function releaseGrantLease(db: Db, key: GrantKey, owner: string): Promise<void> {
  await db
    .update(grants)
    .set({ lease_owner: null, leased_until: null })
    .where(and(theGrant(key), eq(grants.lease_owner, owner)))
}

/** In milliseconds; undefined when the grant is not due or nobody has it. */
export async function findLeaseLeft(db: Db, key: GrantKey, now: Date): Promise<number | undefined> {
  const [lease] = await db
    .select({ left: sql<number>`extract(epoch from ${grants.leased_until} - now())::float8 * 1000` })
    .from(grants)
    .where(and(theGrant(key), lte(grants.due_at, now.toISOString()), sql`${grants.lease_owner} is not null`))
  return lease?.left
}
