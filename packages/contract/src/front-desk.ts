import { z } from 'zod'
import { Opened } from './access.ts'
import { Closure, closureFields } from './closures.ts'
import { endpoint } from './endpoint.ts'
import { NoShowTerms } from './no-shows.ts'
import { HebrewName, Id, IdField, IdParam, Instant, LocalTime, orUnsaid } from './primitives.ts'
import { requiredLine } from './typed-text.ts'

/** An order as the staff of its office see it. */
export const DayOrder = z
  .object({
    id: Id,
    start: Instant,
    /** Null for a visit without a booked end. */
    end: Instant.nullable(),
    checked_in_at: Instant.nullable(),
    checked_out_at: Instant.nullable(),
    /** Until when it waits for its card payment; null if it does not. */
    pay_until: Instant.nullable(),
    /** When it is released if nobody has checked in by then; null: never. */
    release_at: Instant.nullable(),
    /** Its door code did not get into a lock. */
    code_failed: z.boolean(),
    /** For owners first name and initial, like `Maya C.`, and nothing else. */
    User: z.object({
      id: Id.nullable(),
      name: z.string(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
    }),
    /** The sub-office when `type` is `SubOffice`, else the office as a whole. */
    Office: z.object({ type: z.enum(['Office', 'SubOffice']), name: z.string(), name_he: HebrewName }),
  })
  .meta({ id: 'DayOrder' })
export type DayOrder = z.infer<typeof DayOrder>

/** Why a door cannot be opened from here. */
export const DoorTrouble = z.enum([
  'not_set_up',
  'address_refused',
  'unreachable',
  'too_slow',
  'untrusted',
  'token_refused',
  'blocked',
  'unreadable',
  'out_of_order',
  'unknown_door',
  'unsupported_door',
  'unavailable',
  'jammed',
  'stayed_shut',
  'refused',
])
export type DoorTrouble = z.infer<typeof DoorTrouble>

export const DeskDoor = z
  .object({
    id: Id,
    name: z.string(),
    /** It opens for everyone in the office, like the entrance. */
    shared: z.boolean(),
    /** Null: it answers. */
    trouble: z
      .object({
        reason: DoorTrouble,
        /** The same as a sentence. */
        failure: z.string(),
        since: Instant,
      })
      .nullable(),
  })
  .meta({ id: 'DeskDoor' })
export type DeskDoor = z.infer<typeof DeskDoor>

export const DeskClosure = Closure.pick({
  id: true,
  sub_office_id: true,
  sub_office_name: true,
  sub_office_name_he: true,
  start: true,
  end: true,
  reason: true,
})
  .extend({
    /** Managers open again what managers of the office have closed. */
    may_open: z.boolean(),
  })
  .meta({ id: 'DeskClosure' })
export type DeskClosure = z.infer<typeof DeskClosure>

/** More than these are not listed. */
export const MOST_DAY_ORDERS = 500

export const OfficeDay = z
  .object({
    /** Midnight on the clock of the office, or the closing time if that is later. */
    until: Instant,
    /** Those that start today, and earlier ones that have not ended before today; the first to start comes first. */
    today: z.array(DayOrder),
    /** Those of today that were released because nobody came. */
    no_shows: z.array(DayOrder),
    /** For new bookings. Null: they are kept, even if nobody comes. */
    no_show_rule: NoShowTerms.nullable(),
    tomorrow: z.array(DayOrder),
    /** Null for owners. */
    desk: z
      .object({
        doors: z.array(DeskDoor),
        /** Now or later today. */
        closures: z.array(DeskClosure),
      })
      .nullable(),
  })
  .meta({ id: 'OfficeDay' })
export type OfficeDay = z.infer<typeof OfficeDay>

const ofOffice = z.object({ officeId: IdParam })

export const getOfficeDay = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/day',
  summary:
    'For staff: who comes, is there and leaves today, who comes tomorrow; for managers also doors that fail and what is closed',
  params: ofOffice,
  query: z.object({ sub_office_id: IdParam.optional() }),
  reply: OfficeDay,
})

export const GUEST_LENGTH = 100

/** Whom the door is opened for: the customer of an order of this office, or somebody who is named. */
export const DoorGuest = z.union([
  z.object({ order_id: IdField, guest: z.undefined().optional() }),
  z.object({ order_id: z.undefined().optional(), guest: requiredLine(GUEST_LENGTH) }),
])
export type DoorGuest = z.infer<typeof DoorGuest>

export const openForGuest = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/doors/:deviceId/open',
  summary:
    'For managers: open a door for somebody at the entrance; written to the audit log. For the customer of an order whose doors are open this counts as check-in. The same Idempotency-Key opens it once',
  takesKey: true,
  params: z.object({ officeId: IdParam, deviceId: IdParam }),
  body: DoorGuest,
  reply: Opened,
})

export const DeskClosing = z.object({
  sub_office_id: closureFields.sub_office_id,
  reason: closureFields.reason,
  /** On the clock of the office. Left out: for the rest of the day. */
  until: orUnsaid(LocalTime),
  /** Managers close around orders; only admins cancel the orders of others. */
  orders: z.literal('keep').optional(),
})
export type DeskClosing = z.infer<typeof DeskClosing>

export const closeFromNow = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/closures',
  summary:
    'For managers: close the office or one of its spaces from now on, for the rest of the day or until a time; over orders only around them',
  params: ofOffice,
  body: DeskClosing,
  reply: Closure,
  status: 201,
})

export const openClosure = endpoint({
  method: 'DELETE',
  path: '/api/offices/:officeId/closures/:closureId',
  summary: 'For managers: open again what a manager of the office has closed',
  params: z.object({ officeId: IdParam, closureId: IdParam }),
  reply: z.object({}),
})
