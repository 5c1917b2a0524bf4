import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { Holidays, WeekHours } from './opening-hours.ts'
import {
  Currency,
  HebrewName,
  Id,
  IdParam,
  Instant,
  LocalTime,
  Price,
  Version,
  wholeNumberParam,
} from './primitives.ts'

export const SpaceType = z.enum([
  'office',
  'open_space',
  'meeting_room',
  'lecture_room',
  'clinics',
  'podcast_room',
])
export type SpaceType = z.infer<typeof SpaceType>

export const RentType = z.enum(['hour', 'day'])
export type RentType = z.infer<typeof RentType>

export const OfficeAmenities = z.object({
  wifi: z.boolean(),
  printer: z.boolean(),
  parking: z.boolean(),
  kitchen: z.boolean(),
})

export const SubOfficeAmenities = z.object({ screen: z.boolean() })

/** With `sub_office_id` null, an office that is rented whole. */
export type SpaceRef = { office_id: number; sub_office_id: number | null }

export const SubOffice = z
  .object({
    id: Id,
    office_id: Id,
    name: z.string(),
    name_he: HebrewName,
    capacity: z.int().positive(),
    pictures: z.array(z.string()),
    /** Deprecated: use `price_per_hour` and the other rates. */
    price: Price.nullable(),
    price_per_hour: Price,
    price_per_day: Price,
    price_per_week: Price,
    price_per_month: Price.nullable(),
    amenities: SubOfficeAmenities,
    space_amenities: z.array(z.string()),
    additional_info: z.record(z.string(), z.string()).nullable(),
    type: SpaceType,
    rent_type: RentType,
    deleted_at: Instant.nullable(),
    version: Version,
    // For admins only:
    pickspace_room_id: z.string().nullish(),
    google_calendar_id: z.string().nullish(),
    google_calendar_room_id: z.string().nullish(),
    outlook_calendar_id: z.string().nullish(),
    nexudus_resource_id: z.string().nullish(),
    roo_room_id: z.string().nullish(),
  })
  .meta({ id: 'SubOffice' })
export type SubOffice = z.infer<typeof SubOffice>

export const Office = z
  .object({
    id: Id,
    name: z.string(),
    name_he: HebrewName,
    type: z.string(),
    lat: z.number(),
    lon: z.number(),
    pictures: z.array(z.string()),
    /** On the office's clock. Both null: around the clock. Close before open: past midnight. */
    open_hours: LocalTime.nullable(),
    close_hours: LocalTime.nullable(),
    /** Days of the week with hours of their own. On all others those above hold. */
    week_hours: WeekHours,
    /** By date. They win over the day of the week. */
    holidays: Holidays,
    /** IANA name, such as `Asia/Jerusalem`. */
    time_zone: z.string(),
    currency: Currency,
    /** Added to its prices, which are all before tax. */
    tax_percent: z.int(),
    address: z.string(),
    address_he: HebrewName,
    capacity: z.int().positive().nullable(),
    amenities: OfficeAmenities,
    phone_number: z.string().nullable(),
    email: z.string().nullable(),
    additional_info: z.record(z.string(), z.string()).nullable(),
    hidden: z.boolean(),
    coming_soon: z.boolean(),
    temporarily_closed: z.boolean(),
    hide_from_all_view: z.boolean(),
    deleted_at: Instant.nullable(),
    version: Version,
    createdAt: Instant,
    sub_offices: z.array(SubOffice),
    // For admins only:
    wifi_name: z.string().nullish(),
    /** Masked in lists; null when there is none, or when it cannot be decrypted. */
    wifi_password: z.string().nullish(),
    printer_instructions: z.string().nullish(),
    openpath_org_id: z.string().nullish(),
    openpath_entry_id: z.string().nullish(),
    /** Whether a calendar is connected; its credentials never leave the server. */
    google_credentials: z.boolean().optional(),
    outlook_credentials: z.boolean().optional(),
    pickspace_location_id: z.string().nullish(),
    pickspace_email: z.string().nullish(),
    tuya_devices: z.array(z.string()).optional(),
    ha_devices: z.array(z.string()).optional(),
    nexudus_integration: z.boolean().optional(),
    roo_integration: z.boolean().optional(),
    /** `rooms`: each sub-office is a calendar resource of the company. */
    google_calendar_type: z.string().nullish(),
  })
  .meta({ id: 'Office' })
export type Office = z.infer<typeof Office>

/** For a select of the user's own offices. */
export const MyOffice = z
  .object({
    id: Id,
    name: z.string(),
    name_he: HebrewName,
    type: z.string(),
    /** Of the office as a whole. */
    rent_type: RentType.optional(),
    time_zone: z.string(),
    address: z.string().optional(),
    address_he: HebrewName,
    /** A URL. */
    picture: z.string().nullish(),
    /** The caller owns it and does not manage it, too: they have their own view of its orders. */
    only_owned: z.boolean().optional(),
    sub_offices: z.array(
      z.object({
        id: Id,
        name: z.string(),
        name_he: HebrewName,
        type: SpaceType,
        rent_type: RentType.optional(),
      }),
    ),
  })
  .meta({ id: 'MyOffice' })
export type MyOffice = z.infer<typeof MyOffice>

export const listMyOffices = endpoint({
  method: 'GET',
  path: '/api/offices/my-offices',
  summary: 'The offices whose sessions the caller may watch',
  reply: z.array(MyOffice),
})

export const OfficeFilter = z.object({
  page: wholeNumberParam().optional(),
  /** Left out, with `page`: all matching offices. */
  page_size: wholeNumberParam(100).optional(),
  /** Left out: by name. */
  sort: z.enum(['name', 'address', 'lat', 'lon', 'open_hours', 'close_hours', 'created_at']).optional(),
  direction: z.enum(['asc', 'desc']).default('asc'),
  /** Part of the name, the address or the name of a sub-office, in either language, ignoring case. */
  q: z.string().trim().max(200).default(''),
})
export type OfficeFilter = z.infer<typeof OfficeFilter>

export const listOffices = endpoint({
  method: 'GET',
  path: '/api/offices/',
  summary:
    'All offices: everything for admins, what is public for others. With a filter, the total in X-Total-Count',
  query: OfficeFilter,
  reply: z.array(Office),
})

export const getOffice = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId',
  summary: 'One office with its sub-offices',
  params: z.object({ officeId: IdParam }),
  reply: Office,
})

export const watchOffice = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/live',
  summary: 'Server-sent events: `changed` whenever the occupancy of the office has changed',
  params: z.object({ officeId: IdParam }),
  reply: z.string(),
})
