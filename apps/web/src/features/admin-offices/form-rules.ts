import { type AdminOffice, OfficeForm, SubOfficeForm } from '@keyhour/contract/admin-offices'
import type { FieldError } from '@keyhour/contract/errors'
import type { NoShowRefund } from '@keyhour/contract/no-shows'
import type { Holiday, WeekdayHours } from '@keyhour/contract/office-clock'
import type { RentType, SpaceType, SubOffice } from '@keyhour/contract/offices'
import { pictureAddress, pictureAt } from '@keyhour/contract/picture-address'
import type { Currency } from '@keyhour/contract/primitives'

/** Only a picture that has not been uploaded has `data`. */
export type DraftPicture = { id: string; name: string; preview: string; data: string | null }
export type InfoRow = { id: string; key: string; value: string }

const NEW_OFFICE = {
  name: '',
  name_he: '',
  type: 'office',
  address: '',
  address_he: '',
  lat: '',
  lon: '',
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS' as Currency,
  tax_percent: '18',
  capacity: '',
  phone_number: '',
  email: '',
  around_the_clock: false,
  open_hours: '08:00',
  close_hours: '20:00',
  week_hours: [] as WeekdayHours[],
  holidays: [] as Holiday[],
  amenities: { wifi: false, printer: false, parking: false, kitchen: false } as AdminOffice['amenities'],
  wifi_name: '',
  /** Null keeps the stored password. */
  wifi_password: '' as string | null,
  printer_instructions: '',
  hidden: false,
  coming_soon: false,
  temporarily_closed: false,
  hide_from_all_view: false,
  free_cancel_hours: '24',
  free_cancel_minutes_after_booking: '15',
  late_cancel_refund_percent: '50',
  no_show_minutes: '',
  no_show_refund: 'late_cancel' as NoShowRefund,
  unpaid_bookings_allowed: '1',
  cleaning_buffer_minutes: '0',
  rent_type: 'hour' as RentType,
  price_per_hour: '',
  price_per_day: '',
  price_per_week: '',
  price_per_month: '',
  pickspace_location_id: '',
  pickspace_email: '',
  openpath_org_id: '',
  openpath_entry_id: '',
  google_calendar_type: '',
  tuya_devices: [] as string[],
  additional_info: [] as InfoRow[],
  pictures: [] as DraftPicture[],
}

const NEW_SUB_OFFICE = {
  name: '',
  name_he: '',
  type: 'office' as SpaceType,
  rent_type: 'hour' as RentType,
  capacity: '',
  price_per_hour: '',
  price_per_day: '',
  price_per_week: '',
  price_per_month: '',
  price: '',
  amenities: { screen: false } as SubOffice['amenities'],
  space_amenities: [] as string[],
  additional_info: [] as InfoRow[],
  pickspace_room_id: '',
  google_calendar_id: '',
  google_calendar_room_id: '',
  outlook_calendar_id: '',
  nexudus_resource_id: '',
  roo_room_id: '',
  pictures: [] as DraftPicture[],
}

/** Numbers are text, as typed. */
export type OfficeDraft = typeof NEW_OFFICE
export type SubOfficeDraft = typeof NEW_SUB_OFFICE

/** Required for a sub-office; an office is rented whole for those that are set. */
export const REQUIRED_RATES = ['price_per_hour', 'price_per_day', 'price_per_week'] as const

/** In the order of the form. */
export const OFFICE_PARTS = {
  place: [
    'name',
    'name_he',
    'address',
    'address_he',
    'lat',
    'lon',
    'type',
    'capacity',
    'time_zone',
    'currency',
    'phone_number',
    'email',
  ],
  pictures: ['pictures'],
  hours: ['open_hours', 'close_hours', 'week_hours', 'holidays'],
  amenities: ['amenities'],
  wifi: ['wifi_name', 'wifi_password', 'printer_instructions'],
  visibility: ['hidden', 'hide_from_all_view', 'coming_soon', 'temporarily_closed'],
  booking: [
    'free_cancel_hours',
    'free_cancel_minutes_after_booking',
    'late_cancel_refund_percent',
    'tax_percent',
    'unpaid_bookings_allowed',
    'cleaning_buffer_minutes',
  ],
  noShows: ['no_show_minutes', 'no_show_refund'],
  prices: ['rent_type', ...REQUIRED_RATES, 'price_per_month'],
  integrations: [
    'pickspace_location_id',
    'pickspace_email',
    'openpath_org_id',
    'openpath_entry_id',
    'google_calendar_type',
    'tuya_devices',
  ],
  info: ['additional_info'],
} as const satisfies Record<string, readonly (keyof OfficeDraft)[]>

