import type { PoolEntry } from '@keyhour/contract/business-credits'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businesses } from '#server/db/schema/businesses.ts'
import { creditLots, inSpendingOrder, isSpendable } from '#server/db/schema/credits.ts'
import { type Expiring, expiringLot, isExpiring } from '#server/features/credits/ledger-queries.ts'

/** What can be spent now, in hundredths of a credit. */
export async function sumPool(db: Db, businessId: number, now: Date): Promise<number> {
  const [row] = await db
    .select({ left: sql<number>`coalesce(sum(${creditLots.remaining}), 0)::float8` })
    .from(creditLots)
    .where(and(eq(creditLots.business_id, businessId), isSpendable(now)))
  return row!.left
}

/** Those that can be spent. */
export function listPoolLots(db: Db, businessId: number, now: Date) {
  return db
    .select({
      id: creditLots.id,
      granted: creditLots.granted,
      remaining: creditLots.remaining,
      created_at: creditLots.created_at,
      expires_at: creditLots.expires_at,
      description: sql<string | null>`(select credit_ledger.description from credit_ledger
        where credit_ledger.lot_id = credit_lots.id order by credit_ledger.id limit 1)`,
    })
    .from(creditLots)
    .where(and(eq(creditLots.business_id, businessId), isSpendable(now)))
    .orderBy(...inSpendingOrder)
}

/** Those of companies. Simultaneous runs take different lots. */
export function lockExpiringPoolLots(db: Db, expiring: Expiring, limit: number) {
  return db
    .select({ ...expiringLot, business_id: businesses.id, business_name: businesses.name })
    .from(creditLots)
    .innerJoin(businesses, eq(businesses.id, creditLots.business_id))
    .where(and(isExpiring(expiring), isNull(businesses.deleted_at)))
    .orderBy(creditLots.business_id, creditLots.expires_at, creditLots.id)
    .limit(limit)
    .for('update', { of: creditLots, skipLocked: true })
}

const NO_END = '9223372036854775807'

/**
 * The newest entries before `before`. Takes the newest of each lot and merges them, so that years of entries cost nothing.
 * Lot and number are compared together, so that only the index of a lot can answer: in that of all entries, those of a
 * small company may lie far apart.
 */
export async function listPoolEntries(
  db: Db,
  businessId: number,
  { before, limit }: { before?: number | undefined; limit: number },
): Promise<PoolEntry[]> {
  const { rows } = await db.execute<PoolEntry & { id: string; order_id: string | null }>(sql`
    select chosen.id, to_char(chosen.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, chosen.kind,
      chosen.amount, chosen.order_id, offices.name as office, offices.name_he as office_he,
      sub_offices.name as sub_office, sub_offices.name_he as sub_office_he, chosen.description,
      case when people.purged_at is null then people.name end as person_name
    from (
      select newest.* from credit_lots lot, lateral (
        select entry.* from credit_ledger entry
        where entry.lot_id >= lot.id and (entry.lot_id, entry.id) < (lot.id, ${before ?? NO_END}::bigint)
        order by entry.lot_id desc, entry.id desc limit ${limit}) newest
      where lot.business_id = ${businessId} order by newest.id desc limit ${limit}
    ) chosen
    left join orders on orders.office_id = chosen.office_id and orders.id = chosen.order_id
    left join offices on offices.id = orders.office_id
    left join sub_offices on sub_offices.office_id = orders.office_id and sub_offices.id = orders.sub_office_id
    left join users people on people.id = coalesce(orders.user_id, case chosen.kind when 'purchase' then chosen.actor_id end)
    order by chosen.id desc`)
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    order_id: row.order_id === null ? null : Number(row.order_id),
  }))
}
