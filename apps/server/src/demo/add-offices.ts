import type { Hours } from '@keyhour/contract/office-clock'
import type { RentType, SpaceType } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import {
  integrations,
  type OfficeRole,
  officeMembers,
  offices,
  type Provider,
  subOffices,
  units,
} from '#server/db/schema/offices.ts'
import type { People } from '#server/demo/add-people.ts'
import {
  accountOf,
  CALENDAR_FILE,
  hasCalendarRooms,
  hasLostConsent,
  LINKED_SPACES,
  PICKSPACE_LOCATION,
  roomIdOf,
  type Simulated,
  simulatedOf,
} from '#server/demo/calendars.ts'
import { type DemoOffice, type DemoSpace, OFFICES } from '#server/demo/offices.ts'
import type { Pictures } from '#server/demo/pictures.ts'
import { basePrice, CITIES, type City, ratesOf } from '#server/demo/prices.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { insertAll, iso, reserveIds } from '#server/demo/rows.ts'
import { describeCalendarFailure } from '#server/features/calendars/describe-calendar-failure.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { DAY, type Span } from '#server/time/opening-hours.ts'

export type AddedSpace = {
  place: AddedOffice
  /** Null, like `id`, for the office as a whole. */
  part: DemoSpace | null
  id: number | null
  type: SpaceType
  rentType: RentType
  /** Per hour or day, by `rentType`. */
  basePrice: number
  unitIds: number[]
  bookable: Span
}

export type AddedOffice = {
  id: number
  office: DemoOffice
  city: City
  hours: Hours
  spaces: AddedSpace[]
  deviceIds: number[]
  bookable: Span
}

type Setting = { now: number; pictures: Pictures; secrets: Secrets; people: People }

export async function addOffices(db: Db, setting: Setting): Promise<AddedOffice[]> {
  const random = createRandom(1, 'demo places')
  const officeIds = await reserveIds(db, offices, OFFICES.length)
  const all = OFFICES.map((office, at) => placeOf(officeIds[at]!, office, setting.now))
  await insertAll(
    db,
    offices,
    all.map((place) => officeRow(place, setting)),
  )
  await insertAll(db, officeMembers, memberRows(all, setting, random))
  await addSpaces(db, all, setting)
  await addIntegrations(db, all, setting)
  await addLinks(db, all, setting)
  return all
}

function placeOf(id: number, office: DemoOffice, now: number): AddedOffice {
  const city: City = CITIES[office.city]
  const [open_hours, close_hours] = office.hours ?? [null, null]
  const hours = { time_zone: city.time_zone, open_hours, close_hours, week_hours: [], holidays: [] }
  return { id, office, city, hours, spaces: [], deviceIds: [], bookable: bookableSpan(office, now) }
}

function bookableSpan({ openedDaysAgo, deletedDaysAgo, flag }: DemoOffice, now: number): Span {
  const from = now - openedDaysAgo * DAY
  if (flag === 'coming_soon') return { from, to: from }
  if (flag === 'temporarily_closed') return { from, to: now - 10 * DAY }
  return { from, to: deletedDaysAgo ? now - deletedDaysAgo * DAY : Number.POSITIVE_INFINITY }
}

