import type { Quote } from '@keyhour/contract/bookings'
import type { StaffBooking } from '@keyhour/contract/schedule'
import { quoteStay } from '#server/features/bookings/quote-stay.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { refuseStrangers } from '#server/features/schedule/find-customers.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'

type Stay = Pick<StaffBooking, 'sub_office_id' | 'date' | 'start' | 'end' | 'end_date'>

/** Belongs to no account: a guest who has none has no credits. */
const NOBODY = 0

export async function quoteForCustomer(
  deps: Deps,
  officeId: number,
  { user_id, ...stay }: Stay & { user_id?: number | undefined },
  session: Session,
): Promise<Quote> {
  await refuseNonManager(deps.db, officeId, session)
  if (user_id !== undefined) await refuseStrangers(deps.db, officeId, user_id, session)
  return quoteStay(deps, { office_id: officeId, ...stay }, user_id ?? NOBODY)
}
