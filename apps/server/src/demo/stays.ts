import { daysAfter, openingOn, wallClock } from '@keyhour/contract/office-clock'
import type { SpaceType } from '@keyhour/contract/offices'
import type { BookingType } from '@keyhour/contract/orders'
import type { Closed } from '#server/demo/add-closures.ts'
import type { AddedOffice, AddedSpace } from '#server/demo/add-offices.ts'
import type { AddedPerson, People } from '#server/demo/add-people.ts'
import { createDiary, type Diary } from '#server/demo/diary.ts'
import { DEMO_SIGN_INS } from '#server/demo/people.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import {
  DAY,
  HALF_HOUR,
  HOUR,
  halfHourBefore,
  MINUTE,
  openingAt,
  type Span,
} from '#server/time/opening-hours.ts'

/** What a stay costs is computed later. */
export type DemoStay = {
  space: AddedSpace
  unitId: number
  customer: AddedPerson
  businessId: number | null
  bookingType: BookingType
  bookedAt: number
  from: number
  /** Null while a visit on demand is going on. */
  to: number | null
  /** The end, or how long a visit without an end may last. */
  reservedTo: number
  checkedInAt: number | null
  checkedOutAt: number | null
  cancelledAt: number | null
}

const PAST = { count: 250, days: 60, ofMember: 14 }
/** In the offices of the owner, so that there is nearly a year of statements. */
const LONG_AGO = { count: 260, nearest: PAST.days + 2, farthest: 345 }
const COMING = { count: 62, days: 14, ofMember: 4 }
const CANCELLED = { count: 28, daysBack: 40, daysAhead: 10, ofMember: 4 }

const STAFF_SIGN_INS = ['admin', 'manager', 'owner']

/** An office that never closes has no closing time to reserve a visit on demand to. */
const LONGEST_VISIT = 12 * HOUR

/** Shortest and longest, in half-hours. */
const LENGTH: Record<SpaceType, [number, number]> = {
  office: [4, 14],
  open_space: [4, 16],
  meeting_room: [2, 6],
  lecture_room: [3, 8],
  clinics: [2, 8],
  podcast_room: [2, 6],
}

const LEADS = [1, 2, 4, 21, 24, 45, 71, 118, 167, 216].map((hours) => hours * HOUR)

type Planner = {
  places: AddedOffice[]
  customers: AddedPerson[]
  member: AddedPerson
  now: number
  random: Random
  diary: Diary
}

type Setting = { places: AddedOffice[]; closed: Closed[]; people: People; now: number }

export function planStays({ places, closed, people, now }: Setting): DemoStay[] {
  const diary = createDiary()
  for (const { unitId, span } of closed) diary.take(`unit ${unitId}`, span)
  const planner: Planner = {
    places,
    customers: people.all.filter(({ account }) => !STAFF_SIGN_INS.includes(account)),
    member: people.of('member'),
    now,
    random: createRandom(1, 'demo stays'),
    diary,
  }
  return [
    ...presentStays(planner),
    ...collect(PAST.count, (made) => pastStay(planner, made < PAST.ofMember)),
    ...collect(COMING.count, (made) => comingStay(planner, made < COMING.ofMember)),
    ...collect(CANCELLED.count, (made) => cancelledStay(planner, made)),
    ...staysLongAgo(planner),
  ]
}

/** Many draws hit a room that is taken or an office that is closed, so draw again. */
function collect(count: number, draw: (made: number) => DemoStay | undefined): DemoStay[] {
  const stays: DemoStay[] = []
  for (let tries = 0; stays.length < count && tries < count * 60; tries++) {
    const stay = draw(stays.length)
    if (stay) stays.push(stay)
  }
  return stays
}

// Now ------------------------------------------------------------------------------------------------------

function presentStays(planner: Planner): DemoStay[] {
  const busyFirst = [...planner.places].sort((a, b) => Number(isBusy(b)) - Number(isBusy(a)))
  const stays = busyFirst.flatMap((place) => [
    ...visitsOfTheHour(planner, place),
    ...place.spaces.filter(({ rentType }) => rentType === 'day').map((space) => longStay(planner, space)),
  ])
  return stays.filter((stay) => stay !== undefined)
}

