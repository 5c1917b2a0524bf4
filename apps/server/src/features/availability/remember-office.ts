import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { type KnownOffice, type Occupancy, readOffice } from '#server/features/availability/day-queries.ts'
import { type FoundSpace, findLastChange } from '#server/features/availability/space-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'

const MOST_REMEMBERED = 2000
const MOST_TRIES = 3

/** Offices as they were last read. What uses one checks whether the office has changed since. */
const memories = new WeakMap<Db, Map<number, KnownOffice>>()

function memoryOf(db: Db): Map<number, KnownOffice> {
  const memory = memories.get(db) ?? new Map()
  memories.set(db, memory)
  return memory
}

async function readAgain(db: Db, officeId: number): Promise<KnownOffice | undefined> {
  const memory = memoryOf(db)
  memory.delete(officeId)
  const office = await readOffice(db, officeId)
  if (memory.size === MOST_REMEMBERED) memory.clear()
  if (office) memory.set(officeId, office)
  return office
}

type Asked = { office: KnownOffice; occupancy: Occupancy }

/**
 * Asks what is taken in a remembered office. The answer says when the office last changed, so an outdated office is
 * noticed, read again and asked about again. `ask` returns undefined if the office lacks what it is asked for. Undefined
 * if the office, or that, does not exist.
 */
export async function askOffice(
  db: Db,
  officeId: number,
  ask: (office: KnownOffice) => Promise<Occupancy> | undefined,
): Promise<Asked | undefined> {
  let office = memoryOf(db).get(officeId)
  let occupancy = office && (await ask(office))
  for (let tries = 0; tries < MOST_TRIES && !isCurrent(office, occupancy); tries += 1) {
    office = await readAgain(db, officeId)
    occupancy = office && (await ask(office))
    if (!office || !occupancy) return undefined
  }
  return { office: office!, occupancy: occupancy! }
}

const isCurrent = (office: KnownOffice | undefined, occupancy: Occupancy | undefined): boolean =>
  !!office && !!occupancy && office.changed_in !== null && office.changed_in === occupancy.changed_in

/**
 * Does `work` with a space of a remembered office. `work` has to check that the space has not changed since, as
 * `claimUnit` does. A refusal may come from an outdated space, so then `work` is done again with the space as it is now.
 */
export async function withRememberedSpace<T>(
  db: Db,
  place: SpaceRef,
  work: (space: FoundSpace) => Promise<T>,
): Promise<T> {
  const known = memoryOf(db).get(place.office_id)
  const remembered = spaceIn(known, place)
  try {
    if (remembered) return await work(remembered)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if ((await findLastChange(db, place.office_id)) === known?.changed_in) throw error
  }
  const current = spaceIn(await readAgain(db, place.office_id), place)
  return work(orMissing(current, 'This space cannot be booked.'))
}

function spaceIn(office: KnownOffice | undefined, { sub_office_id }: SpaceRef): FoundSpace | undefined {
  const found = office?.spaces.find((space) => space.sub_office_id === sub_office_id)
  if (!found) return undefined
  const { units: _, ...space } = found
  return space
}
