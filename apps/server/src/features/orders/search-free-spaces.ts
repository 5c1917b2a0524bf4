import type { FreeSpace, searchFreeSpaces as searchCall } from '@keyhour/contract/availability'
import { RentType } from '@keyhour/contract/offices'
import type { z } from 'zod'
import { findStay } from '#server/features/orders/plan-stay.ts'
import { type HoursWindow, listFreeSpaces, listOfferedHours } from '#server/features/orders/search-queries.ts'
import { badQuery } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { type Hours, officeDayAt } from '#server/time/opening-hours.ts'

export type FreeSpaceQuery = z.infer<typeof searchCall.query>

/** Only what could be booked as it is asked for: the rules are those of booking, the counting is the database's. */
export async function searchFreeSpaces(
  { db, now }: Deps,
  query: FreeSpaceQuery,
): Promise<{ total: number; spaces: FreeSpace[] }> {
  const { date, end_date = date, start, end } = query
  if (`${end_date} ${end}` <= `${date} ${start}`) throw badQuery('end', 'End time must be after start time')
  const windows = (await listOfferedHours(db)).flatMap((hours) =>
    RentType.options.flatMap((rent_type) => windowOf({ ...hours, rent_type }, query, now()) ?? []),
  )
  return listFreeSpaces(db, windows, query, now())
}

const AT_ANY_PRICE = { price_per_hour: 0, price_per_day: 0, price_per_week: 0, price_per_month: null }
const OPEN = { hidden: false, coming_soon: false, temporarily_closed: false }

/** When a space with these hours would be taken; undefined when it cannot be booked then. */
function windowOf(
  hours: Hours & { rent_type: RentType },
  { date, start, end, end_date = date }: FreeSpaceQuery,
  now: Date,
): HoursWindow | undefined {
  // Where days are rented, the office has to be open for the time that is asked for, and the days are taken whole.
  const asked = findStay(
    { ...hours, ...AT_ANY_PRICE, ...OPEN, rent_type: 'hour' },
    { date, start, end, end_date },
    now,
  )
  if (!asked || hours.rent_type === 'hour') return asked && { ...hours, ...asked }
  const days = findStay({ ...hours, ...AT_ANY_PRICE, ...OPEN }, { date: officeDayAt(hours, asked.from) }, now)
  return days && asked.from >= days.from && asked.to <= days.to ? { ...hours, ...days } : undefined
}