export const SUB_OFFICE_PARTS = {
  space: ['name', 'name_he', 'type', 'rent_type', 'capacity'],
  spacePrices: [...REQUIRED_RATES, 'price_per_month', 'price'],
  pictures: ['pictures'],
  amenities: ['amenities', 'space_amenities'],
  links: [
    'pickspace_room_id',
    'google_calendar_id',
    'google_calendar_room_id',
    'outlook_calendar_id',
    'nexudus_resource_id',
    'roo_room_id',
  ],
  info: ['additional_info'],
} as const satisfies Record<string, readonly (keyof SubOfficeDraft)[]>

const storedPicture = (folder: 'office' | 'sub_office', file: string): DraftPicture => ({
  id: file,
  name: file,
  preview: pictureAt(pictureAddress(folder, file), 320),
  data: null,
})

/** Numbers become text, prices in whole units: 4990 → 49.9. Missing values become those of an empty form. */
function typedValue(field: string, value: unknown, empty: unknown): unknown {
  if (value === null || value === undefined) return typeof empty === 'string' ? '' : empty
  if (typeof value !== 'number') return value
  return String(field.startsWith('price') ? value / 100 : value)
}

type Stored = { pictures: string[]; additional_info: Record<string, string> | null }

function draftOf<Draft extends object>(empty: Draft, stored: Stored, folder: 'office' | 'sub_office'): Draft {
  const values = stored as unknown as Record<string, unknown>
  const fields = Object.entries(empty).map(([field, value]) => [
    field,
    typedValue(field, values[field], value),
  ])
  return {
    ...Object.fromEntries(fields),
    pictures: stored.pictures.map((file) => storedPicture(folder, file)),
    additional_info: Object.entries(stored.additional_info ?? {}).map(([key, value]) => ({
      id: key,
      key,
      value,
    })),
  }
}

export function officeDraftOf(office: AdminOffice | null): OfficeDraft {
  if (office === null) return NEW_OFFICE
  const draft = draftOf(NEW_OFFICE, office, 'office')
  return {
    ...draft,
    around_the_clock: office.open_hours === null,
    open_hours: office.open_hours ?? NEW_OFFICE.open_hours,
    close_hours: office.close_hours ?? NEW_OFFICE.close_hours,
    wifi_password: office.wifi_password ? null : '',
    // A price of 0 means that the office is not offered for this period.
    price_per_hour: office.price_per_hour === 0 ? '' : draft.price_per_hour,
    price_per_day: office.price_per_day === 0 ? '' : draft.price_per_day,
    price_per_week: office.price_per_week === 0 ? '' : draft.price_per_week,
  }
}

export const subOfficeDraftOf = (space: SubOffice | null): SubOfficeDraft =>
  space === null ? NEW_SUB_OFFICE : draftOf(NEW_SUB_OFFICE, space, 'sub_office')

/** Undefined for an empty field, NaN if it is not a number. Accepts a decimal comma. */
export const numberIn = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text.trim().replace(',', '.'))

const textOrNone = (text: string): string | null => text.trim() || null
const numberOrNone = (text: string): number | null => numberIn(text) ?? null
const numberOrZero = (text: string): number => numberIn(text) ?? 0
const namesOf = (pictures: DraftPicture[]): string[] => pictures.map(({ data, name }) => data ?? name)

/** Drops rows without a key; null if none are left. */
export function infoOf(rows: InfoRow[]): Record<string, string> | null {
  const kept = rows.filter(({ key }) => key.trim() !== '')
  return kept.length > 0 ? Object.fromEntries(kept.map(({ key, value }) => [key.trim(), value])) : null
}

const REPEATED_KEY = 'Each key can be used only once'

/** Only one of several rows with the same key could be stored. */
function repeatedKeys(rows: InfoRow[]): FieldError[] {
  const keys = rows.map(({ key }) => key.trim()).filter((key) => key !== '')
  const repeated = new Set(keys.filter((key, at) => keys.indexOf(key) !== at))
  return [...repeated].map((input) => ({ loc: ['body', 'additional_info'], msg: REPEATED_KEY, input }))
}

function officeBodyOf(draft: OfficeDraft) {
  const { around_the_clock, wifi_password, ...rest } = draft
  return {
    ...rest,
    lat: numberIn(draft.lat),
    lon: numberIn(draft.lon),
    capacity: numberOrNone(draft.capacity),
    phone_number: textOrNone(draft.phone_number),
    email: textOrNone(draft.email),
    open_hours: around_the_clock ? null : textOrNone(draft.open_hours),
    close_hours: around_the_clock ? null : textOrNone(draft.close_hours),
    ...(wifi_password !== null && { wifi_password: textOrNone(wifi_password) }),
    ...Object.fromEntries(OFFICE_PARTS.booking.map((rule) => [rule, numberIn(draft[rule]) ?? Number.NaN])),
    no_show_minutes: numberOrNone(draft.no_show_minutes),
    price_per_hour: numberOrZero(draft.price_per_hour),
    price_per_day: numberOrZero(draft.price_per_day),
    price_per_week: numberOrZero(draft.price_per_week),
    price_per_month: numberOrNone(draft.price_per_month),
    pickspace_email: textOrNone(draft.pickspace_email),
    additional_info: infoOf(draft.additional_info),
    pictures: namesOf(draft.pictures),
  }
}

