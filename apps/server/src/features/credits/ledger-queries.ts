import type { Currency } from '@keyhour/contract/primitives'
import { and, asc, eq, gt, inArray, isNull, lte, not, type Placeholder, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import {
  creditBalances,
  creditLedger,
  creditLots,
  inSpendingOrder,
  isSpendable,
  readableLot,
} from '#server/db/schema/credits.ts'
import { users } from '#server/db/schema/users.ts'
import { runText, statement } from '#server/db/statement.ts'
import { amountIn, type Purse } from '#server/features/credits/rules.ts'

type Entry = typeof creditLedger.$inferInsert

const hasCredits = (value: (name: 'user_id' | 'now') => Placeholder) =>
  and(eq(creditLots.user_id, value('user_id')), isSpendable(value('now')))

export const listPurses = (db: Db, userId: number, now: Date): Promise<Purse[]> =>
  addUpLots(db, { user_id: userId, now: now.toISOString() })

const addUpLots = statement<{ user_id: number; now: string }>()((db, value) =>
  db
    .select({ currency: creditLots.currency, amount: sql<number>`sum(${creditLots.remaining})::float8` })
    .from(creditLots)
    .where(hasCredits(value))
    .groupBy(creditLots.currency)
    .orderBy(creditLots.currency),
)

/** Whose credits pay, and in which currency. */
export type CreditOwner = { user_id: number; currency: Currency }

/** In hundredths of a credit. */
export async function sumCredits(db: Db, { user_id, currency }: CreditOwner, now: Date): Promise<number> {
  return amountIn(await listPurses(db, user_id, now), currency)
}

export const lockSpendableLots = (db: Db, { user_id, currency }: CreditOwner, now: Date) =>
  lockLots(db, { user_id, currency, now: now.toISOString() })

const lockLots = statement<CreditOwner & { now: string }>()((db, value) =>
  db
    .select({ id: creditLots.id, most: creditLots.remaining })
    .from(creditLots)
    .where(and(hasCredits(value), eq(creditLots.currency, value('currency'))))
    .orderBy(...inSpendingOrder)
    .for('update'),
)

/** Those of a company, whose credits are all of one currency. */
export const lockPoolLots = (db: Db, business_id: number, now: Date) =>
  lockLotsOfBusiness(db, { business_id, now: now.toISOString() })

const lockLotsOfBusiness = statement<{ business_id: number; now: string }>()((db, value) =>
  db
    .select({ id: creditLots.id, most: creditLots.remaining })
    .from(creditLots)
    .where(and(eq(creditLots.business_id, value('business_id')), isSpendable(value('now'))))
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
    .select({ id: creditLots.id, expires_at: creditLots.expires_at, remaining: creditLots.remaining })
    .from(creditLots)
    .where(inArray(creditLots.id, ids))
    .orderBy(...inSpendingOrder)
  const lots = await (lock ? found.for('update') : found)
  return lots
    .map((lot) => ({ ...lot, most: taken.find(({ lot_id }) => lot_id === lot.id)!.net }))
    .filter(({ most }) => most > 0)
    .reverse()
}

export const lockLotsOfOrder = (db: Db, order: { office_id: number; id: number }) =>
  listLotsOfOrder(db, order, { lock: true })

export async function insertLot(db: Db, lot: typeof creditLots.$inferInsert): Promise<number> {
  const [made] = await db.insert(creditLots).values(lot).returning({ id: creditLots.id })
  return made!.id
}

/** Changes the ledger and the lots together. Joined rather than compared with a list, so that its plan lasts. */
export async function writeLedger(db: Db, entries: Entry[]): Promise<void> {
  if (entries.length === 0) return
  const [first, ...others] = entries
  if (others.length === 0) return void (await writeEntry(db, first!))
  await runText(
    db,
    `with entries as (
      insert into credit_ledger (lot_id, amount, kind, office_id, order_id, description, actor_id, at)
      select * from json_to_recordset($1) as one (lot_id bigint, amount integer, kind text, office_id bigint,
        order_id bigint, description text, actor_id bigint, at timestamptz)
      returning lot_id, amount)
    update credit_lots set remaining = remaining + moved.amount
    from (select lot_id, sum(amount) as amount from entries group by lot_id) moved
    where id = moved.lot_id`,
    [JSON.stringify(entries)],
  )
}

/** What most bookings need: the statement for many takes half as long again. */
const writeEntry = (
  db: Db,
  { lot_id, amount, kind, office_id, order_id, description, actor_id, at }: Entry,
) =>
  runText(
    db,
    `with entry as (
      insert into credit_ledger (lot_id, amount, kind, office_id, order_id, description, actor_id, at)
      values ($1, $2, $3, $4, $5, $6, $7, $8) returning lot_id, amount)
    update credit_lots set remaining = remaining + entry.amount from entry where id = entry.lot_id`,
    [lot_id, amount, kind, office_id, order_id, description, actor_id, at],
  )

/**
 * Takes credits that have come back to lots whose price was refunded or is disputed: when it was, they were spent. Changes
 * the lots, the ledger and the latest refund together. The caller has locked the lots.
 */
export async function takeBackReturned(db: Db, lotIds: number[], now: Date): Promise<void> {
  if (lotIds.length === 0) return
  await runText(
    db,
    `with owed as (
      select l.id as lot_id, refund.id as refund_id, p.pack_name, least(l.remaining, l.remaining - due.most) as amount
      from credit_lots l join payments p on p.lot_id = l.id
      cross join lateral (
        select (l.granted - ceil(p.refunded::numeric * l.granted / p.amount))::integer as most) due
      cross join lateral (select r.id from payment_refunds r
        where r.payment_id = p.id and r.status <> 'failed' order by r.id desc limit 1) refund
      where l.id = any($1) and l.remaining > due.most),
    entries as (
      insert into credit_ledger (lot_id, amount, kind, description, at)
      select lot_id, -amount, 'payback', pack_name, $2 from owed),
    refunds as (
      update payment_refunds set credits = credits + owed.amount from owed where id = owed.refund_id)
    update credit_lots set remaining = remaining - owed.amount from owed where id = owed.lot_id`,
    [lotIds, now.toISOString()],
  )
}

/** What is in the lots can be spent until then, and its owner will be warned anew. */
export async function prolongLots(db: Db, ids: number[], expires_at: string): Promise<void> {
  if (ids.length === 0) return
  await db.update(creditLots).set({ expires_at, warned_at: null }).where(inArray(creditLots.id, ids))
}

/** Expired lots with credits left. Simultaneous runs take different lots. */
const isOfClosedCompany = sql`exists (select from businesses as company
  where company.id = credit_lots.business_id and company.deleted_at is not null)`

/** Those of a closed company stay: they came back after closing, and the operator refunds their payment. */
export function lockExpiredLots(db: Db, now: Date, limit: number) {
  return db
    .select({ id: creditLots.id, remaining: creditLots.remaining })
    .from(creditLots)
    .where(
      and(gt(creditLots.remaining, 0), lte(creditLots.expires_at, now.toISOString()), not(isOfClosedCompany)),
    )
    .orderBy(creditLots.expires_at, creditLots.id)
    .limit(limit)
    .for('update', { skipLocked: true })
}

/** A lot of the user that an admin added, locked. */
export async function lockGift(db: Db, userId: number, lotId: number) {
  const [lot] = await db
    .select(readableLot)
    .from(creditLots)
    .where(and(eq(creditLots.id, lotId), eq(creditLots.user_id, userId)))
    .for('update')
  return lot
}

export type Expiring = { now: Date; until: string }

/** With credits left, and its owners were not told yet. Of a short-lived one they were told when it came. */
export const isExpiring = ({ now, until }: Expiring): SQL | undefined =>
  and(
    gt(creditLots.remaining, 0),
    gt(creditLots.expires_at, now.toISOString()),
    lte(creditLots.expires_at, until),
    isNull(creditLots.warned_at),
    sql`${creditLots.created_at} + interval '8 days' <= ${creditLots.expires_at}`,
  )

/** Columns of a lot that expires. */
export const expiringLot = {
  id: creditLots.id,
  currency: creditLots.currency,
  amount: creditLots.remaining,
  expires_at: sql<string>`${creditLots.expires_at}`.mapWith(creditLots.expires_at),
}

/** Those of people. Simultaneous runs take different lots. */
export function lockExpiringLots(db: Db, expiring: Expiring, limit: number) {
  return db
    .select({
      ...expiringLot,
      user_id: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
    })
    .from(creditLots)
    .innerJoin(users, eq(users.id, creditLots.user_id))
    .where(and(isExpiring(expiring), isNull(users.deleted_at)))
    .orderBy(creditLots.user_id, creditLots.expires_at, creditLots.id)
    .limit(limit)
    .for('update', { of: creditLots, skipLocked: true })
}

export async function markWarned(db: Db, ids: number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.update(creditLots).set({ warned_at: now.toISOString() }).where(inArray(creditLots.id, ids))
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
