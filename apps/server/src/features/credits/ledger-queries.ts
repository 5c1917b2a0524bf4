import { and, asc, eq, gt, inArray, lte, type Placeholder, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import {
  creditBalances,
  creditLedger,
  creditLots,
  inSpendingOrder,
  isSpendable,
} from '#server/db/schema/credits.ts'
import { users } from '#server/db/schema/users.ts'
import { runText, statement } from '#server/db/statement.ts'

type Entry = typeof creditLedger.$inferInsert

const hasCredits = (value: (name: 'user_id' | 'now') => Placeholder) =>
  and(eq(creditLots.user_id, value('user_id')), isSpendable(value('now')))

/** In hundredths of a credit. */
export async function sumCredits(db: Db, userId: number, now: Date): Promise<number> {
  const [row] = await addUpLots(db, { user_id: userId, now: now.toISOString() })
  return row!.sum
}

type Spender = { user_id: number; now: string }

const addUpLots = statement<Spender>()((db, value) =>
  db
    .select({ sum: sql<number>`coalesce(sum(${creditLots.remaining}), 0)::float8` })
    .from(creditLots)
    .where(hasCredits(value)),
)

export const lockSpendableLots = (db: Db, userId: number, now: Date) =>
  lockLots(db, { user_id: userId, now: now.toISOString() })

const lockLots = statement<Spender>()((db, value) =>
  db
    .select({ id: creditLots.id, most: creditLots.remaining })
    .from(creditLots)
    .where(hasCredits(value))
    .orderBy(...inSpendingOrder)
    .for('update'),
)

/** Credits spent on an order and not refunded. */
export async function sumSpentOn(db: Db, order: { office_id: number; id: number }): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(-sum(${creditLedger.amount}), 0)::float8` })
    .from(creditLedger)
    .where(and(eq(creditLedger.office_id, order.office_id), eq(creditLedger.order_id, order.id)))
  return row!.sum
}

/** What an order took from each lot and has not been refunded, last taken first. */
export async function listLotsOfOrder(
  db: Db,
  order: { office_id: number; id: number },
  { lock } = { lock: false },
) {
  const taken = await db
    .select({ lot_id: creditLedger.lot_id, net: sql<number>`(-sum(${creditLedger.amount}))::int` })
    .from(creditLedger)
    .where(and(eq(creditLedger.office_id, order.office_id), eq(creditLedger.order_id, order.id)))
    .groupBy(creditLedger.lot_id)
  const ids = taken.map(({ lot_id }) => lot_id)
  if (ids.length === 0) return []
  const found = db
    .select({ id: creditLots.id, expires_at: creditLots.expires_at })
    .from(creditLots)
    .where(inArray(creditLots.id, ids))
    .orderBy(...inSpendingOrder)
  const lots = await (lock ? found.for('update') : found)
  return lots
    .map(({ id, expires_at }) => ({ id, expires_at, most: taken.find(({ lot_id }) => lot_id === id)!.net }))
    .filter(({ most }) => most > 0)
    .reverse()
}

export const lockLotsOfOrder = (db: Db, order: { office_id: number; id: number }) =>
  listLotsOfOrder(db, order, { lock: true })

export async function insertLot(db: Db, lot: typeof creditLots.$inferInsert): Promise<number> {
  const [made] = await db.insert(creditLots).values(lot).returning({ id: creditLots.id })
  return made!.id
}

/** Changes the ledger and the lots together. */
export async function writeLedger(db: Db, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return
  await runText(
    db,
    `with entries as (
      insert into credit_ledger (lot_id, amount, kind, office_id, order_id, description, actor_id, at)
      select * from json_to_recordset($1) as one (lot_id bigint, amount integer, kind text, office_id bigint,
        order_id bigint, description text, actor_id bigint, at timestamptz)
      returning lot_id, amount)
    update credit_lots set remaining = remaining + (select sum(amount) from entries where lot_id = credit_lots.id)
    where id = any($2)`,
    [JSON.stringify(entries), entries.map(({ lot_id }) => lot_id)],
  )
}

/** Expired lots with credits left. Simultaneous runs take different lots. */
export function lockExpiredLots(db: Db, now: Date, limit: number) {
  return db
    .select({ id: creditLots.id, remaining: creditLots.remaining })
    .from(creditLots)
    .where(and(gt(creditLots.remaining, 0), lte(creditLots.expires_at, now.toISOString())))
    .orderBy(creditLots.expires_at, creditLots.id)
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** A stored sum, the sum of its entries, and the cursor for the next batch. */
export type Proven = { id: number; kept: number; sum: number }

export function sumLots(db: Db, after: number, limit: number): Promise<Proven[]> {
  return db
    .select({
      id: creditLots.id,
      kept: creditLots.remaining,
      sum: sql<number>`coalesce(sum(${creditLedger.amount}), 0)::float8`,
    })
    .from(creditLots)
    .leftJoin(creditLedger, eq(creditLedger.lot_id, creditLots.id))
    .where(gt(creditLots.id, after))
    .groupBy(creditLots.id)
    .orderBy(asc(creditLots.id))
    .limit(limit)
}

export function sumBalances(db: Db, after: number, limit: number): Promise<Proven[]> {
  return db
    .select({
      id: users.id,
      kept: sql<number>`coalesce(${creditBalances.hundredths}, -1)::float8`,
      sum: sql<number>`coalesce(sum(${creditLots.remaining}), 0)::float8`,
    })
    .from(users)
    .leftJoin(creditBalances, eq(creditBalances.user_id, users.id))
    .leftJoin(creditLots, eq(creditLots.user_id, users.id))
    .where(gt(users.id, after))
    .groupBy(users.id, creditBalances.hundredths)
    .orderBy(asc(users.id))
    .limit(limit)
}
