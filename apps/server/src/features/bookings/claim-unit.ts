import { isDeepStrictEqual } from 'node:util'
import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import {
  cleaningFrom,
  findFreeUnit,
  insertOccupancy,
  listTaken,
  listUnits,
} from '#server/features/availability/occupancy-queries.ts'
import {
  type FoundSpace,
  findLastChange,
  findSpace,
  lockSpace,
  lockSpaces,
  type Space,
} from '#server/features/availability/space-queries.ts'
import { closeWaits, deleteHoldsDuring, deleteSpentHolds } from '#server/features/bookings/hold-queries.ts'
import { DEADLOCK, hasCode } from '#server/http/database-errors.ts'
import { Refusal } from '#server/http/refusal.ts'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

class UnitTaken extends Error {
  override readonly name = 'UnitTaken'
}

const OVERLAP = '23P01'
const SERIALISATION = '40001'

const wasTaken = (error: unknown): boolean => error instanceof UnitTaken || hasCode(error, OVERLAP)

/** Whether the database aborted the transaction in favour of another one; a retry may succeed. */
const wasInterrupted = (error: unknown): boolean => hasCode(error, DEADLOCK) || hasCode(error, SERIALISATION)

const MOST_TRIES = 3

/** Retries `work` if the database aborts it in favour of another transaction. */
export async function settled<T>(work: () => Promise<T>, tries = MOST_TRIES): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (tries === 1 || !wasInterrupted(error)) throw error
    return settled(work, tries - 1)
  }
}

/** Throws the refusal if another customer has the unit, or if all retries are aborted. */
export async function unlessTaken<T>(
  work: () => Promise<T>,
  refusal: () => Refusal | Promise<Refusal>,
): Promise<T> {
  try {
    return await settled(work)
  } catch (error) {
    if (!wasTaken(error) && !wasInterrupted(error)) throw error
    throw await refusal()
  }
}

type UnitUse =
  | { cause: 'order'; order_id: number }
  /** `waiting_id`: it was offered to somebody in the waiting list. */
  | { cause: 'hold'; held_by: number; held_until: string; waiting_id?: number }

type UnitRequest = {
  space: FoundSpace
  span: Span
  /** Whose holds give way. Null: nobody's. */
  userId: number | null
  now: Date
  /** The unit to stay in if possible. */
  kept?: number | undefined
  /** An order uses up what its customer was offered for that time. A hold does not. */
  keepsOffers?: boolean
}

/**
 * Every booking and every hold gets its unit here: locks the space, deletes spent holds, finds a free unit. The exclusion
 * constraint has the last word when `takeUnit` inserts the row.
 */
export async function claimUnit(
  db: Db,
  { space, span, userId, now, kept, keepsOffers = false }: UnitRequest,
): Promise<number> {
  const cleaned = spanWithCleaning(span, space)
  const [, unit] = await together(
    lockAsFound(db, space, { userId, stays: keepsOffers ? [] : [span], now }),
    findFreeUnit(db, space, cleaned, kept),
  )
  if (unit === undefined) throw new UnitTaken()
  return unit
}

/** `stays`: what this customer books, and so no longer waits for. It uses up what they were offered for that time. */
type Booked = { userId: number | null; stays: Span[]; now: Date }

/**
 * For several stays at once; `claimUnit` does it for one. Locks the space and deletes spent holds. Refuses a space that has
 * changed since the stay was planned.
 */
export async function lockAsFound(db: Db, space: FoundSpace, { userId, stays, now }: Booked): Promise<void> {
  const offered = stays.map((stay) => spanWithCleaning(stay, space))
  const [, changed_in] = await together(
    lockSpace(db, space),
    findLastChange(db, space.office_id),
    ...(userId === null || stays.length === 0 ? [] : [closeWaits(db, space, { userId, stays, now })]),
    deleteSpentHolds(db, space, { userId, offered, now }),
  )
  if (changed_in === space.changed_in) return
  // Something else in the office may have changed, and may have changed again by now.
  const current = await findSpace(db, space)
  if (!isDeepStrictEqual({ ...current, changed_in: space.changed_in }, space))
    throw new Refusal('conflict', 'This space has just changed. Please check it again.')
}

export const spanWithCleaning = ({ from, to }: Span, { cleaning_buffer_minutes }: Space): Span => ({
  from,
  to: to + cleaning_buffer_minutes * MINUTE,
})

/** Locks all units of a space, or of an office with all its spaces. Holds give way. */
export async function claimAll(db: Db, place: SpaceRef, span: Span): Promise<void> {
  await lockSpaces(db, place)
  await deleteHoldsDuring(db, place, span)
}

type Open = { space: FoundSpace; from: number; until: number; least: number; userId: number; now: Date }

/** The unit that stays free longest, and until when: at least for `least` milliseconds. */
export async function claimLongest(
  db: Db,
  { space, from, until, least, userId, now }: Open,
): Promise<{ unit: number; to: number }> {
  await lockAsFound(db, space, { userId, stays: [{ from, to: from + least }], now })
  const taken = await listTaken(db, space, { from, to: until }, { now })
  const choices = (await listUnits(db, space)).map((unit) => {
    const next = taken.filter(({ unit_id }) => unit_id === unit).map((one) => one.from)
    return { unit, to: Math.min(until, ...next) }
  })
  const [longest] = choices.sort((a, b) => b.to - a.to)
  if (!longest || longest.to - from < least) throw new UnitTaken()
  return longest
}

/** Takes the unit for the span and the cleaning after it. A hold covers both. */
export async function takeUnit(
  db: Db,
  space: Space,
  unit_id: number,
  { span, cause, ...use }: UnitUse & { span: Span },
): Promise<void> {
  const row = { office_id: space.office_id, unit_id, ...use }
  const spans =
    cause === 'hold'
      ? [{ cause, span: spanWithCleaning(span, space) }]
      : [{ cause, span }, ...cleaningFrom(span.to, space.cleaning_buffer_minutes)]
  await insertOccupancy(db, row, spans)
}
