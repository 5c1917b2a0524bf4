import { type AdminOffice, OfficeForm, SubOfficeForm } from '@keyhour/contract/admin-offices'
import type { FieldError } from '@keyhour/contract/errors'
import type { RentType, SpaceType, SubOffice } from '@keyhour/contract/offices'
import { pictureAddress, pictureAt } from '@keyhour/contract/picture-address'
import type { Currency } from '@keyhour/contract/primitives'
import type { z } from 'zod'

/** A picture in the form: one that is stored under its name, or a new one that is still here. */
export type Picture = { id: string; name: string; preview: string; data: string | null }
export type InfoRow = { id: string; key: string; value: string }

/** What stands in the form of an office: numbers as they are typed. */
export type OfficeDraft = {
  name: string
  type: string
  address: string
  lat: string
  lon: string
  time_zone: string
  currency: Currency
  capacity: string
  phone_number: string
  email: string
  around_the_clock: boolean
  open_hours: string
  close_hours: string
  amenities: AdminOffice['amenities']
  wifi_name: string
  /** Null: as it is. */
  wifi_password: string | null
  printer_instructions: string
  hidden: boolean
  coming_soon: boolean
  temporarily_closed: boolean
  hide_from_all_view: boolean
  free_cancel_hours: string
  free_cancel_minutes_after_booking: string
  late_cancel_refund_percent: string
  cleaning_buffer_minutes: string
  rent_type: RentType
  price_per_hour: string
  price_per_day: string
  price_per_week: string
  price_per_month: string
  pickspace_location_id: string
  pickspace_email: string
  openpath_org_id: string
  openpath_entry_id: string
  google_calendar_type: string
  tuya_devices: string[]
  additional_info: InfoRow[]
  pictures: Picture[]
}

export type SubOfficeDraft = {
  name: string
  type: SpaceType
  rent_type: RentType
  capacity: string
  price_per_hour: string
  price_per_day: string
  price_per_week: string
  price_per_month: string
  price: string
  amenities: SubOffice['amenities']
  space_amenities: string[]
  pickspace_room_id: string
  google_calendar_id: string
  google_calendar_room_id: string
  outlook_calendar_id: string
  nexudus_resource_id: string
  roo_room_id: string
  pictures: Picture[]
}