const isBusy = ({ office }: AddedOffice): boolean => [office.manager, office.owner].some(isDashboardSignIn)
const isDashboardSignIn = (account: string): boolean => account === 'manager' || account === 'owner'

function visitsOfTheHour(planner: Planner, place: AddedOffice): (DemoStay | undefined)[] {
  const opening = openingAt(place.hours, planner.now)
  if (!opening) return []
  const hourly = place.spaces.filter(({ rentType }) => rentType === 'hour')
  const more = hourly.filter(({ type }) => type === 'open_space')
  const candidates = planner.random.shuffle([...hourly, ...more, ...more])
  const isNeverClosed = place.hours.open_hours === null
  const count = isBusy(place) ? (isNeverClosed ? 7 : 5) : 2
  return candidates
    .slice(0, count)
    .map((space, at) =>
      at % 3 === 1 ? visitOnDemand(planner, space, opening) : bookedVisit(planner, space, opening, at),
    )
}

/** A visit without a booked end. */
function visitOnDemand(planner: Planner, space: AddedSpace, opening: Span): DemoStay | undefined {
  const { now, random } = planner
  const from = Math.max(opening.from, now - random.whole(12, 170) * MINUTE)
  const reservedTo = Math.min(opening.to, now + LONGEST_VISIT)
  const stay = bookStay(planner, { space, span: { from, to: reservedTo }, bookedAt: from })
  return stay && { ...stay, bookingType: 'on_demand', to: null, checkedInAt: from }
}

function bookedVisit(planner: Planner, space: AddedSpace, opening: Span, at: number): DemoStay | undefined {
  const { now, random, member } = planner
  const thisHalfHour = halfHourBefore(now)
  const from = Math.max(opening.from, thisHalfHour - random.whole(0, 5) * HALF_HOUR)
  const to = Math.min(opening.to, thisHalfHour + random.whole(1, 6) * HALF_HOUR)
  const isMembers = space.place.office.key === 'rothschild' && at === 0
  const bookedAt = from - random.pick(LEADS)
  const stay = bookStay(planner, { space, span: { from, to }, bookedAt, ...(isMembers && { by: member }) })
  const isIn = random.chance(0.7)
  return stay && { ...stay, checkedInAt: isIn ? arrival(from, now, random) : null }
}

/** A stay of several days, today among them. */
function longStay(planner: Planner, space: AddedSpace): DemoStay | undefined {
  const { now, random } = planner
  if (!isBusy(space.place) && random.chance(0.5)) return undefined
  const first = dayAt(space.place, now, -random.whole(1, 2))
  const span = wholeDays(space.place, first, 4)
  const stay = bookStay(planner, { space, span, bookedAt: span.from - random.pick(LEADS) - DAY })
  return stay && { ...stay, checkedInAt: arrival(span.from, now, random) }
}

const arrival = (from: number, now: number, random: Random): number =>
  Math.min(now, from + random.whole(-8, 20) * MINUTE)

// Before and after -----------------------------------------------------------------------------------------

function pastStay(planner: Planner, isMembers: boolean): DemoStay | undefined {
  const { now, random } = planner
  const space = pickSpace(planner, isMembers)
  const span = drawSpan(planner, space, -random.whole(0, PAST.days))
  if (!span || span.to > now) return undefined
  if (space.rentType === 'hour' && random.chance(0.2)) return endedVisitOnDemand(planner, space, span)

  const bookedAt = span.from - random.pick(LEADS) - random.whole(0, 59) * MINUTE
  const stay = bookStay(planner, { space, span, bookedAt, ...(isMembers && { by: planner.member }) })
  if (!stay || random.chance(0.08)) return stay
  const leftEarly = random.chance(0.7) ? random.whole(0, 20) * MINUTE : null
  return {
    ...stay,
    checkedInAt: arrival(span.from, now, random),
    checkedOutAt: leftEarly === null ? null : span.to - leftEarly,
  }
}

