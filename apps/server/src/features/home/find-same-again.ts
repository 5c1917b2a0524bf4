import type { SameAgain } from '@keyhour/contract/home'
import { daysAfter, daysBetween, officeDayAt } from '@keyhour/contract/office-clock'
import type { OrderDetails } from '@keyhour/contract/orders'
import { describeStay, timesOf } from '#server/features/availability/find-alternatives.ts'
import { countUnits, listTaken } from '#server/features/availability/occupancy-queries.ts'
import { findStay } from '#server/features/availability/plan-stay.ts'
import { countFree, overlaps } from '#server/features/availability/rules.ts'
import { findSpace, type Space } from '#server/features/availability/space-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import type { Span } from '#server/time/opening-hours.ts'

const DAYS_LOOKED_AT = 14

/** `orders` are those that the customer already has: nobody is in two places at once. */
type Customer = { id: number; orders: OrderDetails[] }

/** Null if the space is no longer offered this way, or is taken at these hours on all days that are looked at. */
export async function findSameAgain(
  { db, now }: Deps,
  last: OrderDetails,
  customer: Customer,
): Promise<SameAgain | null> {
  const space = await findSpace(db, {
    office_id: last.Office.id,
    sub_office_id: last.SubOffice?.id ?? null,
  })
  if (space?.rent_type !== last.rent_type) return null
  const stays = staysLike(space, last, now())
  const [first] = stays
  if (!first) return null
  const window = { from: first.from, to: stays.at(-1)!.to }
  const units = await countUnits(db, space)
  const taken = await listTaken(db, space, window, { now: now(), userId: customer.id })
  const own = customer.orders.map(({ start, end }) => ({
    from: Date.parse(start),
    to: end === null ? Number.POSITIVE_INFINITY : Date.parse(end),
  }))
  const free = stays.find(
    (stay) => !own.some((one) => overlaps(one, stay)) && countFree(units, taken, stay) > 0,
  )
  return free ? { ...describeStay(space, free), business: last.business ?? null } : null
}

/** The same hours, or the same number of days, on the next days on which they can be booked. */
function staysLike(space: Space, { start, end }: OrderDetails, now: Date): Span[] {
  const booked = timesOf(space, { from: Date.parse(start), to: Date.parse(end!) })
  const nights = daysBetween(booked.date, booked.end_date ?? booked.date)
  const today = officeDayAt(space, now.getTime())
  return Array.from({ length: DAYS_LOOKED_AT }, (_, at) => daysAfter(today, at)).flatMap((date) => {
    const times = { ...booked, date, ...(nights > 0 && { end_date: daysAfter(date, nights) }) }
    const stay = findStay(space, times, now)
    return stay && stay.from > now.getTime() ? [stay] : []
  })
}
