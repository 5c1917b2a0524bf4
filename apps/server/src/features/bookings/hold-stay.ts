import { type BookingRequest, HOLD_MINUTES, type Hold } from '@keyhour/contract/bookings'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { planStay } from '#server/features/availability/plan-stay.ts'
import { findSpace } from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf, lockHolder } from '#server/features/bookings/hold-queries.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { quoteOf } from '#server/features/bookings/quote-stay.ts'
import { sumCredits } from '#server/features/credits/ledger-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

/** Each customer has at most one hold: a new one replaces it. */
export async function holdStay(deps: Deps, request: BookingRequest, userId: number): Promise<Hold> {
  const now = deps.now()
  const space = orMissing(await findSpace(deps.db, request), 'This space cannot be booked.')
  const stay = planStay(space, request, now)
  const held_until = new Date(now.getTime() + HOLD_MINUTES * MINUTE).toISOString()

  return orAlternatives(deps, { space, stay, userId }, () =>
    deps.db.transaction(async (db) => {
      await lockHolder(db, userId)
      const unit = await claimUnit(db, { space, span: stay, userId, now })
      await deleteHoldsOf(db, userId)
      await takeUnit(db, space, unit, { cause: 'hold', held_by: userId, held_until, span: stay })
      await tellOfficeChanged(db, request.office_id)
      return { expires_at: held_until, quote: quoteOf(space, stay, await sumCredits(db, userId, now)) }
    }),
  )
}
