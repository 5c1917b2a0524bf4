import type { Availability, ClosedReason, Slot } from '@keyhour/contract/availability'
import { countFree, halfHoursOf } from '#server/features/orders/rules.ts'
import {
  countUnits,
  findClosure,
  findSpace,
  listTaken,
  type Place,
  type Space,
  type Taken,
} from '#server/features/orders/space-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { officeClock } from '#server/time/office-time.ts'
import { openingOn, type Span } from '#server/time/opening-hours.ts'

/** One day of a space, half an hour at a time. What the viewer holds is free for them. */
export async function getAvailability(
  { db, now }: Deps,
  place: Place,
  date: string,
  viewerId: number | undefined,
): Promise<Availability> {
  const space = orMissing(await findSpace(db, place), 'This space cannot be booked.')
  const opening = openingOn(space, date)
  const units = await countUnits(db, space)
  const taken = (await listTaken(db, space, opening, now())).filter(
    ({ held_by }) => held_by === null || held_by !== viewerId,
  )
  const closure = await findClosure(db, space, opening)
  const situation = { units, taken, now: now().getTime() }
  const slots = halfHoursOf(opening, space.time_zone).map((span) => describe(space, span, situation))
  // Days are taken whole.
  const offered = space.rent_type === 'day' ? [describe(space, opening, situation)] : slots
  return {
    ...place,
    date,
    time_zone: space.time_zone,
    rent_type: space.rent_type,
    units,
    reason: closedAsAWhole(space) ?? whyNone(offered),
    closure: closure?.reason ?? null,
    slots,
  }
}

type Situation = { units: number; taken: Taken[]; now: number }

function describe({ time_zone }: Space, span: Span, { units, taken, now }: Situation): Slot {
  const free = span.to <= now ? 0 : countFree(units, taken, span)
  return {
    start: officeClock(span.from, time_zone).time,
    end: officeClock(span.to, time_zone).time,
    starts_at: new Date(span.from).toISOString(),
    free,
    reason: free > 0 ? null : whyTaken(span, { units, taken, now }),
  }
}

function whyTaken(span: Span, { units, taken, now }: Situation): ClosedReason {
  if (span.to <= now) return 'past'
  const closed = taken.filter(({ cause }) => cause === 'closure')
  return countFree(units, closed, span) <= 0 ? 'closure' : 'booked'
}

function closedAsAWhole({ hidden, coming_soon, temporarily_closed }: Space): ClosedReason | null {
  if (hidden) return 'hidden'
  if (coming_soon) return 'coming_soon'
  return temporarily_closed ? 'temporarily_closed' : null
}

/** Why nothing of a day is left; where there are several reasons, the one that somebody could still undo. */
function whyNone(slots: Slot[]): ClosedReason | null {
  if (slots.some(({ free }) => free > 0)) return null
  const reasons = slots.map(({ reason }) => reason)
  return (['booked', 'closure', 'past'] as const).find((reason) => reasons.includes(reason)) ?? 'hours'
}
