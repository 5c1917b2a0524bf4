import { isDeepStrictEqual } from 'node:util'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import {
  findFreeUnit,
  insertCleaning,
  insertOccupancy,
  listTaken,
  listUnits,
} from '#server/features/availability/occupancy-queries.ts'
import { findSpace, lockPlace, lockPlaces, type Space } from '#server/features/availability/space-queries.ts'
import { deleteHoldsDuring, deleteSpentHolds } from '#server/features/bookings/hold-queries.ts'
import { hasCode } from '#server/http/database-errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import { HALF_HOUR, MINUTE, type Span } from '#server/time/opening-hours.ts'

/** Somebody was faster. */
class UnitTaken extends Error {
  override readonly name = 'UnitTaken'
}

const OVERLAP = '23P01'
const DEADLOCK = '40P01'
const SERIALISATION = '40001'

/** Whether this attempt lost to another one. */
export const wasTaken = (error: unknown): boolean => error instanceof UnitTaken || hasCode(error, OVERLAP)

/** Whether the database gave up this attempt for another one; it could go well the next time. */
export const wasInterrupted = (error: unknown): boolean =>
  hasCode(error, DEADLOCK) || hasCode(error, SERIALISATION)

const MOST_TRIES = 3

/** Does `work` again when the database sent it back to let somebody else through: it has not lost yet. */
export async function settled<T>(work: () => Promise<T>, tries = MOST_TRIES): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries === 1 || !wasInterrupted(error)) throw error
    return settled(work, tries - 1)
  }
}

export type UnitUse =
  | { cause: 'order'; order_id: number }
  | { cause: 'hold'; held_by: number; held_until: string }

type Wanted = {
  place: Space
  span: Span
  cleaningMinutes: number
  userId: number
  now: Date
  /** Where somebody is already, and stays if possible. */
  kept?: number | undefined
}

/**
 * The only way to a unit, for every cause: the space is locked, holds that count no longer make room, and the
 * constraint on the table has the last word. Answers the unit that `takeUnit` then writes down.
 */
export async function claimUnit(
  db: Db,
  { place, span, cleaningMinutes, userId, now, kept }: Wanted,
): Promise<number> {
  await lockAsFound(db, place)
  await deleteSpentHolds(db, place, userId, now)
  const unit = await findFreeUnit(db, place, withCleaning(span, cleaningMinutes), kept)
  if (unit === undefined) throw new UnitTaken()
  return unit
}

/** What was planned with before may have changed since: another price, other hours, or it is gone. */
async function lockAsFound(db: Db, space: Space): Promise<void> {
  await lockPlace(db, space)
  if (!isDeepStrictEqual(await findSpace(db, space), space))
    throw new Refusal('conflict', 'This space was changed just now. Please look at it again.')
}

const withCleaning = ({ from, to }: Span, minutes: number): Span => ({ from, to: to + minutes * MINUTE })

/** The same for all units of a place at once: nobody books there any more, and holds give way. */
export async function claimAll(db: Db, place: SpaceRef, span: Span): Promise<void> {
  await lockPlaces(db, place)
  await deleteHoldsDuring(db, place, span)
}

type Open = { space: Space; from: number; until: number; userId: number; now: Date }

/** The unit that stays free longest from this moment on, and until when; at least for half an hour. */
export async function claimLongest(
  db: Db,
  { space, from, until, userId, now }: Open,
): Promise<{ unit: number; to: number }> {
  await lockAsFound(db, space)
  await deleteSpentHolds(db, space, userId, now)
  const taken = await listTaken(db, space, { from, to: until }, { now })
  const choices = (await listUnits(db, space)).map((unit) => {
    const next = taken.filter(({ unit_id }) => unit_id === unit).map((one) => one.from)
    return { unit, to: Math.min(until, ...next) }
  })
  const [longest] = choices.sort((a, b) => b.to - a.to)
  if (!longest || longest.to - from < HALF_HOUR) throw new UnitTaken()
  return longest
}

/** Writes down that a unit is taken, and for how long it is cleaned afterwards. A hold is kept for both. */
export async function takeUnit(
  db: Db,
  officeId: number,
  unitId: number,
  { span, cleaningMinutes, ...use }: UnitUse & { span: Span; cleaningMinutes: number },
): Promise<void> {
  const row = { office_id: officeId, unit_id: unitId, ...use }
  if (use.cause === 'hold') return insertOccupancy(db, { ...row, span: withCleaning(span, cleaningMinutes) })
  await insertOccupancy(db, { ...row, span })
  await insertCleaning(db, { office_id: officeId, id: use.order_id }, unitId, span.to, cleaningMinutes)
}
