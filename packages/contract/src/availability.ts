import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RentType } from './offices.ts'
import {
  Cents,
  Currency,
  HebrewName,
  Id,
  IdParam,
  Instant,
  LocalDate,
  LocalMonth,
  LocalTime,
} from './primitives.ts'

/** Why a day or a half-hour cannot be booked. */
export const ClosedReason = z.enum([
  /** Outside the opening hours. */
  'hours',
  'holiday',
  'closure',
  'booked',
  'past',
  /** More than a year ahead. */
  'too_far',
  'temporarily_closed',
  'coming_soon',
  'hidden',
  /** For an office rented whole: not offered yet. */
  'no_price',
])
export type ClosedReason = z.infer<typeof ClosedReason>

export const Slot = z.object({
  /** On the office's clock. */
  start: LocalTime,
  end: LocalTime,
  starts_at: Instant,
  /** The number still free: seats of an open space, else 1 or 0. */
  free: z.int().nonnegative(),
  /** Null while something is free. */
  reason: ClosedReason.nullable(),
})
export type Slot = z.infer<typeof Slot>

export const Availability = z
  .object({
    office_id: Id,
    sub_office_id: Id.nullable(),
    date: LocalDate,
    time_zone: z.string(),
    rent_type: RentType,
    /** Per hour or day, before tax: for showing what a time would cost. A quote says what it does cost. */
    base_price: Cents,
    currency: Currency,
    tax_percent: z.int(),
    /** Seats of an open space, else 1. */
    units: z.int().nonnegative(),
    /** Set when nothing can be booked on this day, whatever the hour. */
    reason: ClosedReason.nullable(),
    /** The reason given for a closure. */
    closure: z.string().nullable(),
    /** A holiday of the office, whether it is closed or open for fewer hours. */
    holiday: z.object({ name: z.string(), name_he: HebrewName }).nullable(),
    /** The half-hours of the opening that begins on this date; they may continue past midnight. */
    slots: z.array(Slot),
  })
  .meta({ id: 'Availability' })
export type Availability = z.infer<typeof Availability>

const place = {
  sub_office_id: IdParam.optional(),
  /** An order of the caller that would be moved: its own time counts as free. */
  order_id: IdParam.optional(),
}

export const getAvailability = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/availability',
  summary: 'The free half-hours of a space on one day, on the clock of its office',
  params: z.object({ officeId: IdParam }),
  query: z.object({ ...place, date: LocalDate }),
  reply: Availability,
})

export const listAvailability = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/availability/spaces',
  summary: 'The free half-hours of every space of an office on one day',
  params: z.object({ officeId: IdParam }),
  query: z.object({ date: LocalDate }),
  reply: z.array(Availability),
})

/** For spaces rented by the day. */
export const DayOffer = z.object({
  date: LocalDate,
  /** The number still free all day: seats of an open space, else 1 or 0. */
  free: z.int().nonnegative(),
  /** Null while something is free. */
  reason: ClosedReason.nullable(),
})
export type DayOffer = z.infer<typeof DayOffer>

/** On the office's calendar, like `2026-03`. */

export const MonthAvailability = z
  .object({
    office_id: Id,
    sub_office_id: Id.nullable(),
    month: LocalMonth,
    /** Seats of an open space, else 1. */
    units: z.int().nonnegative(),
    days: z.array(DayOffer),
  })
  .meta({ id: 'MonthAvailability' })
export type MonthAvailability = z.infer<typeof MonthAvailability>

export const getMonthAvailability = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/availability/month',
  summary: 'The free days of a space in one month, on the calendar of its office',
  params: z.object({ officeId: IdParam }),
  query: z.object({ ...place, month: LocalMonth }),
  reply: MonthAvailability,
})

/** A stay that can be booked as it is. */
export const Alternative = z
  .object({
    office_id: Id,
    sub_office_id: Id.nullable(),
    name: z.string(),
    name_he: HebrewName,
    office_name: z.string(),
    office_name_he: HebrewName,
    date: LocalDate,
    start: LocalTime.optional(),
    end: LocalTime.optional(),
    end_date: LocalDate.optional(),
  })
  .meta({ id: 'Alternative' })
export type Alternative = z.infer<typeof Alternative>

export const listFirstFree = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/availability/first-free',
  summary:
    'For a day on which a space is full or closed: a similar space of the office that is free that day, and the first free time of the space on a later day. Neither, either or both',
  params: z.object({ officeId: IdParam }),
  query: z.object({ sub_office_id: IdParam.optional(), date: LocalDate }),
  reply: z.array(Alternative),
})
