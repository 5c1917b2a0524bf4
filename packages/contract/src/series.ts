import { z } from 'zod'
import { Alternative } from './availability.ts'
import { inOrder, shownPrice, spaceFields, times } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { NoShowTerms } from './no-shows.ts'
import { ExpiredRefund, orderParams } from './orders.ts'
import {
  Cents,
  Currency,
  HebrewName,
  Id,
  IdField,
  Instant,
  LocalDate,
  LocalTime,
  orUnsaid,
} from './primitives.ts'
import { MOST_DATES } from './series-dates.ts'

export const TOO_MANY = `A series can have up to ${MOST_DATES} dates. Please choose an earlier end.`
export const TOO_FEW = 'A series needs at least two dates. Please choose a later end.'

export const Repeat = z
  .object({
    every: z.enum(['day', 'week', 'two_weeks', 'month']),
    /** For weeks, counted from Sunday, 0. Left out: the weekday of the first day. */
    weekdays: z.array(z.int().min(0).max(6)).min(1, 'Please choose a weekday').max(7).optional(),
    /** For months: the same date, the same weekday of the month (such as the second Tuesday), or the last such weekday. */
    on: z.enum(['date', 'weekday', 'last_weekday']).optional(),
    /** The last day, or how many dates there are: one of the two. */
    until: orUnsaid(LocalDate),
    count: z.int().min(2, TOO_FEW).max(MOST_DATES, TOO_MANY).optional(),
  })
  .refine(({ until, count }) => (until === undefined) !== (count === undefined), {
    path: ['until'],
    message: 'Choose either a last day or a number of dates',
  })
  .meta({ id: 'Repeat' })
export type Repeat = z.infer<typeof Repeat>

const payer = { business_id: orUnsaid(IdField) }

/** The first date with its times, as for one booking, and how it repeats. */
export const SeriesRequest = inOrder(z.object({ ...spaceFields, ...times, ...payer, repeat: Repeat }))
export type SeriesRequest = z.infer<typeof SeriesRequest>

/** Another time or another space of the office, free, with its price and tax. */
export const SeriesAlternative = Alternative.extend({ due: Cents }).meta({ id: 'SeriesAlternative' })
export type SeriesAlternative = z.infer<typeof SeriesAlternative>

export const SeriesDate = z
  .object({
    date: LocalDate,
    start: LocalTime.optional(),
    end: LocalTime.optional(),
    end_date: LocalDate.optional(),
    /** Price and tax. Null if the time does not exist on that day. */
    due: Cents.nullable(),
    /** Why it cannot be booked, and what could be booked instead, the nearest first. Null: it is free. */
    conflict: z.object({ reason: z.string(), alternatives: z.array(SeriesAlternative) }).nullable(),
  })
  .meta({ id: 'SeriesDate' })
export type SeriesDate = z.infer<typeof SeriesDate>

/** What can pay for a series. */
export const SeriesPurse = z
  .object({
    /** The free credits of the caller, or those of the company. */
    available: Cents,
    /** How many dates the caller may leave unpaid in this office. */
    unpaid_allowed: z.int().nonnegative(),
    /** What a limit leaves of the company's credits, by month. Null: there is no limit. */
    months: z.array(z.object({ month: z.string(), left: Cents })).nullable(),
    /** Why the company cannot pay at all; null if it can. */
    refusal: z.string().nullable(),
  })
  .meta({ id: 'SeriesPurse' })
export type SeriesPurse = z.infer<typeof SeriesPurse>

export const SeriesQuote = z
  .object({
    time_zone: z.string(),
    currency: Currency,
    dates: z.array(SeriesDate),
    /** For each date. Null: it is kept, even if nobody comes. */
    no_show: NoShowTerms.nullable(),
    purse: SeriesPurse,
  })
  .meta({ id: 'SeriesQuote' })
export type SeriesQuote = z.infer<typeof SeriesQuote>

export const quoteSeries = endpoint({
  method: 'POST',
  path: '/api/series/quote',
  summary:
    'Every date of a series with its price, and what could be booked where it is taken; nothing is booked',
  body: SeriesRequest,
  reply: SeriesQuote,
})

/** One date of a series: in any space of the office. */
export const SeriesStay = inOrder(z.object({ sub_office_id: spaceFields.sub_office_id, ...times }))
export type SeriesStay = z.infer<typeof SeriesStay>

export const NewSeries = z.object({
  office_id: IdField,
  ...payer,
  /** How the dates came about. */
  repeat: Repeat,
  dates: z.array(SeriesStay).min(1, 'Please keep at least one date').max(MOST_DATES, TOO_MANY),
  /** Of all dates. */
  ...shownPrice,
})
export type NewSeries = z.infer<typeof NewSeries>

