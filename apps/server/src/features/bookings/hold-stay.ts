import { type BookingRequest, HOLD_MINUTES, type Hold } from '@keyhour/contract/bookings'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { together } from '#server/db/together.ts'
import { planStay } from '#server/features/availability/plan-stay.ts'
import { withRememberedSpace } from '#server/features/availability/remember-office.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf, lockHolder } from '#server/features/bookings/hold-queries.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { quoteFor } from '#server/features/bookings/quote-stay.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

/** Each customer has at most one hold: a new one replaces it. */
export function holdStay(deps: Deps, request: BookingRequest, userId: number): Promise<Hold> {
  const now = deps.now()
  const held_until = new Date(now.getTime() + HOLD_MINUTES * MINUTE).toISOString()

  return withRememberedSpace(deps.db, request, (space) => {
    const stay = planStay(space, request, now)
    return orAlternatives(deps, { space, stay, userId }, () =>
      deps.db.transaction(async (db) => {
        const [, unit, , quote] = await together(
          lockHolder(db, userId),
          claimUnit(db, { space, span: stay, userId, now }),
          deleteHoldsOf(db, userId),
          quoteFor(deps, db, { space, stay, request, userId }),
        )
        await together(
          takeUnit(db, space, unit, { cause: 'hold', held_by: userId, held_until, span: stay }),
          tellOfficeChanged(db, request.office_id),
        )
        return { expires_at: held_until, quote }
      }),
    )
  })
}