const subOfficeBodyOf = (draft: SubOfficeDraft) => ({
  ...draft,
  capacity: numberIn(draft.capacity),
  price_per_hour: numberIn(draft.price_per_hour),
  price_per_day: numberIn(draft.price_per_day),
  price_per_week: numberIn(draft.price_per_week),
  price_per_month: numberOrNone(draft.price_per_month),
  price: numberOrNone(draft.price),
  additional_info: infoOf(draft.additional_info),
  pictures: namesOf(draft.pictures),
})

export type Checked<Body> = { body: Body; problems: null } | { body: null; problems: FieldError[] }

type Issue = { path: PropertyKey[]; message: string; input?: unknown }
type Parsed<Body> = { success: true; data: Body } | { success: false; error: { issues: Issue[] } }

/** Problems have the wording and shape that the server uses. */
function checked<Body>(parsed: Parsed<Body>, more: FieldError[]): Checked<Body> {
  if (parsed.success && more.length === 0) return { body: parsed.data, problems: null }
  const found = parsed.success ? [] : parsed.error.issues.map(fieldError)
  return { body: null, problems: [...found, ...more] }
}

const SECRET = /password/

/** A problem of several fields carries the whole object; show the value of the field it is reported at. */
const sentAt = (path: PropertyKey[], input: unknown): unknown =>
  typeof input === 'object' && input !== null
    ? (input as Record<PropertyKey, unknown>)[path.at(-1) ?? '']
    : input

function fieldError({ path, message, input: given }: Issue): FieldError {
  const input = sentAt(path, given)
  const isPlain = ['string', 'number', 'boolean'].includes(typeof input) && !Number.isNaN(input)
  const isPublic = !SECRET.test(path.join('.'))
  return { loc: ['body', ...path.map(String)], msg: message, ...(isPlain && isPublic && { input }) }
}

const REPORTED = { reportInput: true }

export const checkOffice = (draft: OfficeDraft): Checked<OfficeForm> =>
  checked(OfficeForm.safeParse(officeBodyOf(draft), REPORTED), repeatedKeys(draft.additional_info))

export const checkSubOffice = (draft: SubOfficeDraft): Checked<SubOfficeForm> =>
  checked(SubOfficeForm.safeParse(subOfficeBodyOf(draft), REPORTED), repeatedKeys(draft.additional_info))

export const fieldOf = ({ loc }: FieldError): string => loc[1] ?? ''

/** price_per_hour → Price_per_hour */
export const capitalised = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1)

const MOST_SHOWN = 80

/** Shortened; only the type of a picture. */
export function shownInput(input: unknown): string | null {
  if (input === undefined || input === null || input === '') return null
  const text = typeof input === 'object' ? JSON.stringify(input) : String(input)
  const [, kind] = /^(data:[^;,]{0,40})/.exec(text) ?? []
  if (kind !== undefined) return `${kind}…`
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

/** Keeps the first message of each field. */
export function errorsOf(problems: FieldError[]): Record<string, string> {
  return Object.fromEntries(problems.toReversed().map((problem) => [fieldOf(problem), problem.msg]))
}

type Parts = Record<string, readonly string[]>

export function placesOf(parts: Parts, fields: string[]): { opened: string[]; first: string | undefined } {
  const bad = new Set(fields)
  return {
    opened: Object.keys(parts).filter((part) => parts[part]?.some((field) => bad.has(field))),
    first: Object.values(parts)
      .flat()
      .find((field) => bad.has(field)),
  }
}

export type Nightfall = 'same day' | 'next day' | 'all day'

export function nightfall(open: string, close: string): Nightfall {
  if (close === open) return 'all day'
  return close < open ? 'next day' : 'same day'
}

/** Six decimals are exact to about ten centimetres. */
export const coordinate = (degrees: number): string => String(Math.round(degrees * 1e6) / 1e6)

/** Null while the fields hold no valid coordinates. */
export function pinOf({ lat, lon }: Pick<OfficeDraft, 'lat' | 'lon'>): [lat: number, lon: number] | null {
  const [north, east] = [numberIn(lat) ?? Number.NaN, numberIn(lon) ?? Number.NaN]
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? [north, east] : null
}
