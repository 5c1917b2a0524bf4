import type { Availability } from '@keyhour/contract/availability'
import { describeDay, refuseUnknown } from '#server/features/availability/get-availability.ts'
import { listClosuresOf, listUnitsOf } from '#server/features/availability/occupancy-queries.ts'
import { overlaps } from '#server/features/availability/rules.ts'
import { listSpacesOf, type Space } from '#server/features/availability/space-queries.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE, openingOn } from '#server/time/opening-hours.ts'

/** One day of every space of an office, as a visitor without a hold sees it. */
export async function listAvailability(
  deps: Deps,
  officeId: number,
  date: string,
  caller: Session | null,
): Promise<Availability[]> {
  const spaces = await listSpacesOf(deps.db, officeId)
  await refuseUnknown(deps.db, orMissing(spaces[0], 'This space cannot be booked.'), caller)
  return describeDays(deps, spaces, [date])
}

/** Consecutive days of all spaces of one office, in two queries for all of them. */
export async function describeDays(
  { db, now }: Deps,
  spaces: Space[],
  dates: string[],
): Promise<Availability[]> {
  const [office, first, last] = [spaces[0], dates[0], dates.at(-1)]
  if (!office || !first || !last) return []
  const cleaning_ms = office.cleaning_buffer_minutes * MINUTE
  const span = { from: openingOn(office, first).from, to: openingOn(office, last).to }
  const units = await listUnitsOf(db, office.office_id, { ...span, to: span.to + cleaning_ms }, now())
  const closures = await listClosuresOf(db, office.office_id, span)

  return spaces.flatMap((space) => {
    const own = units.filter(({ sub_office_id }) => sub_office_id === space.sub_office_id)
    // A new stay needs cleaning before the next one begins.
    const taken = own.flatMap(({ taken }) => (taken ? [{ ...taken, from: taken.from - cleaning_ms }] : []))
    const situation = { units: new Set(own.map(({ id }) => id)).size, taken, now: now().getTime() }
    return dates.map((date) => {
      const closure = closures.find((one) => isOf(space, one) && overlaps(one, openingOn(space, date)))
      return describeDay(space, date, situation, closure?.reason)
    })
  })
}

const isOf = (space: Space, closure: { sub_office_id: number | null }): boolean =>
  closure.sub_office_id === null || closure.sub_office_id === space.sub_office_id