/** An order of a series. */
export const SeriesOrder = z
  .object({
    id: Id,
    start: Instant,
    end: Instant.nullable(),
    SubOffice: z.object({ id: Id, name: z.string(), name_he: HebrewName }).nullable(),
    checked_in_at: Instant.nullable(),
    checked_out_at: Instant.nullable(),
    cancelled_at: Instant.nullable(),
    /** Price and tax. */
    due: Cents,
  })
  .meta({ id: 'SeriesOrder' })
export type SeriesOrder = z.infer<typeof SeriesOrder>

export const Series = z
  .object({
    id: Id,
    time_zone: z.string(),
    currency: Currency,
    repeat: Repeat,
    /** The first to start first, cancelled ones too. */
    orders: z.array(SeriesOrder),
  })
  .meta({ id: 'Series' })
export type Series = z.infer<typeof Series>

export const bookSeries = endpoint({
  method: 'POST',
  path: '/api/series',
  summary:
    'Book all dates of a series, or none; the same Idempotency-Key returns the same series. Refused if the price is not `expected_total`',
  takesKey: true,
  body: NewSeries,
  reply: Series,
  status: 201,
})

export const getSeries = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/series',
  summary: 'The series of an order, for its customer, the managers of its office and admins',
  params: orderParams,
  reply: Series,
})

export const getSeriesCalendar = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/series/calendar.ics',
  summary: 'The series of an order as one calendar file',
  params: orderParams,
  reply: z.string(),
})

/** This order and the later ones, or all: always only those that have not begun. */
export const SeriesScope = z.enum(['following', 'all'])
export type SeriesScope = z.infer<typeof SeriesScope>

/** What cancelling them now would refund: the sum of what the terms of each say. */
export const SeriesRefund = z
  .object({
    count: z.int().positive(),
    currency: Currency,
    kept: Cents,
    refund: Cents,
    refund_credits: Cents,
    refund_card: Cents,
    expired: ExpiredRefund,
    owed: Cents,
  })
  .meta({ id: 'SeriesRefund' })
export type SeriesRefund = z.infer<typeof SeriesRefund>

export const getSeriesRefund = endpoint({
  method: 'GET',
  path: '/api/orders/:orderId/series/refund',
  summary: 'What cancelling several orders of a series now would refund, and what would stay owed',
  params: orderParams,
  query: z.object({ scope: SeriesScope }),
  reply: SeriesRefund,
})

export const cancelSeries = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/series/cancel',
  summary:
    'Cancel several orders of a series with the refund that was shown; refused if anything of it has changed',
  params: orderParams,
  body: z.object({ scope: SeriesScope, count: z.int(), refund: Cents, owed: Cents }),
  reply: Series,
})

/** The new time of the order in the address. The others move by as many days, and get the same times. */
export const SeriesTimeChange = inOrder(z.object({ ...times, ...shownPrice, scope: SeriesScope }))
export type SeriesTimeChange = z.infer<typeof SeriesTimeChange>

export const SeriesTimeQuote = z
  .object({
    currency: Currency,
    /** Price and tax of all afterwards. */
    due: Cents,
    /** What is charged for time given back too late. */
    kept: Cents,
    /** The sum of what the orders cost more, and how much of it credits pay; and the sum of the refunds. */
    more: Cents,
    with_credits: Cents,
    back: Cents,
    dates: z.array(
      z.object({
        order_id: Id,
        date: LocalDate,
        start: LocalTime.optional(),
        end: LocalTime.optional(),
        end_date: LocalDate.optional(),
        due: Cents.nullable(),
        /** Why it cannot be moved; null if it can. */
        conflict: z.string().nullable(),
      }),
    ),
    /** Why the company would not pay; null if it would. */
    refusal: z.string().nullable(),
  })
  .meta({ id: 'SeriesTimeQuote' })
export type SeriesTimeQuote = z.infer<typeof SeriesTimeQuote>

export const quoteSeriesTime = endpoint({
  method: 'POST',
  path: '/api/orders/:orderId/series/time/quote',
  summary: 'What another time of several orders of a series would cost or refund; changes nothing',
  params: orderParams,
  body: SeriesTimeChange,
  reply: SeriesTimeQuote,
})

export const changeSeriesTime = endpoint({
  method: 'PUT',
  path: '/api/orders/:orderId/series/time',
  summary:
    'Move several orders of a series, all or none. Refused if the price of all is not `expected_total`',
  params: orderParams,
  body: SeriesTimeChange,
  reply: Series,
})