/** Where each field stands; what the server says of a field opens its part. */
export const OFFICE_PARTS = {
  place: [
    'name',
    'address',
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
  hours: ['open_hours', 'close_hours'],
  amenities: ['amenities'],
  wifi: ['wifi_name', 'wifi_password', 'printer_instructions'],
  visibility: ['hidden', 'coming_soon', 'temporarily_closed', 'hide_from_all_view'],
  booking: [
    'free_cancel_hours',
    'free_cancel_minutes_after_booking',
    'late_cancel_refund_percent',
    'cleaning_buffer_minutes',
  ],
  prices: ['rent_type', 'price_per_hour', 'price_per_day', 'price_per_week', 'price_per_month'],
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
  space: ['name', 'type', 'rent_type', 'capacity'],
  prices: ['price_per_hour', 'price_per_day', 'price_per_week', 'price_per_month', 'price'],
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
} as const satisfies Record<string, readonly (keyof SubOfficeDraft)[]>

/** 4990 → 49.9 */
const major = (minor: number | null): string => (minor === null ? '' : String(minor / 100))

type Folder = 'office' | 'sub_office'
const storedPicture = (folder: Folder, file: string): Picture => ({
  id: file,
  name: file,
  preview: pictureAt(pictureAddress(folder, file), 320),
  data: null,
})

/** What is not there is an empty field. */
const written = (value: string | number | null | undefined): string => String(value ?? '')

const NEW_OFFICE: OfficeDraft = {
  name: '',
  type: 'office',
  address: '',
  lat: '',
  lon: '',
  time_zone: 'Asia/Jerusalem',
  currency: 'ILS',
  capacity: '',
  phone_number: '',
  email: '',
  around_the_clock: false,
  open_hours: '08:00',
  close_hours: '20:00',
  amenities: { wifi: false, printer: false, parking: false, kitchen: false },
  wifi_name: '',
  wifi_password: '',
  printer_instructions: '',
  hidden: false,
  coming_soon: false,
  temporarily_closed: false,
  hide_from_all_view: false,
  free_cancel_hours: '24',
  free_cancel_minutes_after_booking: '15',
  late_cancel_refund_percent: '50',
  cleaning_buffer_minutes: '0',
  rent_type: 'hour',
  price_per_hour: '',
  price_per_day: '',
  price_per_week: '',
  price_per_month: '',
  pickspace_location_id: '',
  pickspace_email: '',
  openpath_org_id: '',
  openpath_entry_id: '',
  google_calendar_type: '',
  tuya_devices: [],
  additional_info: [],
  pictures: [],
}

export const officeDraftOf = (office: AdminOffice | null): OfficeDraft =>
  office === null ? NEW_OFFICE : draftOfOffice(office)

const draftOfOffice = (office: AdminOffice): OfficeDraft => ({
  name: office.name,
  type: office.type,
  address: office.address,
  lat: written(office.lat),
  lon: written(office.lon),
  time_zone: office.time_zone,
  currency: office.currency,
  capacity: written(office.capacity),
  phone_number: written(office.phone_number),
  email: written(office.email),
  around_the_clock: office.open_hours === null,
  open_hours: office.open_hours ?? NEW_OFFICE.open_hours,
  close_hours: office.close_hours ?? NEW_OFFICE.close_hours,
  amenities: office.amenities,
  wifi_name: written(office.wifi_name),
  wifi_password: office.wifi_password ? null : '',
  printer_instructions: written(office.printer_instructions),
  hidden: office.hidden,
  coming_soon: office.coming_soon,
  temporarily_closed: office.temporarily_closed,
  hide_from_all_view: office.hide_from_all_view,
  free_cancel_hours: written(office.free_cancel_hours),
  free_cancel_minutes_after_booking: written(office.free_cancel_minutes_after_booking),
  late_cancel_refund_percent: written(office.late_cancel_refund_percent),
  cleaning_buffer_minutes: written(office.cleaning_buffer_minutes),
  rent_type: office.rent_type,
  price_per_hour: major(office.price_per_hour || null),
  price_per_day: major(office.price_per_day || null),
  price_per_week: major(office.price_per_week || null),
  price_per_month: major(office.price_per_month),
  pickspace_location_id: written(office.pickspace_location_id),
  pickspace_email: written(office.pickspace_email),
  openpath_org_id: written(office.openpath_org_id),
  openpath_entry_id: written(office.openpath_entry_id),
  google_calendar_type: written(office.google_calendar_type),
  tuya_devices: office.tuya_devices ?? [],
  additional_info: Object.entries(office.additional_info ?? {}).map(([key, value]) => ({
    id: key,
    key,
    value,
  })),
  pictures: office.pictures.map((file) => storedPicture('office', file)),
})

const NEW_SUB_OFFICE: SubOfficeDraft = {
  name: '',
  type: 'office',
  rent_type: 'hour',
  capacity: '',
  price_per_hour: '',
  price_per_day: '',
  price_per_week: '',
  price_per_month: '',
  price: '',
  amenities: { screen: false },
  space_amenities: [],
  pickspace_room_id: '',
  google_calendar_id: '',
  google_calendar_room_id: '',
  outlook_calendar_id: '',
  nexudus_resource_id: '',
  roo_room_id: '',
  pictures: [],
}

export const subOfficeDraftOf = (space: SubOffice | null): SubOfficeDraft =>
  space === null ? NEW_SUB_OFFICE : draftOfSpace(space)

const draftOfSpace = (space: SubOffice): SubOfficeDraft => ({
  name: space.name,
  type: space.type,
  rent_type: space.rent_type,
  capacity: written(space.capacity),
  price_per_hour: major(space.price_per_hour),
  price_per_day: major(space.price_per_day),
  price_per_week: major(space.price_per_week),
  price_per_month: major(space.price_per_month),
  price: major(space.price),
  amenities: space.amenities,
  space_amenities: space.space_amenities,
  pickspace_room_id: written(space.pickspace_room_id),
  google_calendar_id: written(space.google_calendar_id),
  google_calendar_room_id: written(space.google_calendar_room_id),
  outlook_calendar_id: written(space.outlook_calendar_id),
  nexudus_resource_id: written(space.nexudus_resource_id),
  roo_room_id: written(space.roo_room_id),
  pictures: space.pictures.map((file) => storedPicture('sub_office', file)),
})

/** Undefined for an empty field, NaN for what is no number; a comma may stand for the point. */
export const numberIn = (text: string): number | undefined =>
  text.trim() === '' ? undefined : Number(text.trim().replace(',', '.'))

const textOrNone = (text: string): string | null => text.trim() || null
const numberOrNone = (text: string): number | null => numberIn(text) ?? null
/** A price that is not given is not asked. */
const numberOrZero = (text: string): number => numberIn(text) ?? 0
const namesOf = (pictures: Picture[]): string[] => pictures.map(({ data, name }) => data ?? name)

/** A line counts only with a key; without lines there is no additional info. */
export function infoOf(rows: InfoRow[]): Record<string, string> | null {
  const kept = rows.filter(({ key }) => key.trim() !== '')
  return kept.length > 0 ? Object.fromEntries(kept.map(({ key, value }) => [key.trim(), value])) : null
}

/** The keys that stand in more than one line: of such lines only one could be kept. */
function repeatedKeys(rows: InfoRow[]): string[] {
  const keys = rows.map(({ key }) => key.trim()).filter((key) => key !== '')
  return [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))]
}

