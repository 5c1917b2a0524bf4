import type { ChargeStatus, ChargeWay } from '@keyhour/contract/charges'
import type { DeclineReason } from '@keyhour/contract/payments'
import type { Currency } from '@keyhour/contract/primitives'
import { bigint, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, ownId, stamp } from '#server/db/columns.ts'

/** Amounts are in minor units. */
export const charges = pgTable('charges', {
  id: ownId().primaryKey(),
  token: uuid('token').notNull().defaultRandom(),
  office_id: id('office_id').notNull(),
  order_id: id('order_id').notNull(),
  user_id: id('user_id').notNull(),
  way: text('way').$type<ChargeWay>().notNull(),
  purpose: text('purpose').$type<'order' | 'change'>().notNull(),
  card: text('card'),
  status: text('status').$type<ChargeStatus>().notNull().default('open'),
  amount: integer('amount').notNull(),
  kept: integer('kept').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  tax_percent: integer('tax_percent').notNull(),
  reference: text('reference'),
  checkout_url: text('checkout_url'),
  charge_reference: text('charge_reference'),
  failure: text('failure').$type<DeclineReason>(),
  buyer_name: text('buyer_name'),
  receipt_number: bigint('receipt_number', { mode: 'number' }),
  capturing: integer('capturing'),
  capture_at: instant('capture_at'),
  created_at: stamp('created_at'),
  expires_at: instant('expires_at').notNull(),
  authorised_at: instant('authorised_at'),
  captured_at: instant('captured_at'),
})

export const chargeRefunds = pgTable('charge_refunds', {
  id: ownId().primaryKey(),
  token: uuid('token').notNull().defaultRandom(),
  charge_id: id('charge_id').notNull(),
  cause: text('cause').$type<'order' | 'provider' | 'dispute'>().notNull(),
  amount: integer('amount').notNull(),
  status: text('status').$type<'pending' | 'succeeded' | 'failed'>().notNull().default('pending'),
  reference: text('reference'),
  created_at: stamp('created_at'),
})
