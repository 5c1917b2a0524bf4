import type { Availability } from '@keyhour/contract/availability'
import { Office, SubOffice } from '@keyhour/contract/offices'
import type { SpaceContent, WholeOffice } from '@keyhour/contract/public-page'
import { z } from 'zod'
import { findOffice } from '#server/features/offices/find-office.ts'
import { describeDay } from '#server/features/orders/get-availability.ts'
import type { Space } from '#server/features/orders/space-queries.ts'
import { listClosuresOf, listSpacesOf, listUnitsOf } from '#server/features/public-pages/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { daysLater } from '#server/time/office-time.ts'
import { MINUTE, officeDayAt, openingOn, type Span } from '#server/time/opening-hours.ts'

/** Undefined for an office that is not there, or hidden. */
export async function loadSpace(deps: Deps, officeId: number): Promise<SpaceContent | undefined> {
  const office = await findOffice(deps.db, officeId, null)
  if (!office || office.hidden) return undefined
  const spaces = await listSpacesOf(deps.db, officeId)
  const isOpen = !office.coming_soon && !office.temporarily_closed
  return {
    kind: 'space',
    office: z.encode(Office, office),
    whole: wholeOf(spaces),
    availability: isOpen ? await listAvailability(deps, spaces) : [],
  }
}

const Rates = SubOffice.pick({
  rent_type: true,
  price_per_hour: true,
  price_per_day: true,
  price_per_week: true,
  price_per_month: true,
})

function wholeOf([space]: Space[]): WholeOffice | null {
  return space?.sub_office_id === null ? z.encode(Rates, space) : null
}

/** Today and tomorrow of all spaces of one office at once: the office is asked about, not each space. */
async function listAvailability({ db, now }: Deps, spaces: Space[]): Promise<Availability[]> {
  const [office] = spaces
  if (!office) return []
  const today = officeDayAt(office, now().getTime())
  const dates = [today, daysLater(today, 1)]
  const cleaning_ms = office.cleaning_buffer_minutes * MINUTE
  const span = { from: openingOn(office, dates[0]!).from, to: openingOn(office, dates[1]!).to }
  const units = await listUnitsOf(db, office.office_id, { ...span, to: span.to + cleaning_ms }, now())
  const closures = await listClosuresOf(db, office.office_id, span)

  return spaces.flatMap((space) => {
    const own = units.filter(({ sub_office_id }) => sub_office_id === space.sub_office_id)
    // Whoever comes before leaves time to clean.
    const taken = own.flatMap(({ taken }) => (taken ? [{ ...taken, from: taken.from - cleaning_ms }] : []))
    const situation = { units: new Set(own.map(({ id }) => id)).size, taken, now: now().getTime() }
    return dates.map((date) => {
      const closure = closures.find((one) => isOf(space, one) && overlap(one, openingOn(space, date)))
      return describeDay(space, date, situation, closure?.reason)
    })
  })
}

const isOf = (space: Space, closure: { sub_office_id: number | null }): boolean =>
  closure.sub_office_id === null || closure.sub_office_id === space.sub_office_id

const overlap = (a: Span, b: Span): boolean => a.from < b.to && b.from < a.to
