import { z } from 'zod'

export const Id = z.int().positive('Should be a whole number from 1')

export const wholeNumber = (least: number, most: number) => {
  const message = `Should be a whole number from ${least} to ${most}`
  return z.int(message).min(least, message).max(most, message)
}

/** A number from 1 in an address: only digits, not every notation that `Number` accepts. */
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
export const IdParam = wholeNumberParam()

/** Missing and invalid values get different messages. */
export const emptyOr =
  (sentence: string) =>
  ({ input }: { input?: unknown }): string =>
    input === undefined || input === '' ? 'Cannot be empty' : sentence

/** The message of rules without their own. */
export const invalidValue = emptyOr('Invalid Value')

/** A number, or its digits, as a select sends it. */
export const IdField = z.union([Id, IdParam], { error: emptyOr('Should be a whole number from 1') })

const Blank = z.codec(z.literal(''), z.null(), { decode: () => null, encode: () => '' as const })
const Unsaid = z.codec(z.literal(''), z.undefined(), { decode: () => undefined, encode: () => '' as const })

/** Uses the message of the first schema in the union; otherwise it would say that the value is not an empty text. */
const itsOwn = { error: ({ errors }: { errors?: z.core.$ZodIssue[][] }) => errors?.[0]?.[0]?.message }

/** For a field that may be null. Forms send an empty text when it was not filled in. */
export const orBlank = <S extends z.ZodType>(schema: S) => z.union([schema.nullable(), Blank], itsOwn)
/** For a field that may be left out. */
export const orUnsaid = <S extends z.ZodType>(schema: S) => z.union([schema, Unsaid], itsOwn).optional()

/** ISO 8601 in UTC. */
export const Instant = z.iso.datetime()
const NO_DATE = 'Should be a date like 2026-03-02'
/** On the office's calendar, like `2026-03-02`. PostgreSQL reads these years in the notation of ISO 8601. */
export const LocalDate = z.iso
  .date({ error: NO_DATE, abort: true })
  .refine((date) => date.startsWith('2'), NO_DATE)
/** On the office's calendar, like `2026-03`. */
export const LocalMonth = z.string().regex(/^2\d{3}-(0[1-9]|1[0-2])$/, 'Should be a month like 2026-03')
/** On the office's clock, like `09:30`; `9:30` and `09:30:00` mean the same. */
export const LocalTime = z
  .string()
  .regex(/^([01]?\d|2[0-3]):[0-5]\d(:00)?$/, { message: 'Should be a time like 09:30', abort: true })
  .overwrite((time) => time.replace(/^(\d):/, '0$1:').slice(0, 5))

/** Bookings begin and end on these. */
export const HalfHour = LocalTime.refine((time) => /:[03]0$/.test(time), 'Should be a full or half hour')

/** Minor units (cents, agorot) on the wire and inside. */
export const Cents = z.int()

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
/** The limit is in major units, and a value above it is reported as it was sent. */
export const priceUpTo = (most: number, message: string) => priceOf(numeric.max(most, message))

export const Currency = z.enum(['USD', 'EUR', 'ILS', 'GBP'])
export type Currency = z.infer<typeof Currency>

/** Of offices that name no other. */
export const DEFAULT_CURRENCY: Currency = 'ILS'

export const Language = z.enum(['en', 'he'])
export type Language = z.infer<typeof Language>

/** Sent back with a change; a change to an older version is refused. */
export const Version = z.int().positive()

/** What an update may carry besides the fields to change. */
export const recordChange = {
  /** As it was read: refused when there is a newer one. Without it the last write wins. */
  version: Version.optional(),
  /** Null restores a deleted record before the fields are saved. Otherwise it has no effect. */
  deleted_at: orUnsaid(Instant.nullable()),
}

export const Email = z.email('Should be a valid email!').max(254, 'Should be a valid email!')

export const HebrewName = z.string().nullish()
