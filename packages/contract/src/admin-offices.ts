import { z } from 'zod'
import { ListZone } from './admin-lists.ts'
import { endpoint } from './endpoint.ts'
import { NoShowPolicy, noShowFields } from './no-shows.ts'
import { Office, OfficeAmenities, RentType, SpaceType, SubOffice, SubOfficeAmenities } from './offices.ts'
import { keepOrders, weekHoursFields } from './opening-hours.ts'
import {
  Cents,
  Currency,
  Email,
  emptyOr,
  Id,
  IdField,
  IdParam,
  Instant,
  LocalTime,
  numeric,
  orBlank,
  orUnsaid,
  Price,
  priceUpTo,
  recordChange,
  wholeNumber,
  wholeNumberParam,
} from './primitives.ts'
import { optionalText, typedLine, typedText } from './typed-text.ts'

/** Shown instead of a Wi-Fi password until it is revealed. */
export const MASKED_PASSWORD = '••••••••'

export const IntegrationState = z.object({
  provider: z.enum(['google', 'outlook', 'pickspace', 'nexudus', 'roo', 'openpath', 'tuya']),
  /** `disconnected` also for a service of which only the ids are known. */
  state: z.enum(['connected', 'failing', 'disconnected']),
  failure: z.string().nullable(),
  /** Null for a service of which only the ids are known. */
  connected_at: Instant.nullable(),
  /** Whose account at the service it is, if it says so. */
  account: z.string().nullable(),
  /** When a calendar of this service was last read. */
  read_at: Instant.nullable(),
  /** Linked calendars that are gone or cannot be read. */
  failing_links: z.int(),
})
export type IntegrationState = z.infer<typeof IntegrationState>

/** Everything that admins manage; the Wi-Fi password is masked. */
export const AdminOffice = Office.extend({
  integrations: z.array(IntegrationState),
  free_cancel_hours: z.int(),
  free_cancel_minutes_after_booking: z.int(),
  late_cancel_refund_percent: z.int(),
  ...NoShowPolicy.shape,
  /** How many bookings a person may leave unpaid here. 0: bookings are paid when they are made. */
  unpaid_bookings_allowed: z.int(),
  cleaning_buffer_minutes: z.int(),
  /** For an office without sub-offices, which is rented whole. 0: not offered. */
  rent_type: RentType,
  price_per_hour: Price,
  price_per_day: Price,
  price_per_week: Price,
  price_per_month: Price.nullable(),
}).meta({ id: 'AdminOffice' })
export type AdminOffice = z.infer<typeof AdminOffice>

export const OfficeSort = z.enum(['name', 'lat', 'lon', 'open_hours', 'close_hours', 'created_at'])
export type OfficeSort = z.infer<typeof OfficeSort>

const Searched = z.string().trim().max(200).default('')

export const listAdminOffices = endpoint({
  method: 'GET',
  path: '/api/admin/offices',
  summary:
    'A page of all offices with their sub-offices, including deleted ones; the total is in X-Total-Count',
  query: z.object({
    page: wholeNumberParam().default(1),
    page_size: wholeNumberParam(100).default(20),
    /** Left out: the newest first. */
    sort: OfficeSort.optional(),
    direction: z.enum(['asc', 'desc']).default('asc'),
    /** Any column of the office or of one of its sub-offices, ignoring case. */
    q: Searched,
    time_zone: ListZone,
    name: Searched,
    wifi_name: Searched,
  }),
  reply: z.array(AdminOffice),
})

export const OfficeLocation = z
  .object({ id: Id, name: z.string(), lat: z.number(), lon: z.number() })
  .meta({ id: 'OfficeLocation' })
export type OfficeLocation = z.infer<typeof OfficeLocation>

export const listOfficeLocations = endpoint({
  method: 'GET',
  path: '/api/admin/offices/locations',
  summary: 'The locations of all offices that are not deleted, for a map',
  reply: z.array(OfficeLocation),
})

const required = (most: number) =>
  typedLine({ error: emptyOr('Should be text') })
    .min(1, 'Cannot be empty')
    .max(most, `Should have at most ${most} characters`)

export const MOST_PICTURES = 20
/** Per file; as a data URL it is a third longer. */
export const MOST_PICTURE_BYTES = 10_000_000
/** Per request: four pictures of the largest size, or many as cameras and phones make them. */
export const MOST_UPLOAD_BYTES = 60_000_000

const isOnce = (picture: string, at: number, all: string[]): boolean =>
  picture.startsWith('data:') || all.indexOf(picture) === at

/** In display order: the name of a stored picture, or the data URL of a new one. */
const Pictures = z
  .array(z.string().min(1))
  .max(MOST_PICTURES, `Should have at most ${MOST_PICTURES} pictures`)
  .refine((pictures) => pictures.every(isOnce), 'Each picture can be used only once')

const Rate = priceUpTo(1_000_000, 'Should be at most 1,000,000')

