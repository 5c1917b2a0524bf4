import type { Currency } from '@keyhour/contract/primitives'
import type { LineKind, PayoutState } from '@keyhour/contract/statements'
import { bigint, boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, ownId, stamp } from '#server/db/columns.ts'

const amount = (name: string) => bigint(name, { mode: 'number' }).notNull()

/** How far the statements of each office go. */
export const statementSeries = pgTable('statement_series', {
  office_id: id('office_id').primaryKey(),
  /** The last one that was issued, whether anything was in it or not. */
  month: text('month'),
  number: integer('number').notNull().default(0),
  hash: text('hash'),
})

/** Amounts are in minor units. Rows are only added. */
export const statements = pgTable(
  'statements',
  {
    office_id: id('office_id').notNull(),
    number: integer('number').notNull(),
    id: ownId(),
    sub_office_id: id('sub_office_id'),
    month: text('month').notNull(),
    office_name: text('office_name').notNull(),
    office_name_he: text('office_name_he'),
    space_name: text('space_name'),
    space_name_he: text('space_name_he'),
    time_zone: text('time_zone').notNull(),
    currency: text('currency').$type<Currency>().notNull(),
    lines: integer('lines').notNull(),
    price: amount('price'),
    tax: amount('tax'),
    commission: amount('commission'),
    corrections: amount('corrections'),
    net: amount('net'),
    issued_at: instant('issued_at').notNull(),
    previous_hash: text('previous_hash'),
    hash: text('hash').notNull(),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.number] })],
)

/** Who owned the office when a statement was issued. */
export const statementOwners = pgTable(
  'statement_owners',
  {
    office_id: id('office_id').notNull(),
    number: integer('number').notNull(),
    user_id: id('user_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.number, table.user_id] })],
)

/** Each becomes a line of the next statement of its space. */
export const statementCorrections = pgTable(
  'statement_corrections',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    sub_office_id: id('sub_office_id'),
    currency: text('currency').$type<Currency>().notNull(),
    amount: integer('amount').notNull(),
    words: text('words').notNull(),
    /** The statement that it corrects. */
    number: integer('number'),
    added_at: stamp('added_at'),
    added_by: id('added_by').notNull(),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

export const statementLines = pgTable(
  'statement_lines',
  {
    office_id: id('office_id').notNull(),
    number: integer('number').notNull(),
    position: integer('position').notNull(),
    kind: text('kind').$type<LineKind>().notNull(),
    sub_office_id: id('sub_office_id'),
    currency: text('currency').$type<Currency>().notNull(),
    /** In which the order starts, on the clock of the office. */
    month: text('month').notNull(),
    order_id: id('order_id'),
    start: instant('start'),
    end: instant('end'),
    is_cancelled: boolean('is_cancelled').notNull().default(false),
    price: integer('price').notNull().default(0),
    tax: integer('tax').notNull().default(0),
    commission: integer('commission').notNull().default(0),
    net: integer('net').notNull(),
    correction_id: id('correction_id'),
    words: text('words'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.number, table.position] })],
)

export const payouts = pgTable(
  'payouts',
  {
    office_id: id('office_id').notNull(),
    number: integer('number').notNull(),
    state: text('state').$type<PayoutState>().notNull().default('open'),
    date: date('date'),
    reference: text('reference'),
    version: integer('version').notNull().default(1),
    updated_at: stamp('updated_at'),
    updated_by: id('updated_by'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.number] })],
)