/** By people who do not sign in, with dice of their own: all other stays are the same without them. */
function staysLongAgo(planner: Planner): DemoStay[] {
  const own: Planner = {
    ...planner,
    places: planner.places.filter(({ office }) => office.owner === 'owner'),
    customers: planner.customers.filter(({ account }) => !isSignIn(account)),
    random: createRandom(1, 'demo stays long ago'),
  }
  return collect(LONG_AGO.count, () => {
    const space = pickSpace(own, false)
    const span = drawSpan(own, space, -own.random.whole(LONG_AGO.nearest, LONG_AGO.farthest))
    if (!span) return undefined
    const stay = bookStay(own, { space, span, bookedAt: span.from - own.random.pick(LEADS) })
    return stay && { ...stay, businessId: null, checkedInAt: span.from, checkedOutAt: span.to }
  })
}

/** They were all paid by card, and spent no credits. */
export const isLongAgo = ({ from }: Pick<DemoStay, 'from'>, now: number): boolean =>
  from < now - LONG_AGO.nearest * DAY + DAY

const isSignIn = (account: string): boolean =>
  DEMO_SIGN_INS.some(({ email }) => email.startsWith(`${account}@`))

function endedVisitOnDemand(planner: Planner, space: AddedSpace, half: Span): DemoStay | undefined {
  const { random } = planner
  const span = { from: half.from + random.whole(1, 14) * MINUTE, to: half.to - random.whole(0, 14) * MINUTE }
  const stay = bookStay(planner, { space, span, bookedAt: span.from })
  return stay && { ...stay, bookingType: 'on_demand', checkedInAt: span.from, checkedOutAt: span.to }
}

function comingStay(planner: Planner, isMembers: boolean): DemoStay | undefined {
  const { now, random } = planner
  const space = pickSpace(planner, isMembers)
  const span = drawSpan(planner, space, random.whole(0, COMING.days))
  if (!span || span.from <= now) return undefined
  const bookedAt = now - random.whole(2, 6 * 24 * 60) * MINUTE
  return bookStay(planner, { space, span, bookedAt, ...(isMembers && { by: planner.member }) })
}

/** When the cancellation came: in good time, late, right after booking, after the start. */
const CANCELLATIONS: ((stay: DemoStay, random: Random) => number)[] = [
  ({ from }, random) => from - random.whole(26 * 60, 80 * 60) * MINUTE,
  ({ from }, random) => from - random.whole(60, 20 * 60) * MINUTE,
  ({ bookedAt }, random) => bookedAt + random.whole(2, 12) * MINUTE,
  ({ from }, random) => from - random.whole(30 * 60, 60 * 60) * MINUTE,
  ({ from }, random) => from + random.whole(3, 25) * MINUTE,
]

function cancelledStay(planner: Planner, made: number): DemoStay | undefined {
  const { now, random, member } = planner
  const isMembers = made < CANCELLED.ofMember
  const space = pickSpace(planner, isMembers)
  const span = drawSpan(planner, space, random.whole(-CANCELLED.daysBack, CANCELLED.daysAhead))
  if (!span) return undefined
  const bookedAt = span.from - random.whole(5 * 24 * 60, 12 * 24 * 60) * MINUTE
  const stay = findStay(planner, { space, span, bookedAt, ...(isMembers && { by: member }) })
  if (!stay) return undefined
  const cancelledAt = CANCELLATIONS[made % CANCELLATIONS.length]!(stay, random)
  return bookedAt < cancelledAt && cancelledAt < now ? { ...stay, cancelledAt } : undefined
}