export const priceFields = {
  price_per_hour: Rate,
  price_per_day: Rate,
  price_per_week: Rate,
  price_per_month: orBlank(Rate),
}

type Info = Record<string, string> | null
const withoutBlanks = (info: Info): Info => {
  const lines = Object.entries(info ?? {}).filter(([key]) => key.trim() !== '')
  return lines.length > 0 ? Object.fromEntries(lines) : null
}
/** Lines without a key are dropped; without lines it is null. */
const AdditionalInfo = z.codec(
  z
    .record(
      typedLine().max(100, 'Should have at most 100 characters'),
      typedText().max(2000, 'Should have at most 2000 characters'),
    )
    .nullable(),
  z
    .record(z.string(), z.string())
    .nullable()
    .refine((info) => Object.keys(info ?? {}).length <= 100, 'Should have at most 100 lines'),
  { decode: withoutBlanks, encode: withoutBlanks },
)

export const MOST_UNPAID_BOOKINGS = 100

const officeFields = {
  name: required(200),
  name_he: optionalText(200).optional(),
  lat: numeric.min(-90, 'Should be from -90 to 90').max(90, 'Should be from -90 to 90'),
  lon: numeric.min(-180, 'Should be from -180 to 180').max(180, 'Should be from -180 to 180'),
  address: required(500),
  address_he: optionalText(500).optional(),
}

const officeExtras = {
  type: orUnsaid(required(50)),
  /** Checked by the server against the zones it knows. */
  time_zone: required(64),
  currency: Currency,
  tax_percent: wholeNumber(0, 100),
  open_hours: orBlank(LocalTime),
  close_hours: orBlank(LocalTime),
  ...weekHoursFields,
  capacity: orBlank(wholeNumber(1, 100_000)),
  pictures: Pictures,
  amenities: OfficeAmenities,
  phone_number: optionalText(50),
  email: orBlank(Email),
  wifi_name: optionalText(100),
  /** Null removes it. Left out: unchanged. */
  wifi_password: optionalText(100),
  printer_instructions: optionalText(2000),
  openpath_org_id: optionalText(100),
  openpath_entry_id: optionalText(100),
  pickspace_location_id: optionalText(100),
  pickspace_email: orBlank(Email),
  google_calendar_type: optionalText(50),
  tuya_devices: z.array(required(100)).max(100),
  additional_info: AdditionalInfo,
  hidden: z.boolean(),
  coming_soon: z.boolean(),
  temporarily_closed: z.boolean(),
  hide_from_all_view: z.boolean(),
  free_cancel_hours: wholeNumber(0, 24 * 365),
  free_cancel_minutes_after_booking: wholeNumber(0, 24 * 60),
  late_cancel_refund_percent: wholeNumber(0, 100),
  ...noShowFields,
  unpaid_bookings_allowed: wholeNumber(0, MOST_UNPAID_BOOKINGS),
  cleaning_buffer_minutes: wholeNumber(0, 240),
  rent_type: RentType,
  ...priceFields,
}

export const hoursFields = {
  open_hours: officeExtras.open_hours,
  close_hours: officeExtras.close_hours,
  ...z.object(weekHoursFields).partial().shape,
}

type HoursInput = { open_hours?: string | null | undefined; close_hours?: string | null | undefined }
export const bothOrNone = ({ open_hours, close_hours }: HoursInput) =>
  ((open_hours ?? null) === null) === ((close_hours ?? null) === null)
export const HOURS_TOGETHER = {
  path: ['close_hours'],
  message: 'Enter both an opening and a closing time, or neither if the office is open around the clock.',
}

/** Fields that are left out get defaults. */
export const OfficeForm = z
  .object({ ...officeFields, ...z.object(officeExtras).partial().shape })
  .refine(bothOrNone, HOURS_TOGETHER)
export type OfficeForm = z.infer<typeof OfficeForm>

export const OfficeUpdate = z
  .object({
    ...z.object({ ...officeFields, ...officeExtras }).partial().shape,
    ...keepOrders,
    ...recordChange,
  })
  .refine(bothOrNone, HOURS_TOGETHER)
export type OfficeUpdate = z.infer<typeof OfficeUpdate>

export const MOST_SEATS = 1000

const subOfficeFields = {
  name: required(200),
  name_he: optionalText(200).optional(),
  capacity: z
    .int({ error: emptyOr('Should be a whole number from 1') })
    .min(1, 'Should be a whole number from 1')
    .max(MOST_SEATS, `Should be at most ${MOST_SEATS}`),
  price_per_hour: Rate,
  price_per_day: Rate,
  price_per_week: Rate,
  type: SpaceType,
  rent_type: RentType,
}

