import { findAlternatives, type TakenStay } from '#server/features/availability/find-alternatives.ts'
import { unlessTaken } from '#server/features/bookings/claim-unit.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Does `work`; if the time is taken, the refusal lists alternatives. */
export const orAlternatives = <T>(deps: Deps, wanted: TakenStay, work: () => Promise<T>): Promise<T> =>
  unlessTaken(work, async () => {
    const alternatives = await findAlternatives(deps, wanted)
    return new Refusal('conflict', 'This time is no longer free.', { alternatives })
  })
