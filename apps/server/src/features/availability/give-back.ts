import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { placeEvents } from '#server/features/availability/event-queries.ts'
import { listClosuresDuring, takeRest } from '#server/features/availability/occupancy-queries.ts'
import { HOUR, type Span } from '#server/time/opening-hours.ts'

/** Cleaning takes at most that long, and an order that leaves takes its cleaning along. */
const LONGEST_CLEANING_MS = 4 * HOUR

export const withCleaning = ({ from, to }: Span): Span => ({ from, to: to + LONGEST_CLEANING_MS })

/** Gives the time that an order or an unlinked calendar leaves free to the closures and outside events that overlap it. */
export async function giveBack(db: Db, space: SpaceRef, freed: Span): Promise<void> {
  const [closures] = await together(
    listClosuresDuring(db, space, freed),
    placeEvents(db, space, [withCleaning(freed)]),
  )
  for (const { id, ...span } of closures) await takeRest(db, space, span, id)
}