function officeRow({ id, office, hours, city }: AddedOffice, { now, pictures, secrets }: Setting) {
  const has = (what: (typeof office.amenities)[number]) => office.amenities.includes(what)
  const isOn = (flag: typeof office.flag) => office.flag === flag
  const uses = (provider: Provider) => office.providers.includes(provider)
  const createdAt = iso(now - office.openedDaysAgo * DAY)
  return {
    id,
    ...hours,
    name: office.name,
    name_he: office.name_he ?? null,
    lat: office.lat,
    lon: office.lon,
    address: office.address,
    address_he: office.address_he ?? null,
    currency: city.currency,
    tax_percent: city.tax_percent,
    ...(isWhole(office)
      ? { capacity: WHOLE_CAPACITY, rent_type: WHOLE_RENT_TYPE, ...ratesOfWhole(city) }
      : { capacity: office.spaces.reduce((sum, space) => sum + space.capacity, 0) }),
    pictures: pictures.ofOffice.get(office) ?? [],
    amenities: {
      wifi: has('wifi'),
      printer: has('printer'),
      parking: has('parking'),
      kitchen: has('kitchen'),
    },
    phone_number: office.phone_number,
    email: `${office.key}@keyhour.test`,
    wifi_name: `Keyhour ${office.key}`,
    wifi_password_sealed: secrets.seal(`${office.key}-brass-key-${office.openedDaysAgo}`),
    printer_instructions: office.printer_instructions,
    additional_info: office.additional_info,
    hidden: isOn('hidden'),
    coming_soon: isOn('coming_soon'),
    temporarily_closed: isOn('temporarily_closed'),
    hide_from_all_view: isOn('hide_from_all_view'),
    openpath_org_id: uses('openpath') ? '48213' : null,
    openpath_entry_id: uses('openpath') ? '90177' : null,
    pickspace_location_id: uses('pickspace') ? PICKSPACE_LOCATION : null,
    pickspace_email: uses('pickspace') ? 'office@keyhour.example' : null,
    google_calendar_type: hasCalendarRooms(office) ? 'rooms' : null,
    tuya_devices: uses('tuya') ? [`bf${office.key}01`, `bf${office.key}02`] : [],
    createdAt,
    updated_at: createdAt,
    deleted_at: office.deletedDaysAgo ? iso(now - office.deletedDaysAgo * DAY) : null,
  }
}

const WHOLE_CAPACITY = 20
const WHOLE_RENT_TYPE: RentType = 'day'
const ratesOfWhole = (city: City) => ratesOf(city, 'office', WHOLE_CAPACITY)
const isWhole = ({ spaces }: DemoOffice): boolean => spaces.length === 0

function memberRows(places: AddedOffice[], { people, now }: Setting, random: Random) {
  const row = (place: AddedOffice, account: string, role: OfficeRole) => {
    const { id, joinedAt } = people.of(account)
    const created_at = iso(Math.max(joinedAt, now - place.office.openedDaysAgo * DAY))
    return { office_id: place.id, user_id: id, role, created_at }
  }
  const staff = places.flatMap((place) => [
    row(place, place.office.manager, 'manager'),
    row(place, place.office.owner, 'owner'),
  ])
  const members = people.all.flatMap(({ account, country }) => {
    const near = places.filter(({ city, office }) => city.country === country && !office.deletedDaysAgo)
    return random
      .shuffle(near)
      .slice(0, random.whole(1, 2))
      .map((place) => row(place, account, 'member'))
  })
  return [...staff, ...members]
}

async function addSpaces(db: Db, places: AddedOffice[], setting: Setting): Promise<void> {
  const parts = OFFICES.flatMap((office) => office.spaces)
  const wholes = OFFICES.filter(isWhole)
  const seats = parts.reduce((sum, part) => sum + seatsOf(part), wholes.length)
  const spaceIds = await reserveIds(db, subOffices, parts.length)
  const unitIds = await reserveIds(db, units, seats)
  for (const place of places) {
    place.spaces = isWhole(place.office)
      ? [wholeOffice(place, unitIds.splice(0, 1))]
      : place.office.spaces.map((part) =>
          partOfOffice(place, part, { id: spaceIds.shift()!, unitIds: unitIds.splice(0, seatsOf(part)) }),
        )
  }

  const spaces = places.flatMap((place) => place.spaces)
  await insertAll(
    db,
    subOffices,
    spaces.flatMap((space) => (space.part ? [subOfficeRow(space, space.part, setting)] : [])),
  )
  await insertAll(
    db,
    units,
    spaces.flatMap((space) =>
      space.unitIds.map((id, at) => ({
        office_id: space.place.id,
        id,
        sub_office_id: space.id,
        number: at + 1,
        retired_at: space.part?.deletedDaysAgo ? iso(space.bookable.to) : null,
      })),
    ),
  )
}

const seatsOf = ({ type, capacity }: DemoSpace): number => (type === 'open_space' ? capacity : 1)

const wholeOffice = (place: AddedOffice, unitIds: number[]): AddedSpace => ({
  place,
  part: null,
  id: null,
  type: 'office',
  rentType: WHOLE_RENT_TYPE,
  basePrice: basePrice(ratesOfWhole(place.city), WHOLE_RENT_TYPE),
  unitIds,
  bookable: place.bookable,
})

