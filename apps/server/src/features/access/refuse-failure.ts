import { describeFailure } from '#server/features/grants/describe-failure.ts'
import { Refusal } from '#server/http/refusal.ts'
import { DoorFailed, type DoorFailure } from '#server/outside/door-driver.ts'

/** The lock itself was asked and did not do it; all else could not even be asked. */
const OF_THE_LOCK: DoorFailure[] = ['jammed', 'stayed_shut', 'not_confirmed', 'unsupported_door']

export const refusalOf = (failure: DoorFailure): Refusal =>
  new Refusal(OF_THE_LOCK.includes(failure) ? 'conflict' : 'unavailable', describeFailure(failure)!)

/** What went wrong at a hub is told to whoever waits for it. */
export function refuseFailure(error: unknown): never {
  throw error instanceof DoorFailed ? refusalOf(error.reason) : error
}
