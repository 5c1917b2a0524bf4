import type { Availability } from '@keyhour/contract/availability'
import type { Hours } from '@keyhour/contract/office-clock'
import { type KnownSpace, readOccupancy } from '#server/features/availability/day-queries.ts'
import { closureOf, describeDay, refuseUnknown } from '#server/features/availability/get-availability.ts'
import { askOffice } from '#server/features/availability/remember-office.ts'
import type { TakenUnit } from '#server/features/availability/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { dayOrOpening, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** One day of every space of an office in half-hours. The viewer's own hold counts as free. */
export async function listAvailability(
  deps: Deps,
  officeId: number,
  date: string,
  caller: Session | null,
): Promise<Availability[]> {
  const { spaces, days } = orMissing(
    await findDays(deps, officeId, [date], caller?.id),
    'This space cannot be booked.',
  )
  await refuseUnknown(deps.db, spaces[0]!, caller)
  return days
}

/**
 * Consecutive days of all spaces of one office, or undefined without such an office. A hold of `userId` counts as free;
 * without one, the days are what a visitor sees.
 */
export async function findDays(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  officeId: number,
  dates: string[],
  userId?: number,
): Promise<{ spaces: KnownSpace[]; days: Availability[] } | undefined> {
  const at = now()
  const found = await askOffice(db, officeId, ({ spaces }) => {
    const open = spanOf(spaces[0]!, dates)
    const span = { from: open.from, to: open.to + spaces[0]!.cleaning_buffer_minutes * MINUTE }
    return readOccupancy(db, { office_id: officeId, span, open, viewer: { now: at, userId } })
  })
  if (!found) return undefined
  const { spaces } = found.office
  const { taken, closures } = found.occupancy
  const cleaning_ms = spaces[0]!.cleaning_buffer_minutes * MINUTE
  const takenOf = groupByUnit(taken, cleaning_ms)
  const days = spaces.flatMap((space) => {
    const own = space.units.flatMap((unit) => takenOf.get(unit) ?? [])
    const situation = { units: space.units.length, taken: own, now: at.getTime() }
    return dates.map((date) =>
      describeDay(space, date, situation, closureOf(space, closures, dayOrOpening(space, date))),
    )
  })
  return { spaces, days }
}

const spanOf = (hours: Hours, dates: string[]): Span => ({
  from: dayOrOpening(hours, dates[0]!).from,
  to: dayOrOpening(hours, dates.at(-1)!).to,
})

/** A new stay needs cleaning before the next one begins, so each span starts earlier by the cleaning time. */
function groupByUnit(taken: TakenUnit[], cleaning_ms: number): Map<number, TakenUnit[]> {
  const groups = new Map<number, TakenUnit[]>()
  for (const one of taken) {
    const group = groups.get(one.unit_id) ?? []
    groups.set(one.unit_id, group)
    group.push({ ...one, from: one.from - cleaning_ms })
  }
  return groups
}