function partOfOffice(
  place: AddedOffice,
  part: DemoSpace,
  ids: { id: number; unitIds: number[] },
): AddedSpace {
  const { from, to } = place.bookable
  const closedAt = part.deletedDaysAgo && from + (place.office.openedDaysAgo - part.deletedDaysAgo) * DAY
  return {
    place,
    part,
    ...ids,
    type: part.type,
    rentType: part.rent_type,
    basePrice: basePrice(ratesOf(place.city, part.type, part.capacity), part.rent_type),
    bookable: { from, to: closedAt ?? to },
  }
}

function subOfficeRow({ place, id, bookable }: AddedSpace, part: DemoSpace, { pictures }: Setting) {
  const linked = (provider: Provider) => place.office.providers.includes(provider)
  const roomOf = (provider: Simulated) =>
    linked(provider) ? roomIdOf(provider, place.office, place.office.spaces.indexOf(part)) : null
  const hasRooms = hasCalendarRooms(place.office)
  const created_at = iso(bookable.from)
  return {
    id: id!,
    office_id: place.id,
    name: part.name,
    name_he: part.name_he ?? null,
    type: part.type,
    rent_type: part.rent_type,
    capacity: part.capacity,
    pictures: pictures.ofSpace.get(part) ?? [],
    ...ratesOf(place.city, part.type, part.capacity),
    amenities: { screen: HAS_SCREEN.includes(part.type) },
    space_amenities: part.space_amenities,
    pickspace_room_id: roomOf('pickspace'),
    google_calendar_id: hasRooms ? null : roomOf('google'),
    google_calendar_room_id: hasRooms ? roomOf('google') : null,
    outlook_calendar_id: roomOf('outlook'),
    nexudus_resource_id: roomOf('nexudus'),
    roo_room_id: roomOf('roo'),
    created_at,
    updated_at: created_at,
    deleted_at: part.deletedDaysAgo ? iso(bookable.to) : null,
  }
}

const HAS_SCREEN: SpaceType[] = ['meeting_room', 'lecture_room', 'podcast_room']

function connectionOf(office: DemoOffice, provider: Provider, secrets: Secrets) {
  const simulated = simulatedOf(office).find((one) => one === provider)
  const { settings, credentials } = simulated
    ? accountOf[simulated]
    : {
        settings: { account: `${office.key}@keyhour.test` },
        credentials: { token: `demo-${provider}-${office.key}` },
      }
  return { settings, credentials_sealed: secrets.seal(JSON.stringify(credentials)) }
}

/** What is linked to the simulated services is read as soon as the demo has started. */
async function addLinks(db: Db, places: AddedOffice[], { now, secrets, people }: Setting): Promise<void> {
  const address_sealed = secrets.seal(`https://${CALENDAR_FILE.host}${CALENDAR_FILE.path}`)
  const spaces = new Map(places.flatMap((place) => place.spaces.map((space) => [space.part, space])))
  const rows = LINKED_SPACES.map(({ provider, office, part, calendarId }) => {
    const { id, place } = spaces.get(part)!
    return {
      office_id: place.id,
      sub_office_id: id!,
      provider,
      calendar_id: calendarId,
      calendar_name: provider === 'ics' ? CALENDAR_FILE.name : part.name,
      is_room: provider === 'google' && hasCalendarRooms(office),
      address_sealed: provider === 'ics' ? address_sealed : null,
      due_at: iso(now),
      linked_at: iso(now - (office.openedDaysAgo - 3) * DAY),
      linked_by: people.of('admin').id,
    }
  })
  await insertAll(db, calendarLinks, rows)
}

async function addIntegrations(
  db: Db,
  places: AddedOffice[],
  { now, secrets, people }: Setting,
): Promise<void> {
  const rows = places.flatMap(({ id, office }) =>
    office.providers.map((provider) => ({
      office_id: id,
      provider,
      ...connectionOf(office, provider, secrets),
      ...(hasLostConsent(office) && {
        state: 'failing' as const,
        failure: describeCalendarFailure('consent_gone'),
      }),
      connected_by: people.of('admin').id,
      connected_at: iso(now - (office.openedDaysAgo - 3) * DAY),
    })),
  )
  await insertAll(db, integrations, rows)
}
