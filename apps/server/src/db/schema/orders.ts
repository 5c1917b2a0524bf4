import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import type { CalendarProvider } from '@keyhour/contract/calendars'
import type { RentType } from '@keyhour/contract/offices'
import type { BookingType, PaymentStatus } from '@keyhour/contract/orders'
import type { Currency } from '@keyhour/contract/primitives'
import type { Repeat } from '@keyhour/contract/series'
import { and, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import { bigint, boolean, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, id, instant, instantRange, ownId, stamp } from '#server/db/columns.ts'

export const orders = pgTable(
  'orders',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    sub_office_id: id('sub_office_id'),
    user_id: id('user_id').notNull(),
    business_id: id('business_id'),
    booking_type: text('booking_type').$type<BookingType>().notNull().default('pre_book'),
    rent_type: text('rent_type').$type<RentType>().notNull(),
    date: stamp('date'),
    start: instant('start').notNull(),
    end: instant('end'),
    currency: text('currency').$type<Currency>().notNull(),
    base_price: integer('base_price').notNull(),
    /** Before tax, in minor units; null until a visit on demand is priced. */
    total_price: integer('total_price'),
    tax_percent: integer('tax_percent').notNull(),
    commission_percent: integer('commission_percent').notNull(),
    paid_with_credits: integer('paid_with_credits').notNull().default(0),
    paid_by_card: integer('paid_by_card').notNull().default(0),
    /** In cash or by bank transfer: refunded by hand. */
    paid_otherwise: integer('paid_otherwise').notNull().default(0),
    refunded: integer('refunded').notNull().default(0),
    /** The terms of cancellation when it was made. A trigger takes those of the office if they are not given. */
    free_cancel_hours: integer('free_cancel_hours').notNull().default(sql`null`),
    free_cancel_minutes_after_booking: integer('free_cancel_minutes_after_booking')
      .notNull()
      .default(sql`null`),
    late_cancel_refund_percent: integer('late_cancel_refund_percent').notNull().default(sql`null`),
    /** When it is released if nobody comes, and what goes back then. Both null: never. */
    no_show_minutes: integer('no_show_minutes'),
    no_show_refund_percent: integer('no_show_refund_percent'),
    /** When it is released, as its reminder says; null until that is sent. */
    no_show_release_at: instant('no_show_release_at'),
    /** Released because nobody came. */
    no_show: boolean('no_show').notNull().default(false),
    /** What the terms keep of a cancelled order, with tax. */
    kept: integer('kept').notNull().default(0),
    payment_status: text('payment_status').$type<PaymentStatus>().notNull().default('pending'),
    /** Waits until then for its card payment. */
    pay_until: instant('pay_until'),
    /** At check-out, the saved card is charged. */
    on_saved_card: boolean('on_saved_card').notNull().default(false),
    checked_in_at: instant('checked_in_at'),
    checked_out_at: instant('checked_out_at'),
    cancelled_at: instant('cancelled_at'),
    cancelled_by: id('cancelled_by'),
    note: text('note'),
    /** The number it was booked under, for an order moved from another office. */
    began_as: id('began_as'),
    series_id: id('series_id'),
    version: integer('version').notNull().default(1),
    updated_at: stamp('updated_at'),
    updated_by: id('updated_by'),
    /** The billed amount in the admin list. */
    billed: bigint('billed', { mode: 'number' }).notNull().generatedAlwaysAs(sql``),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

/** Bookings that repeat: their orders name them. */
export const series = pgTable(
  'series',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    user_id: id('user_id').notNull(),
    repeat: jsonb('repeat').$type<Repeat>().notNull(),
    created_at: instant('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

/** Maintained by triggers: orders per day, space or user. */
export const orderTallies = pgTable('order_tallies', {
  kind: text('kind').$type<'date' | 'start' | 'space' | 'user'>().notNull(),
  key: id('key').notNull(),
  payment_status: text('payment_status').$type<PaymentStatus>().notNull(),
  count: integer('count').notNull(),
})

const early = sql.raw(`interval '${MINUTES_BEFORE_START} minutes'`)

/** Same rule as `hasBegun` in the contract. */
export const hasBegunAt = (now: Date): SQL =>
  sql`(${orders.start} <= ${now.toISOString()}::timestamptz or (${orders.checked_in_at} is not null
    and ${orders.start} <= ${now.toISOString()}::timestamptz + ${early}))`

/** Orders whose `phaseOf` is active. Worded to use the index `orders_live`. */
export const inSessionAt = (now: Date): SQL | undefined =>
  and(
    isNull(orders.cancelled_at),
    isNull(orders.checked_out_at),
    sql`tstzrange(${orders.start}, ${orders.end})
      && tstzrange(${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz + ${early}, '[]')`,
    hasBegunAt(now),
  )

/** Upcoming orders too. */
export const isUnfinishedAt = (now: Date): SQL | undefined =>
  and(
    isNull(orders.cancelled_at),
    isNull(orders.checked_out_at),
    or(isNull(orders.end), gt(orders.end, now.toISOString())),
  )

/** Same formula as `orderRow` in the contract, before tax. The stored column `billed` is this plus tax. */
export const orderPrice = sql<number>`coalesce(${orders.total_price}, round(${orders.base_price}
  * extract(epoch from ${orders.end} - ${orders.start}) / case ${orders.rent_type} when 'day' then 86400 else 3600 end))`

/** The SQL of `paidOf`. */
export const paid = sql<number>`${orders.paid_with_credits} + ${orders.paid_by_card} + ${orders.paid_otherwise} - ${orders.refunded}`

/** The SQL of `owedOf`. */
export const owed =
  sql<number>`greatest(0, case when ${orders.cancelled_at} is not null then ${orders.kept} else ${orders.billed} end
  - (${paid}))`.mapWith(Number)

/**
 * Orders that the customer still has to pay for, and visits without an end, which are paid at check-out. Worded to use
 * the index `orders_owing`.
 */
export const isOwing = sql`(case when ${orders.cancelled_at} is not null then ${orders.kept}
  when ${orders.end} is null then ${orders.base_price} else ${orders.billed} end) > ${paid}`

export const orderEvents = pgTable(
  'order_events',
  {
    office_id: id('office_id').notNull(),
    order_id: id('order_id').notNull(),
    id: ownId(),
    at: stamp('at'),
    kind: text('kind').notNull(),
    actor_id: id('actor_id'),
    /** Ids, amounts and states; never names or free text. */
    details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.order_id, table.id] })],
)

/** Free text by admins, erased with the customer; the timeline and the audit log hold none. */
export const orderNotes = pgTable(
  'order_notes',
  {
    office_id: id('office_id').notNull(),
    order_id: id('order_id').notNull(),
    id: ownId(),
    at: stamp('at'),
    author_id: id('author_id').notNull(),
    /** Null once erased. */
    words: text('words'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.order_id, table.id] })],
)

export const occupancy = pgTable(
  'occupancy',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    unit_id: id('unit_id').notNull(),
    during: instantRange('during').notNull(),
    cause: text('cause').$type<'order' | 'hold' | 'closure' | 'buffer' | 'calendar'>().notNull(),
    order_id: id('order_id'),
    closure_id: id('closure_id'),
    held_by: id('held_by'),
    held_until: instant('held_until'),
    provider: text('provider').$type<CalendarProvider>(),
    event_id: text('event_id'),
    /** Of a hold: the entry in the waiting list that it was offered to. */
    waiting_id: id('waiting_id'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: id('user_id').notNull(),
    key: text('key').notNull(),
    request_hash: bytes('request_hash').notNull(),
    status: integer('status'),
    answer: jsonb('answer'),
    created_at: stamp('created_at'),
  },
  (table) => [primaryKey({ columns: [table.user_id, table.key] })],
)
