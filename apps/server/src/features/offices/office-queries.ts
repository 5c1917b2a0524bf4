import { type AdminOffice, type IntegrationState, MASKED_PASSWORD } from '@keyhour/contract/admin-offices'
import type { MyOffice, Office, SubOffice } from '@keyhour/contract/offices'
import { pictureAddress } from '@keyhour/contract/picture-address'
import { and, asc, eq, inArray, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { devices } from '#server/db/schema/access.ts'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import {
  integrations,
  type OfficeRole,
  officeMembers,
  offices,
  type Provider,
  subOffices,
} from '#server/db/schema/offices.ts'
import { orders } from '#server/db/schema/orders.ts'

const STAFF: OfficeRole[] = ['manager', 'owner']

const publicOffice = {
  id: offices.id,
  name: offices.name,
  name_he: offices.name_he,
  type: offices.type,
  lat: offices.lat,
  lon: offices.lon,
  pictures: offices.pictures,
  open_hours: offices.open_hours,
  close_hours: offices.close_hours,
  week_hours: offices.week_hours,
  holidays: offices.holidays,
  time_zone: offices.time_zone,
  currency: offices.currency,
  tax_percent: offices.tax_percent,
  address: offices.address,
  address_he: offices.address_he,
  capacity: offices.capacity,
  amenities: offices.amenities,
  phone_number: offices.phone_number,
  email: offices.email,
  additional_info: offices.additional_info,
  hidden: offices.hidden,
  coming_soon: offices.coming_soon,
  temporarily_closed: offices.temporarily_closed,
  hide_from_all_view: offices.hide_from_all_view,
  createdAt: offices.createdAt,
  deleted_at: offices.deleted_at,
  version: offices.version,
}

const adminOffice = {
  ...publicOffice,
  wifi_name: offices.wifi_name,
  wifi_password: sql<
    string | null
  >`case when ${offices.wifi_password_sealed} is not null then ${MASKED_PASSWORD} end`,
  printer_instructions: offices.printer_instructions,
  openpath_org_id: offices.openpath_org_id,
  openpath_entry_id: offices.openpath_entry_id,
  pickspace_location_id: offices.pickspace_location_id,
  pickspace_email: offices.pickspace_email,
  google_calendar_type: offices.google_calendar_type,
  tuya_devices: offices.tuya_devices,
  free_cancel_hours: offices.free_cancel_hours,
  free_cancel_minutes_after_booking: offices.free_cancel_minutes_after_booking,
  late_cancel_refund_percent: offices.late_cancel_refund_percent,
  no_show_minutes: offices.no_show_minutes,
  no_show_refund: offices.no_show_refund,
  unpaid_bookings_allowed: offices.unpaid_bookings_allowed,
  cleaning_buffer_minutes: offices.cleaning_buffer_minutes,
  rent_type: offices.rent_type,
  price_per_hour: offices.price_per_hour,
  price_per_day: offices.price_per_day,
  price_per_week: offices.price_per_week,
  price_per_month: offices.price_per_month,
}

const publicSubOffice = {
  id: subOffices.id,
  office_id: subOffices.office_id,
  name: subOffices.name,
  name_he: subOffices.name_he,
  capacity: subOffices.capacity,
  pictures: subOffices.pictures,
  price: subOffices.price,
  price_per_hour: subOffices.price_per_hour,
  price_per_day: subOffices.price_per_day,
  price_per_week: subOffices.price_per_week,
  price_per_month: subOffices.price_per_month,
  amenities: subOffices.amenities,
  space_amenities: subOffices.space_amenities,
  additional_info: subOffices.additional_info,
  type: subOffices.type,
  rent_type: subOffices.rent_type,
  deleted_at: subOffices.deleted_at,
  version: subOffices.version,
}

const adminSubOffice = {
  ...publicSubOffice,
  pickspace_room_id: subOffices.pickspace_room_id,
  google_calendar_id: subOffices.google_calendar_id,
  google_calendar_room_id: subOffices.google_calendar_room_id,
  outlook_calendar_id: subOffices.outlook_calendar_id,
  nexudus_resource_id: subOffices.nexudus_resource_id,
  roo_room_id: subOffices.roo_room_id,
}

const byName = [asc(offices.name), asc(offices.id)]

export const isListed = and(eq(offices.hidden, false), eq(offices.hide_from_all_view, false))

export const listPublicOffices = (db: Db): Promise<Office[]> => listOffices(db, isListed)

/** Null: not signed in. */
export type OfficeReader = { id: number; admin: boolean } | null

/**
 * A hidden office exists only for admins, its members, and customers with an order there. Being left out of lists makes
 * no difference here.
 */
function isKnownTo(reader: OfficeReader): SQL | undefined {
  if (reader?.admin) return undefined
  const isShown = eq(offices.hidden, false)
  return reader ? or(isShown, hasMember(reader.id), hasGuest(reader.id)) : isShown
}

export async function findPublicOffice(
  db: Db,
  id: number,
  reader: OfficeReader,
): Promise<Office | undefined> {
  const [office] = await listOffices(db, and(eq(offices.id, id), isKnownTo(reader)))
  return office
}

/** False also for an office that does not exist or is deleted. */
export async function mayKnowOffice(db: Db, id: number, reader: OfficeReader): Promise<boolean> {
  const known = and(eq(offices.id, id), isNull(offices.deleted_at), isKnownTo(reader))
  return (await db.$count(offices, known)) > 0
}

const hasMember = (userId: number): SQL => sql`exists (select from ${officeMembers}
  where ${officeMembers.office_id} = ${offices.id} and ${officeMembers.user_id} = ${userId})`

const hasGuest = (userId: number): SQL => sql`exists (select from ${orders}
  where ${orders.office_id} = ${offices.id} and ${orders.user_id} = ${userId})`

export async function listOffices(db: Db, which: SQL | undefined): Promise<Office[]> {
  const rows = await db
    .select(publicOffice)
    .from(offices)
    .where(and(isNull(offices.deleted_at), which))
    .orderBy(...byName)
  const parts = await findPublicSubOffices(db, idsOf(rows))
  return rows.map((row) => ({ ...row, sub_offices: parts.get(row.id) ?? [] }))
}

/** What is public of these offices, whoever asks: the caller has to know that they may. */
export const listPublicOfficesOf = (db: Db, ids: number[]): Promise<Office[]> =>
  ids.length === 0 ? Promise.resolve([]) : listOffices(db, isOneOf(offices.id, ids))

/** With deleted offices and everything that admins manage. Without `ids`: every office. Wi-Fi passwords are masked. */
export async function listAdminOffices(db: Db, ids?: number[]): Promise<AdminOffice[]> {
  const rows = await db
    .select(adminOffice)
    .from(offices)
    .where(ids && isOneOf(offices.id, ids))
    .orderBy(...byName)
  const found = idsOf(rows)
  const parts = await findAdminSubOffices(db, found)
  const connections = await findIntegrations(db, found)
  const doors = await findHubDoors(db, found)

  return rows.map((row) => {
    const states = integrationsOf(row, connections.get(row.id) ?? [])
    const has = (provider: Provider) =>
      states.some((one) => one.provider === provider && one.state !== 'disconnected')
    return {
      ...row,
      sub_offices: parts.get(row.id) ?? [],
      integrations: states,
      google_credentials: has('google'),
      outlook_credentials: has('outlook'),
      nexudus_integration: has('nexudus'),
      roo_integration: has('roo'),
      ha_devices: (doors.get(row.id) ?? []).map((door) => door.home_assistant_id),
    }
  })
}

const UNCONNECTED = {
  state: 'disconnected',
  failure: null,
  connected_at: null,
  account: null,
  read_at: null,
  failing_links: 0,
} as const

/** Providers that are or were connected, and those for which the office has an id. */
function integrationsOf(
  office: {
    pickspace_location_id: string | null
    openpath_org_id: string | null
    openpath_entry_id: string | null
    tuya_devices: string[]
  },
  known: IntegrationState[],
): IntegrationState[] {
  const named: [IntegrationState['provider'], boolean][] = [
    ['pickspace', office.pickspace_location_id !== null],
    ['openpath', office.openpath_org_id !== null || office.openpath_entry_id !== null],
    ['tuya', office.tuya_devices.length > 0],
  ]
  const unconnected = named
    .filter(([provider, isNamed]) => isNamed && !known.some((one) => one.provider === provider))
    .map(([provider]) => ({ provider, ...UNCONNECTED }))
  return [...known, ...unconnected]
}

/** Deleted ones, too. */
export async function findAdminSubOffice(
  db: Db,
  { officeId, subOfficeId }: { officeId: number; subOfficeId: number },
): Promise<SubOffice | undefined> {
  const [found] = await db
    .select(adminSubOffice)
    .from(subOffices)
    .where(and(eq(subOffices.office_id, officeId), eq(subOffices.id, subOfficeId)))
  return found
}

async function findPublicSubOffices(db: Db, officeIds: number[]): Promise<Map<number, SubOffice[]>> {
  const rows = await db
    .select(publicSubOffice)
    .from(subOffices)
    .where(and(isOneOf(subOffices.office_id, officeIds), isNull(subOffices.deleted_at)))
    .orderBy(asc(subOffices.name), asc(subOffices.id))
  return byOffice(rows)
}

async function findAdminSubOffices(db: Db, officeIds: number[]): Promise<Map<number, SubOffice[]>> {
  const rows = await db
    .select(adminSubOffice)
    .from(subOffices)
    .where(isOneOf(subOffices.office_id, officeIds))
    .orderBy(asc(subOffices.name), asc(subOffices.id))
  return byOffice(rows)
}

async function findIntegrations(db: Db, officeIds: number[]) {
  const rows = await db
    .select({
      office_id: integrations.office_id,
      provider: integrations.provider,
      state: integrations.state,
      failure: integrations.failure,
      connected_at: integrations.connected_at,
      account: sql<string | null>`${integrations.settings}->>'account'`,
      // Columns are written out: a query of one table would leave out its name.
      read_at: sql<string | null>`(select max(link.read_at) from calendar_links link
        where link.office_id = integrations.office_id and link.provider = integrations.provider)`.mapWith(
        calendarLinks.read_at,
      ),
      failing_links: sql<number>`(select count(*)::int from calendar_links link
        where link.office_id = integrations.office_id and link.provider = integrations.provider
          and link.state <> 'linked')`,
    })
    .from(integrations)
    .where(isOneOf(integrations.office_id, officeIds))
    .orderBy(asc(integrations.provider))
  return byOffice(rows)
}

async function findHubDoors(db: Db, officeIds: number[]) {
  const rows = await db
    .select({ office_id: devices.office_id, home_assistant_id: devices.home_assistant_id })
    .from(devices)
    .where(and(isOneOf(devices.office_id, officeIds), isNull(devices.deleted_at)))
    .orderBy(asc(devices.id))
  return byOffice(rows)
}

const idsOf = (rows: { id: number }[]): number[] => rows.map((row) => row.id)

function byOffice<T extends { office_id: number }>(rows: T[]): Map<number, T[]> {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const group = groups.get(row.office_id)
    if (group) group.push(row)
    else groups.set(row.office_id, [row])
  }
  return groups
}

