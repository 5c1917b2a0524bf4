import { describeFailure } from '#server/features/grants/describe-failure.ts'
import { Refusal } from '#server/http/refusal.ts'
import { DoorFailed, type DoorFailure } from '#server/outside/door-driver.ts'

/** Failures of the lock itself; every other failure means that it could not be reached. */
const OF_THE_LOCK: DoorFailure[] = ['jammed', 'stayed_shut', 'not_confirmed', 'unsupported_door']

export const refusalOfFailure = (failure: DoorFailure): Refusal =>
  new Refusal(OF_THE_LOCK.includes(failure) ? 'conflict' : 'unavailable', describeFailure(failure)!)

export function refuseDoorFailure(error: unknown): never {
  throw error instanceof DoorFailed ? refusalOfFailure(error.reason) : error
}
