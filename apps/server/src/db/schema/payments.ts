import type { DeclineReason, PaymentRefund, PaymentState, PaymentWay } from '@keyhour/contract/payments'
import type { Currency } from '@keyhour/contract/primitives'
import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, ownId, stamp } from '#server/db/columns.ts'

/** Amounts are in minor units. */
export const payments = pgTable('payments', {
  id: ownId().primaryKey(),
  token: uuid('token').notNull().defaultRandom(),
  user_id: id('user_id').notNull(),
  /** Whose pool gets the credits; null: the buyer's own. */
  business_id: id('business_id'),
  way: text('way').$type<PaymentWay>().notNull(),
  status: text('status').$type<PaymentState>().notNull().default('open'),
  credit_pack_id: id('credit_pack_id').notNull(),
  pack_name: text('pack_name').notNull(),
  credits_amount: integer('credits_amount').notNull(),
  duration_days: integer('duration_days'),
  amount: integer('amount').notNull(),
  tax_percent: integer('tax_percent').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  reference: text('reference'),
  checkout_url: text('checkout_url'),
  charge_reference: text('charge_reference'),
  failure: text('failure').$type<DeclineReason>(),
  buyer_name: text('buyer_name'),
  receipt_number: bigint('receipt_number', { mode: 'number' }),
  lot_id: id('lot_id'),
  refunded: integer('refunded').notNull().default(0),
  created_at: stamp('created_at'),
  expires_at: instant('expires_at').notNull(),
  paid_at: instant('paid_at'),
})

export const paymentRefunds = pgTable('payment_refunds', {
  id: ownId().primaryKey(),
  token: uuid('token').notNull().defaultRandom(),
  payment_id: id('payment_id').notNull(),
  cause: text('cause').$type<PaymentRefund['cause']>().notNull(),
  amount: integer('amount').notNull(),
  /** In hundredths of a credit. */
  credits: integer('credits').notNull(),
  status: text('status').$type<PaymentRefund['status']>().notNull().default('pending'),
  reference: text('reference'),
  reason: text('reason'),
  actor_id: id('actor_id'),
  created_at: stamp('created_at'),
})

export const paymentEvents = pgTable('payment_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  received_at: stamp('received_at'),
})

export const receiptNumbers = pgTable('receipt_numbers', {
  id: boolean('id').primaryKey().default(true),
  last: bigint('last', { mode: 'number' }).notNull().default(0),
})