const subOfficeExtras = {
  price: orBlank(Rate),
  price_per_month: orBlank(Rate),
  pictures: Pictures,
  amenities: SubOfficeAmenities,
  space_amenities: z.array(required(60)).max(50),
  additional_info: AdditionalInfo,
  pickspace_room_id: optionalText(100),
  google_calendar_id: optionalText(300),
  google_calendar_room_id: optionalText(300),
  outlook_calendar_id: optionalText(300),
  nexudus_resource_id: optionalText(100),
  roo_room_id: optionalText(100),
}

export const SubOfficeForm = z.object({ ...subOfficeFields, ...z.object(subOfficeExtras).partial().shape })
export type SubOfficeForm = z.infer<typeof SubOfficeForm>

export const SubOfficeUpdate = z.object({
  ...z.object({ ...subOfficeFields, ...subOfficeExtras }).partial().shape,
  ...recordChange,
})
export type SubOfficeUpdate = z.infer<typeof SubOfficeUpdate>

/** What deleting an office or a sub-office would do. */
export const Deletion = z
  .object({
    /** Not begun yet; each is cancelled and refunded in full, and its customer gets a mail. */
    coming_orders: z.int(),
    /** In progress: nothing is deleted during a visit. */
    running_orders: z.int(),
    /** By the currency in which orders were paid: the office may have changed its own since. */
    refunds: z.array(z.object({ amount: Cents, currency: Currency })),
    /** When the last of them ends. */
    last_end: Instant.nullable(),
  })
  .meta({ id: 'Deletion' })
export type Deletion = z.infer<typeof Deletion>

/** Without it, a deletion is refused while orders are to come. */
const Willing = z.object({ cancel_orders: z.enum(['true', 'false']).default('false') })

const officeParams = z.object({ id: IdParam })
const spaceParams = z.object({ officeId: IdParam, subOfficeId: IdParam })

export const getAdminOffice = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:id',
  summary: 'One office as in the list, deleted or not',
  params: officeParams,
  reply: AdminOffice,
})

export const addOffice = endpoint({
  method: 'POST',
  path: '/api/admin/offices',
  summary: 'Add an office',
  body: OfficeForm,
  reply: AdminOffice,
  status: 201,
})

export const changeOffice = endpoint({
  method: 'PUT',
  path: '/api/admin/offices/:id',
  summary:
    'Change an office, or restore one by `deleted_at: null`; refused where it would strand an order, or leave one outside the hours without `keep_orders`',
  params: officeParams,
  body: OfficeUpdate,
  reply: AdminOffice,
})

export const previewOfficeDeletion = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:id/deletion',
  summary: 'What would happen to orders if this office were deleted now',
  params: officeParams,
  reply: Deletion,
})

export const deleteOffice = endpoint({
  method: 'DELETE',
  path: '/api/admin/offices/:id',
  summary:
    'Delete an office; it can be restored. Upcoming orders are cancelled with a full refund if `cancel_orders` is set',
  params: officeParams,
  query: Willing,
  reply: AdminOffice,
})

export const duplicateOffice = endpoint({
  method: 'POST',
  path: '/api/admin/offices/:id/duplicate',
  summary:
    'Make a hidden copy of an office with its sub-offices and pictures, without orders, credentials and calendar links',
  params: officeParams,
  reply: AdminOffice,
  status: 201,
})

export const revealWifiPassword = endpoint({
  method: 'POST',
  path: '/api/admin/offices/:id/wifi_password',
  summary: 'The Wi-Fi password of an office; each view is written to the audit log',
  params: officeParams,
  reply: z.object({ wifi_password: z.string().nullable() }),
})

export const addSubOffice = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/sub-offices',
  summary: 'Add a sub-office',
  params: z.object({ officeId: IdParam }),
  body: SubOfficeForm.extend({ office_id: IdField.optional() }),
  reply: SubOffice,
  status: 201,
})

export const changeSubOffice = endpoint({
  method: 'PUT',
  path: '/api/offices/:officeId/sub-offices/:subOfficeId',
  summary: 'Change a sub-office, or restore it by `deleted_at: null`; refused if it strands an order',
  params: spaceParams,
  body: SubOfficeUpdate,
  reply: SubOffice,
})

export const previewSubOfficeDeletion = endpoint({
  method: 'GET',
  path: '/api/offices/:officeId/sub-offices/:subOfficeId/deletion',
  summary: 'What would happen to orders if this sub-office were deleted now',
  params: spaceParams,
  reply: Deletion,
})

export const deleteSubOffice = endpoint({
  method: 'DELETE',
  path: '/api/offices/:officeId/sub-offices/:subOfficeId',
  summary:
    'Delete a sub-office; it can be restored. Upcoming orders are cancelled with a full refund if `cancel_orders` is set',
  params: spaceParams,
  query: Willing,
  reply: SubOffice,
})

export const duplicateSubOffice = endpoint({
  method: 'POST',
  path: '/api/offices/:officeId/sub-offices/:subOfficeId/duplicate',
  summary: 'Copy a sub-office with its pictures, without orders and calendar links',
  params: spaceParams,
  reply: SubOffice,
  status: 201,
})