export async function officeExists(db: Db, id: number): Promise<boolean> {
  const rows = await db.select({ id: offices.id }).from(offices).where(eq(offices.id, id))
  return rows.length > 0
}

/** A deleted office has no staff. */
export const isOfficeStaff = (db: Db, officeId: number, userId: number): Promise<boolean> =>
  hasRole(db, { officeId, userId }, STAFF)

/** Managers read every order of their office; owners have a view of their own. */
export const isOfficeManager = (db: Db, officeId: number, userId: number): Promise<boolean> =>
  hasRole(db, { officeId, userId }, ['manager'])

type Belonging = { officeId: number; userId: number }

async function hasRole(db: Db, { officeId, userId }: Belonging, roles: OfficeRole[]): Promise<boolean> {
  const rows = await db
    .select({ role: officeMembers.role })
    .from(officeMembers)
    .innerJoin(offices, eq(offices.id, officeMembers.office_id))
    .where(
      and(
        eq(officeMembers.office_id, officeId),
        eq(officeMembers.user_id, userId),
        inArray(officeMembers.role, roles),
        isNull(offices.deleted_at),
      ),
    )
    .limit(1)
  return rows.length > 0
}

/** Without `staffId`: every office. */
export async function listWatchableOffices(db: Db, staffId: number | undefined): Promise<MyOffice[]> {
  const officesAs = (roles: OfficeRole[]) =>
    db
      .select({ id: officeMembers.office_id })
      .from(officeMembers)
      .where(and(eq(officeMembers.user_id, staffId ?? 0), inArray(officeMembers.role, roles)))
  const rows = await db
    .select({
      id: offices.id,
      name: offices.name,
      name_he: offices.name_he,
      type: offices.type,
      rent_type: offices.rent_type,
      time_zone: offices.time_zone,
      address: offices.address,
      address_he: offices.address_he,
      pictures: offices.pictures,
      only_owned:
        staffId === undefined
          ? sql<boolean>`false`
          : sql<boolean>`${notInArray(offices.id, officesAs(['manager']))}`,
    })
    .from(offices)
    .where(
      and(
        isNull(offices.deleted_at),
        staffId === undefined ? undefined : inArray(offices.id, officesAs(STAFF)),
      ),
    )
    .orderBy(...byName)
  const parts = await findPublicSubOffices(db, idsOf(rows))
  return rows.map(({ pictures: [picture], ...row }) => ({
    ...row,
    picture: picture ? pictureAddress('office', picture) : null,
    sub_offices: parts.get(row.id) ?? [],
  }))
}
