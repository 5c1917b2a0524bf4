import type { SpaceType } from '@keyhour/contract/offices'
import type { PaymentStatus } from '@keyhour/contract/orders'
import type { Currency } from '@keyhour/contract/primitives'
import { bigint, integer, pgTable, smallint, text } from 'drizzle-orm/pg-core'
import { id } from '#server/db/columns.ts'

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** Per day, counted from 1970. */
const ofDay = {
  day: integer('day').notNull(),
  currency: text('currency').$type<Currency>().notNull(),
  orders: integer('orders').notNull(),
  revenue: amount('revenue'),
  net: amount('net'),
  booked_ms: amount('booked_ms'),
  there_ms: amount('there_ms'),
  no_shows: integer('no_shows').notNull().default(0),
}
const sums = { ...ofDay, type: text('type').$type<SpaceType>().notNull() }

export const insightOffices = pgTable('insight_offices', { ...sums, office_id: id('office_id').notNull() })

export const insightPayments = pgTable('insight_payments', {
  ...sums,
  payment_status: text('payment_status').$type<PaymentStatus>().notNull(),
})

/** Of the week, on the clock of each office: 0 is Sunday from midnight to one. */
export const insightHours = pgTable('insight_hours', { ...sums, hour: smallint('hour').notNull() })

/** Without a sub-office: an office that is rented whole. */
export const insightSpaces = pgTable('insight_spaces', {
  ...ofDay,
  office_id: id('office_id').notNull(),
  sub_office_id: id('sub_office_id'),
})

/** Days whose sums are out of date. */
export const insightChanges = pgTable('insight_changes', { day: integer('day').notNull() })
