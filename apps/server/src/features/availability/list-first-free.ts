import type { Alternative, Availability } from '@keyhour/contract/availability'
import { daysAfter } from '@keyhour/contract/office-clock'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { KnownSpace } from '#server/features/availability/day-queries.ts'
import { describeStay } from '#server/features/availability/find-alternatives.ts'
import { refuseUnknown } from '#server/features/availability/get-availability.ts'
import { findDays } from '#server/features/availability/list-availability.ts'
import { firstFreeSpan } from '#server/features/availability/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { dayOrOpening } from '#server/time/opening-hours.ts'

const DAYS_LOOKED_AT = 14

/** For a day on which the space has nothing left: another space of the office that day, and the space on a later day. */
export async function listFirstFree(
  deps: Deps,
  place: SpaceRef,
  date: string,
  caller: Session | null,
): Promise<Alternative[]> {
  const dates = Array.from({ length: DAYS_LOOKED_AT + 1 }, (_, at) => daysAfter(date, at))
  const { spaces, days } = orMissing(
    await findDays(deps, place.office_id, dates),
    'This space cannot be booked.',
  )
  await refuseUnknown(deps.db, spaces[0]!, caller)
  const space = orMissing(
    spaces.find(({ sub_office_id }) => sub_office_id === place.sub_office_id),
    'This space cannot be booked.',
  )
  const dayOf = (one: KnownSpace, on: string) =>
    days.find((day) => day.sub_office_id === one.sub_office_id && day.date === on)
  const others = spaces.filter((one) => one !== space && one.rent_type === space.rent_type)
  const sameDay = others
    .flatMap((one) => offerOn(one, dayOf(one, date)) ?? [])
    .sort((a, b) => likeness(b.space, space) - likeness(a.space, space) || a.from - b.from)
  const later = dates.slice(1).flatMap((on) => offerOn(space, dayOf(space, on)) ?? [])
  return [sameDay[0], later[0]].flatMap((found) => (found ? [describeStay(found.space, found)] : []))
}

function offerOn(space: KnownSpace, day: Availability | undefined) {
  const span = day && firstFreeSpan(day, dayOrOpening(space, day.date))
  return span && { space, ...span }
}

/** Of the same type first, then one that is large enough. */
const likeness = (one: KnownSpace, wanted: KnownSpace): number =>
  (one.type === wanted.type ? 2 : 0) + (one.capacity >= wanted.capacity ? 1 : 0)
