import type { OfficeAmenities, RentType, SpaceType, SubOfficeAmenities } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { sql } from 'drizzle-orm'
import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import type { z } from 'zod'
import { id, instant, instantRange, ownId, stamp, transactionId } from '#server/db/columns.ts'

export const offices = pgTable('offices', {
  id: ownId().primaryKey(),
  name: text('name').notNull(),
  name_he: text('name_he'),
  type: text('type').notNull().default('Office'),
  lat: doublePrecision('lat').notNull(),
  lon: doublePrecision('lon').notNull(),
  address: text('address').notNull(),
  address_he: text('address_he'),
  time_zone: text('time_zone').notNull().default('Asia/Jerusalem'),
  currency: text('currency').$type<Currency>().notNull().default('ILS'),
  open_hours: text('open_hours'),
  close_hours: text('close_hours'),
  capacity: integer('capacity'),
  pictures: text('pictures').array().notNull().default([]),
  amenities: jsonb('amenities')
    .$type<z.infer<typeof OfficeAmenities>>()
    .notNull()
    .default({ wifi: false, printer: false, parking: false, kitchen: false }),
  phone_number: text('phone_number'),
  email: text('email'),
  wifi_name: text('wifi_name'),
  wifi_password_sealed: text('wifi_password_sealed'),
  printer_instructions: text('printer_instructions'),
  openpath_org_id: text('openpath_org_id'),
  openpath_entry_id: text('openpath_entry_id'),
  pickspace_location_id: text('pickspace_location_id'),
  pickspace_email: text('pickspace_email'),
  google_calendar_type: text('google_calendar_type'),
  tuya_devices: text('tuya_devices').array().notNull().default([]),
  additional_info: jsonb('additional_info').$type<Record<string, string>>(),
  hidden: boolean('hidden').notNull().default(false),
  coming_soon: boolean('coming_soon').notNull().default(false),
  temporarily_closed: boolean('temporarily_closed').notNull().default(false),
  hide_from_all_view: boolean('hide_from_all_view').notNull().default(false),
  free_cancel_hours: integer('free_cancel_hours').notNull().default(24),
  free_cancel_minutes_after_booking: integer('free_cancel_minutes_after_booking').notNull().default(15),
  late_cancel_refund_percent: integer('late_cancel_refund_percent').notNull().default(50),
  cleaning_buffer_minutes: integer('cleaning_buffer_minutes').notNull().default(0),
  /** Of an office that is rented whole; in minor units. */
  rent_type: text('rent_type').$type<RentType>().notNull().default('hour'),
  price_per_hour: integer('price_per_hour').notNull().default(0),
  price_per_day: integer('price_per_day').notNull().default(0),
  price_per_week: integer('price_per_week').notNull().default(0),
  price_per_month: integer('price_per_month'),
  /** What a search over all columns looks through; PostgreSQL writes it. */
  words: text('words').notNull().generatedAlwaysAs(sql``),
  createdAt: stamp('created_at'),
  deleted_at: instant('deleted_at'),
  version: integer('version').notNull().default(1),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
})

export type OfficeRole = 'member' | 'manager' | 'owner'

export const officeMembers = pgTable(
  'office_members',
  {
    office_id: id('office_id').notNull(),
    user_id: id('user_id').notNull(),
    role: text('role').$type<OfficeRole>().notNull(),
    created_at: stamp('created_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.user_id, table.role] })],
)

/** Prices are in minor units of the office's currency. */
export const subOffices = pgTable(
  'sub_offices',
  {
    id: ownId(),
    office_id: id('office_id').notNull(),
    name: text('name').notNull(),
    name_he: text('name_he'),
    type: text('type').$type<SpaceType>().notNull().default('office'),
    rent_type: text('rent_type').$type<RentType>().notNull().default('hour'),
    capacity: integer('capacity').notNull(),
    pictures: text('pictures').array().notNull().default([]),
    price: integer('price'),
    price_per_hour: integer('price_per_hour').notNull(),
    price_per_day: integer('price_per_day').notNull(),
    price_per_week: integer('price_per_week').notNull(),
    price_per_month: integer('price_per_month'),
    amenities: jsonb('amenities')
      .$type<z.infer<typeof SubOfficeAmenities>>()
      .notNull()
      .default({ screen: false }),
    space_amenities: text('space_amenities').array().notNull().default([]),
    additional_info: jsonb('additional_info').$type<Record<string, string>>(),
    pickspace_room_id: text('pickspace_room_id'),
    google_calendar_id: text('google_calendar_id'),
    google_calendar_room_id: text('google_calendar_room_id'),
    outlook_calendar_id: text('outlook_calendar_id'),
    nexudus_resource_id: text('nexudus_resource_id'),
    roo_room_id: text('roo_room_id'),
    created_at: stamp('created_at'),
    deleted_at: instant('deleted_at'),
    version: integer('version').notNull().default(1),
    updated_at: stamp('updated_at'),
    updated_by: id('updated_by'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

export const units = pgTable(
  'units',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    sub_office_id: id('sub_office_id'),
    number: integer('number').notNull().default(1),
    retired_at: instant('retired_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

/** Which transaction last changed an office, its sub-offices or their units; PostgreSQL writes it. */
export const officeChanges = pgTable('office_changes', {
  office_id: id('office_id').primaryKey(),
  changed_in: transactionId('changed_in').notNull(),
})

export const closures = pgTable(
  'closures',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    sub_office_id: id('sub_office_id'),
    during: instantRange('during').notNull(),
    reason: text('reason').notNull(),
    created_by: id('created_by'),
    created_at: stamp('created_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

export type Provider = 'google' | 'outlook' | 'pickspace' | 'nexudus' | 'roo' | 'openpath' | 'tuya'

export const integrations = pgTable(
  'integrations',
  {
    office_id: id('office_id').notNull(),
    provider: text('provider').$type<Provider>().notNull(),
    settings: jsonb('settings').$type<Record<string, unknown>>().notNull().default({}),
    credentials_sealed: text('credentials_sealed'),
    state: text('state').$type<'connected' | 'failing' | 'disconnected'>().notNull().default('connected'),
    failure: text('failure'),
    connected_by: id('connected_by'),
    connected_at: stamp('connected_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.provider] })],
)
