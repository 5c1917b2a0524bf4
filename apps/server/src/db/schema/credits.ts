import type { Currency } from '@keyhour/contract/primitives'
import { type Placeholder, type SQL, sql } from 'drizzle-orm'
import { bigint, boolean, integer, type PgColumn, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, ownId, stamp } from '#server/db/columns.ts'

/** Columns hold hundredths of a credit. */
export const inCredits = (hundredths: PgColumn): SQL<number> => sql<number>`(${hundredths} / 100.0)::float8`

export const creditPacks = pgTable('credit_packs', {
  id: ownId().primaryKey(),
  name: text('name').notNull(),
  description: text('description'),
  credits_amount: integer('credits_amount').notNull(),
  price_cents: integer('price_cents').notNull(),
  currency: text('currency').$type<Currency>().notNull().default('USD'),
  is_active: boolean('is_active').notNull().default(true),
  duration_days: integer('duration_days'),
  created_at: stamp('created_at'),
  deleted_at: instant('deleted_at'),
  version: integer('version').notNull().default(1),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
})

/** Amounts are in hundredths of a credit, each of which pays one minor unit in offices of that currency. */
export const creditLots = pgTable('credit_lots', {
  id: ownId().primaryKey(),
  user_id: id('user_id'),
  business_id: id('business_id'),
  credit_pack_id: id('credit_pack_id'),
  currency: text('currency').$type<Currency>().notNull(),
  granted: integer('granted').notNull(),
  remaining: integer('remaining').notNull(),
  /** The end of a day in UTC; null means never. */
  expires_at: instant('expires_at'),
  /** When its owners were told that it is about to expire. */
  warned_at: instant('warned_at'),
  created_at: stamp('created_at'),
})

/** Added by an admin, not bought. Columns are written out: a query of one table would leave out its name. */
const isGift = sql<boolean>`exists (select from credit_ledger as gift
  where gift.lot_id = credit_lots.id and gift.kind = 'grant')`

/** In credits. */
export const readableLot = {
  id: creditLots.id,
  currency: creditLots.currency,
  is_gift: isGift,
  granted: inCredits(creditLots.granted),
  remaining: inCredits(creditLots.remaining),
  created_at: creditLots.created_at,
  expires_at: creditLots.expires_at,
}

export const isSpendable = (now: Date | Placeholder): SQL => sql`${creditLots.remaining} > 0
  and (${creditLots.expires_at} is null
    or ${creditLots.expires_at} > ${now instanceof Date ? now.toISOString() : now}::timestamptz)`

/** Lots that expire first are spent first. */
export const inSpendingOrder = [sql`${creditLots.expires_at} nulls last`, creditLots.id]

/** Maintained by triggers: the count of all credits, whatever their currency. Includes expired credits until they are written off. */
export const creditBalances = pgTable('credit_balances', {
  user_id: id('user_id').primaryKey(),
  hundredths: bigint('hundredths', { mode: 'number' }).notNull().default(0),
  shown: text('shown').notNull(),
})

export const creditLedger = pgTable('credit_ledger', {
  id: ownId().primaryKey(),
  lot_id: id('lot_id').notNull(),
  amount: integer('amount').notNull(),
  kind: text('kind')
    .$type<'grant' | 'purchase' | 'payback' | 'spend' | 'refund' | 'expire' | 'correct'>()
    .notNull(),
  office_id: id('office_id'),
  order_id: id('order_id'),
  description: text('description'),
  actor_id: id('actor_id'),
  at: stamp('at'),
})
