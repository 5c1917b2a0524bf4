import { z } from 'zod'

export const Id = z.int().positive('Should be a whole number from 1')

/** A number from 1 as it stands in an address: digits, and nothing else that a computer would take for them. */
export const wholeNumberParam = (
  most = Number.MAX_SAFE_INTEGER,
  message = 'Should be a whole number from 1',
) =>
  z
    .codec(
      z
        .string(message)
        .regex(/^[1-9]\d{0,15}$/, { message, abort: true })
        .refine((digits) => Number(digits) <= most, 'The number is too large'),
      z.int().positive().max(most),
      { decode: Number, encode: String },
    )
    .meta({ travelsAs: 'integer' })
/** An id as it stands in an address. */
export const IdParam = wholeNumberParam()

/** Missing and invalid values get different messages. */
export const emptyOr =
  (sentence: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === '' ? 'Cannot be empty' : sentence

/** The message of a rule that has none of its own. */
export const invalidValue = emptyOr('Invalid Value')

/** An id in a body: a number, or its digits, as the value of a select is sent. */
export const IdField = z.union([Id, IdParam], { error: emptyOr('Should be a whole number from 1') })

const Blank = z.codec(z.literal(''), z.null(), { decode: () => null, encode: () => '' as const })
const Unsaid = z.codec(z.literal(''), z.undefined(), { decode: () => undefined, encode: () => '' as const })

/** The message of the value's own schema, which stands first in the union; not that it is no empty text either. */
const itsOwn = { error: ({ errors }: { errors?: z.core.$ZodIssue[][] }) => errors?.[0]?.[0]?.message }

/** A field that may be null. Forms send an empty text for one that nobody filled in. */
export const orBlank = <S extends z.ZodType>(schema: S) => z.union([schema.nullable(), Blank], itsOwn)
/** The same for a field that may be left out. */
export const orUnsaid = <S extends z.ZodType>(schema: S) => z.union([schema, Unsaid], itsOwn).optional()

/** A moment: ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
const NO_DATE = 'Should be a date like 2026-03-02'
/** A day on the office's wall calendar, `2026-03-02`. The year is one that PostgreSQL reads as ISO 8601 writes it. */
export const LocalDate = z.iso
  .date({ error: NO_DATE, abort: true })
  .refine((date) => date.startsWith('2'), NO_DATE)
/** A time on the office's wall clock, `09:30`; `9:30` and `09:30:00` are the same. */
export const LocalTime = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d(:00)?$/, { message: 'Should be a time like 09:30', abort: true })
  .overwrite((time) => time.replace(/^(\d):/, '0$1:').slice(0, 5))

/** Bookings begin and end on these. */
export const HalfHour = LocalTime.refine((time) => /:[03]0$/.test(time), 'Should be on the half hour')

/** Minor units (cents, agorot) on the wire and inside. */
export const Cents = z.int()

/** Of a sum in minor units, rounded to whole ones, halves up. */
export const percentOf = (cents: number, percent: number): number => Math.round((cents * percent) / 100)

export const numeric = z.number({ error: emptyOr('Should be a number') })

const hasCents = (amount: number): boolean => Math.round(amount * 100) / 100 === amount

const priceOf = (major: z.ZodNumber) =>
  z
    .codec(
      major.nonnegative('Cannot be negative').refine(hasCents, 'Should have at most 2 decimals'),
      z.int().nonnegative(),
      {
        decode: (amount) => Math.round(amount * 100),
        encode: (minor) => minor / 100,
      },
    )
    .meta({ travelsAs: 'number' })

/** Major units on the wire (49.9), minor units inside (4990). */
export const Price = priceOf(numeric)
/** The same up to a limit in major units: of what is above it, that is reported which was sent. */
export const priceUpTo = (most: number, message: string) => priceOf(numeric.max(most, message))

export const Currency = z.enum(['USD', 'EUR', 'ILS', 'GBP'])
export type Currency = z.infer<typeof Currency>

export const Language = z.enum(['en', 'he'])
export type Language = z.infer<typeof Language>

/** What the update of a record may carry beside its fields, of which only those that are named change. */
export const recordChange = {
  /** As it was read: refused when there is a newer one. Without it the last write wins. */
  version: z.int().positive().optional(),
  /** Null restores a deleted record before the fields are saved. On any other record, and any other value, nothing. */
  deleted_at: orUnsaid(Instant.nullable()),
}

export const Email = z.email('Should be a valid email!').max(254, 'Should be a valid email!')

/** What a place is called in Hebrew, where it has such a name. */
export const HebrewName = z.string().nullish()
