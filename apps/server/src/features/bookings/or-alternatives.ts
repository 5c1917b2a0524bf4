import { findAlternatives, type WantedStay } from '#server/features/availability/find-alternatives.ts'
import { settled, wasInterrupted, wasTaken } from '#server/features/bookings/claim-unit.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Does `work`; if the time is taken, the refusal lists alternatives. */
export async function orAlternatives<T>(deps: Deps, wanted: WantedStay, work: () => Promise<T>): Promise<T> {
  try {
    return await settled(work)
  } catch (error) {
    if (!wasTaken(error) && !wasInterrupted(error)) throw error
    const alternatives = await findAlternatives(deps, wanted)
    throw new Refusal('conflict', 'This time is no longer free.', { alternatives })
  }
}
