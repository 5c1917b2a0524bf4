import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { type FoundSpace, findLastChange, findSpace } from '#server/features/availability/space-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'

const MOST_REMEMBERED = 20_000

const memories = new WeakMap<Db, Map<string, FoundSpace>>()

/**
 * Does `work` with the space as it was last read, which saves a read. `work` has to check that the space has not changed
 * since, as `claimUnit` does. A refusal may come from an outdated space, so then `work` is done again with the space as
 * it is now.
 */
export async function withRememberedSpace<T>(
  db: Db,
  place: SpaceRef,
  work: (space: FoundSpace) => Promise<T>,
): Promise<T> {
  const memory = memoryOf(db)
  const key = `${place.office_id}/${place.sub_office_id}`
  const known = memory.get(key)
  try {
    if (known) return await work(known)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if ((await findLastChange(db, place.office_id)) === known?.changed_in) throw error
    memory.delete(key)
  }
  const space = orMissing(await findSpace(db, place), 'This space cannot be booked.')
  if (memory.size === MOST_REMEMBERED) memory.clear()
  memory.set(key, space)
  return work(space)
}

function memoryOf(db: Db): Map<string, FoundSpace> {
  const memory = memories.get(db) ?? new Map()
  memories.set(db, memory)
  return memory
}
