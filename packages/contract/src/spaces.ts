import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { RentType, SpaceType } from './offices.ts'
import {
  Currency,
  DEFAULT_CURRENCY,
  HalfHour,
  HebrewName,
  Id,
  Language,
  LocalDate,
  Price,
  wholeNumberParam,
} from './primitives.ts'
import { AMENITIES, SORTS, SPACES_A_PAGE } from './space-filter.ts'

export const Amenity = z.enum(AMENITIES)
export type Amenity = z.infer<typeof Amenity>

/** A search result; an office without sub-offices is one space, with `sub_office_id` null. */
export const Space = z
  .object({
    office_id: Id,
    sub_office_id: Id.nullable(),
    office_name: z.string(),
    office_name_he: HebrewName,
    name: z.string(),
    name_he: HebrewName,
    address: z.string(),
    address_he: HebrewName,
    type: SpaceType,
    rent_type: RentType,
    capacity: z.int().positive(),
    lat: z.number(),
    lon: z.number(),
    time_zone: z.string(),
    currency: Currency,
    /** Of the office, added to its prices. */
    tax_percent: z.int(),
    price_per_hour: Price,
    price_per_day: Price,
    /** A URL; the office's picture when the space has none. */
    picture: z.string().nullable(),
    amenities: z.array(Amenity),
    /** Shown with a note, and never as free. */
    coming_soon: z.boolean(),
    temporarily_closed: z.boolean(),
    /** The number free for the whole time: seats of an open space, else 1. Null when no time was given. */
    free: z.int().positive().nullable(),
    /** From the visitor in a straight line; null when their position is unknown. */
    distance_km: z.number().nonnegative().nullable(),
    /** For the next hour, for as many people. Null when a time was given, and in any order but the best. */
    free_now: z.boolean().nullable(),
  })
  .meta({ id: 'Space' })
export type Space = z.infer<typeof Space>

export const SpaceSort = z.enum(SORTS)
export type SpaceSort = z.infer<typeof SpaceSort>

/** An office with spaces among the results, for the map. */
export const FoundOffice = z.object({
  office_id: Id,
  name: z.string(),
  name_he: HebrewName,
  lat: z.number(),
  lon: z.number(),
  currency: Currency,
  coming_soon: z.boolean(),
  temporarily_closed: z.boolean(),
  spaces: z.int().positive(),
  /** The first of them in the order of the results; null for an office that is rented whole. */
  sub_office_id: Id.nullable(),
  /** The lowest of theirs, with tax: per hour, or per day if none is rented by the hour. 0 without a price. */
  price: Price,
  per: RentType,
})
export type FoundOffice = z.infer<typeof FoundOffice>

/** The map shows at most this many, in the order of the results. */
export const OFFICES_ON_MAP = 500

/** What to try when nothing was found: other times, spaces nearby, and the search without one of its filters. */
export const WaysOut = z.object({
  /** Nearest first. An end that is not after the start is on the next day. */
  times: z.array(z.object({ date: LocalDate, start: HalfHour, end: HalfHour, spaces: z.int().positive() })),
  /** That match everything but the place. Their distance is from the place, or from the visitor. */
  nearby: z.array(Space),
  /** `time` stands for date, start and end. */
  without: z.array(
    z.object({
      part: z.enum(['type', 'place', 'time', 'people', 'max_price', ...AMENITIES]),
      spaces: z.int().positive(),
    }),
  ),
})
export type WaysOut = z.infer<typeof WaysOut>

const counted = <K extends string>(key: z.ZodEnum<Record<K, K>>) => z.record(key, z.int().nonnegative())

export const FoundSpaces = z
  .object({
    total: z.int().nonnegative(),
    /** No name matches `place`; these are similar. */
    similar: z.boolean().optional(),
    spaces: z.array(Space),
    offices: z.array(FoundOffice),
    /** How many there would be with this choice instead, everything else unchanged. */
    counts: z.object({ types: counted(SpaceType), amenities: counted(Amenity) }),
    /**
     * The best order begins here: with the visitor, or else at the place, or else in the middle of the visitor's time
     * zone. Null in any other order, and nowhere.
     */
    near: z.object({ lat: z.number(), lon: z.number(), of: z.enum(['visitor', 'place', 'zone']) }).nullable(),
    /** Only when nothing was found. */
    ways_out: WaysOut.optional(),
  })
  .meta({ id: 'FoundSpaces' })
export type FoundSpaces = z.infer<typeof FoundSpaces>

/** For example `wifi,parking`: all must be there. */
const AmenitiesParam = z
  .string()
  .transform((names) => names.split(',').filter((name) => name !== ''))
  .pipe(z.array(Amenity))

const IdsParam = z.codec(z.string().max(200), z.array(Id).min(1), {
  decode: (ids) => ids.split(',').map(Number),
  encode: (ids) => ids.join(),
})

const degrees = (most: number) => z.coerce.number().min(-most).max(most)

export const searchSpaces = endpoint({
  method: 'GET',
  path: '/api/spaces',
  summary:
    'The spaces on offer; with a time, those that are free throughout, in the local time of each office',
  query: z.object({
    type: SpaceType.optional(),
    /** A time needs `date`, `start` and `end`. */
    date: LocalDate.optional(),
    start: HalfHour.optional(),
    end: HalfHour.optional(),
    /** The date of the end, when it is past midnight. */
    end_date: LocalDate.optional(),
    /** Instead of a time: free for an hour from the half hour that has begun. */
    free_now: z.stringbool().default(false),
    /** Only these offices, for example `3,7`. */
    office_ids: IdsParam.optional(),
    /** Capacity; for an open space: free seats. */
    people: wholeNumberParam(10_000).optional(),
    /** Per hour, or per day where days are rented, with tax. Spaces with prices in other currencies are left out. */
    max_price: wholeNumberParam(1_000_000).optional(),
    /** Of `max_price`. By price, spaces in this currency come first, then those in each other one. */
    currency: Currency.default(DEFAULT_CURRENCY),
    amenities: AmenitiesParam.default([]),
    /**
     * Words that all occur in the names of the space and its office or in the address, ignoring case and accents.
     * Common short names of cities and Hebrew prefixes are understood; words like "street" count only where they are
     * found.
     */
    place: z.string().trim().max(200).default(''),
    /** Of the visitor. */
    lat: degrees(90).optional(),
    lon: degrees(180).optional(),
    /** The time zone of the visitor's device, for where the best order begins when nothing else says so. */
    zone: z.string().max(64).optional(),
    /**
     * The best are those near the visitor, or else the place, or else in the `zone`; among them first those that are free, now if no time is
     * given. By distance only with `lat` and `lon`.
     */
    sort: SpaceSort.default('best'),
    /** Of all orders but the best. */
    direction: z.enum(['asc', 'desc']).default('asc'),
    /** Of the names it is sorted by. */
    language: Language.default('en'),
    page: wholeNumberParam().default(1),
    page_size: wholeNumberParam(100).default(SPACES_A_PAGE),
  }),
  reply: FoundSpaces,
})
