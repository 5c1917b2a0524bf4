import { daysAfter, officeDayAt, offsetAt } from '@keyhour/contract/office-clock'
import { Office, SubOffice } from '@keyhour/contract/offices'
import { openStateAt } from '@keyhour/contract/open-state'
import type { Language } from '@keyhour/contract/primitives'
import type { SpaceContent, WholeOffice } from '@keyhour/contract/public-page'
import { zoneInWords } from '@keyhour/contract/zone-names'
import { z } from 'zod'
import { findDays } from '#server/features/availability/list-availability.ts'
import { isOnOffer } from '#server/features/availability/rules.ts'
import type { Space } from '#server/features/availability/space-queries.ts'
import { findOffice } from '#server/features/offices/find-office.ts'
import type { Deps } from '#server/http/routes.ts'

/** Undefined for an office that does not exist or is hidden. */
export async function loadSpace(
  deps: Deps,
  officeId: number,
  language: Language,
): Promise<SpaceContent | undefined> {
  const office = await findOffice(deps.db, officeId, null)
  if (!office) return undefined
  const now = deps.now().getTime()
  const today = officeDayAt(office, now)
  const { time_zone } = office
  const found = await findDays(deps, officeId, [today, daysAfter(today, 1)])
  const spaces = found?.spaces.filter(isOnOffer) ?? []
  const isBookable = spaces.length > 0 && !office.coming_soon && !office.temporarily_closed
  return {
    kind: 'space',
    office: z.encode(Office, office),
    whole: wholeOf(spaces),
    today,
    clock: { name: zoneInWords(language, time_zone), ahead_ms: offsetAt(now, time_zone) },
    opening: openStateAt(office, now),
    availability: (isBookable && found?.days) || [],
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