/** The offices of the dashboards are drawn twice as often, open spaces three times. */
function pickSpace({ places, member, random }: Planner, isMembers: boolean): AddedSpace {
  const suits = ({ part, place }: AddedSpace) =>
    !isMembers || (part && part.capacity <= 12 && !place.office.flag && place.city.country === member.country)
  return random.pick(
    places.flatMap((place) => {
      const spaces = place.spaces.filter(suits)
      const open = spaces.filter(({ type }) => type === 'open_space')
      return isBusy(place)
        ? [...spaces, ...spaces, ...open, ...open, ...open, ...open]
        : [...spaces, ...open, ...open]
    }),
  )
}

function drawSpan({ now, random }: Planner, space: AddedSpace, daysAhead: number): Span | undefined {
  const { place } = space
  const date = dayAt(place, now, daysAhead)
  if (isRestDay(place, date) && random.chance(0.75)) return undefined
  if (space.rentType === 'day') return wholeDays(place, date, random.pick([1, 1, 1, 2, 3]))

  const opening = daytime(place, date)
  const [shortest, longest] = LENGTH[space.type]
  const length = random.whole(shortest, longest)
  const start = random.whole(0, (opening.to - opening.from) / HALF_HOUR - length)
  const from = opening.from + start * HALF_HOUR
  return { from, to: from + length * HALF_HOUR }
}

const dayAt = ({ hours }: AddedOffice, now: number, daysAhead: number): string =>
  daysAfter(wallClock(now, hours.time_zone).date, daysAhead)

/** Few people come at night, even where they could. */
function daytime({ hours }: AddedOffice, date: string): Span {
  const opening = openingOn(hours, date)!
  return hours.open_hours === null ? { from: opening.from + 7 * HOUR, to: opening.to - 2 * HOUR } : opening
}

function wholeDays({ hours }: AddedOffice, first: string, days: number): Span {
  return { from: openingOn(hours, first)!.from, to: openingOn(hours, daysAfter(first, days - 1))!.to }
}

function isRestDay({ city }: AddedOffice, date: string): boolean {
  const weekday = new Date(`${date}T12:00:00Z`).getUTCDay()
  return weekday === 6 || weekday === (city.country === 'il' ? 5 : 0)
}

// The one way into the diary -------------------------------------------------------------------------------

type StayRequest = { space: AddedSpace; span: Span; bookedAt: number; by?: AddedPerson }

function bookStay(planner: Planner, wanted: StayRequest): DemoStay | undefined {
  const stay = findStay(planner, wanted)
  if (!stay) return undefined
  planner.diary.take(`unit ${stay.unitId}`, wanted.span)
  planner.diary.take(`person ${stay.customer.id}`, wanted.span)
  return stay
}

/** Undefined when the space is taken or closed, or no customer is free. */
function findStay({ diary, random, customers }: Planner, wanted: StayRequest): DemoStay | undefined {
  const { space, span, bookedAt } = wanted
  if (bookedAt < space.bookable.from || span.to > space.bookable.to) return undefined
  const unitId = random.shuffle(space.unitIds).find((id) => diary.isFree(`unit ${id}`, span))
  const canCome = ({ id, joinedAt, leftAt }: AddedPerson) =>
    joinedAt < bookedAt && span.to < leftAt && diary.isFree(`person ${id}`, span)
  const customer = (wanted.by ? [wanted.by] : peopleFor(space, customers, random)).find(canCome)
  if (unitId === undefined || !customer) return undefined
  return {
    space,
    unitId,
    customer,
    businessId: random.chance(0.65) ? customer.businessId : null,
    bookingType: 'pre_book',
    bookedAt,
    ...span,
    reservedTo: span.to,
    checkedInAt: null,
    checkedOutAt: null,
    cancelledAt: null,
  }
}

/** Mostly people who live nearby, sometimes a traveller. */
function peopleFor({ place }: AddedSpace, customers: AddedPerson[], random: Random): AddedPerson[] {
  const everybody = random.shuffle(customers)
  if (random.chance(0.1)) return everybody
  const livesNear = ({ country }: AddedPerson) => country === place.city.country
  return [...everybody.filter(livesNear), ...everybody.filter((one) => !livesNear(one))]
}