/** As it travels. */
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
    free_cancel_hours: numberIn(draft.free_cancel_hours) ?? Number.NaN,
    free_cancel_minutes_after_booking: numberIn(draft.free_cancel_minutes_after_booking) ?? Number.NaN,
    late_cancel_refund_percent: numberIn(draft.late_cancel_refund_percent) ?? Number.NaN,
    cleaning_buffer_minutes: numberIn(draft.cleaning_buffer_minutes) ?? Number.NaN,
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
  pictures: namesOf(draft.pictures),
})

export type Checked<Body> = { body: Body; problems: null } | { body: null; problems: FieldError[] }

/** What can be told without the server, in the words and the shape in which the server would say it. */
function check<S extends z.ZodType>(schema: S, body: unknown, more: FieldError[] = []): Checked<z.output<S>> {
  const result = schema.safeParse(body, { reportInput: true })
  const found = result.success ? [] : result.error.issues.map(fieldError)
  const problems = [...found, ...more]
  return result.success && problems.length === 0
    ? { body: result.data, problems: null }
    : { body: null, problems }
}

const SECRET = /password/

/** What is wrong with several fields together is told at one of them, with what stands there. */
const sentAt = (path: PropertyKey[], input: unknown): unknown =>
  typeof input === 'object' && input !== null
    ? (input as Record<PropertyKey, unknown>)[path.at(-1) ?? '']
    : input

function fieldError({ path, message, input: given }: z.core.$ZodIssue): FieldError {
  const input = sentAt(path, given)
  const isPlain = ['string', 'number', 'boolean'].includes(typeof input) && !Number.isNaN(input)
  const isPublic = !SECRET.test(path.join('.'))
  return { loc: ['body', ...path.map(String)], msg: message, ...(isPlain && isPublic && { input }) }
}

const REPEATED_KEY = 'Each key can stand here only once'

export const checkOffice = (draft: OfficeDraft): Checked<OfficeForm> =>
  check(
    OfficeForm,
    officeBodyOf(draft),
    repeatedKeys(draft.additional_info).map((input) => ({
      loc: ['body', 'additional_info'],
      msg: REPEATED_KEY,
      input,
    })),
  )

export const checkSubOffice = (draft: SubOfficeDraft): Checked<SubOfficeForm> =>
  check(SubOfficeForm, subOfficeBodyOf(draft))

export const fieldOf = ({ loc }: FieldError): string => loc[1] ?? ''

/** price_per_hour → Price_per_hour */
export const capitalised = (field: string): string => field.charAt(0).toUpperCase() + field.slice(1)

const MOST_SHOWN = 80

/** What was sent, as far as it helps to see it: of a picture only what it says it is. */
export function shownInput(input: unknown): string | null {
  if (input === undefined || input === null || input === '') return null
  const text = typeof input === 'object' ? JSON.stringify(input) : String(input)
  const [, kind] = /^(data:[^;,]{0,40})/.exec(text) ?? []
  if (kind !== undefined) return `${kind}…`
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}

/** The first message of each field. */
export function errorsOf(problems: FieldError[]): Record<string, string> {
  return Object.fromEntries(problems.toReversed().map((problem) => [fieldOf(problem), problem.msg]))
}

type Parts = Record<string, readonly string[]>

/** The parts that hold these fields, and of the fields the one that stands first. */
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

/** When an office closes that opens and closes at these times. */
export function nightfall(open: string, close: string): Nightfall {
  if (close === open) return 'all day'
  return close < open ? 'next day' : 'same day'
}

/** So many decimals are exact to a hand's breadth. */
export const coordinate = (degrees: number): string => String(Math.round(degrees * 1e6) / 1e6)

/** The place that the number fields name, if they do. */
export function pinOf({ lat, lon }: Pick<OfficeDraft, 'lat' | 'lon'>): [lat: number, lon: number] | null {
  const [north, east] = [numberIn(lat) ?? Number.NaN, numberIn(lon) ?? Number.NaN]
  return Math.abs(north) <= 90 && Math.abs(east) <= 180 ? [north, east] : null
}

/** A closure as it is typed; the id is a text, as choices are, and empty for the whole office. */
export type ClosureDraft = {
  sub_office_id: string
  date: string
  end_date: string
  whole_days: boolean
  start: string
  end: string
  reason: string
}

export const closureOf = ({
  sub_office_id,
  date,
  end_date,
  whole_days,
  start,
  end,
  reason,
}: ClosureDraft) => ({
  sub_office_id: sub_office_id === '' ? null : Number(sub_office_id),
  date,
  ...(end_date && end_date !== date && { end_date }),
  ...(!whole_days && { start, end }),
  reason,
})
