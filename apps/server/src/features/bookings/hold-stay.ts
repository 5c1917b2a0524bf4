import { type BookingRequest, HOLD_MINUTES, type Hold } from '@keyhour/contract/bookings'
import { tellOfficeChanged } from '#server/db/changes.ts'
import { together } from '#server/db/together.ts'
import { planStay } from '#server/features/availability/plan-stay.ts'
import { withRememberedSpace } from '#server/features/availability/remember-office.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf, findOfferDuring, lockHolder } from '#server/features/bookings/hold-queries.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { quoteFor } from '#server/features/bookings/quote-stay.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

/** Each customer has at most one hold: a new one replaces it. What the waiting list has offered them is held already. */
export function holdStay(deps: Deps, request: BookingRequest, userId: number): Promise<Hold> {
  const now = deps.now()
  const held_until = new Date(now.getTime() + HOLD_MINUTES * MINUTE).toISOString()
  const untilThen = (expires_at: string) => ({
    expires_at,
    seconds: Math.ceil((Date.parse(expires_at) - now.getTime()) / 1000),
  })

  return withRememberedSpace(deps.db, request, (space) => {
    const stay = planStay(space, request, now)
    return orAlternatives(deps, { space, stay, userId }, () =>
      deps.db.transaction(async (db) => {
        const [, offered] = await together(
          lockHolder(db, userId),
          findOfferDuring(db, space, stay, { userId, now }),
        )
        const quoted = () => quoteFor(deps, db, { space, stay, request, userId })
        if (offered) {
          const [, quote] = await together(deleteHoldsOf(db, userId), quoted())
          return { ...untilThen(offered), quote }
        }
        const [unit, , quote] = await together(
          claimUnit(db, { space, span: stay, userId, now, keepsOffers: true }),
          deleteHoldsOf(db, userId),
          quoted(),
        )
        await together(
          takeUnit(db, space, unit, { cause: 'hold', held_by: userId, held_until, span: stay }),
          tellOfficeChanged(db, request.office_id),
        )
        return { ...untilThen(held_until), quote }
      }),
    )
  })
}
