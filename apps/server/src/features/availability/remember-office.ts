import type { Db } from '#server/db/connection.ts'
import { type KnownOffice, type Occupancy, readOffice } from '#server/features/availability/day-queries.ts'

const MOST_REMEMBERED = 2000
const MOST_TRIES = 3

const memories = new WeakMap<Db, Map<number, KnownOffice>>()

type Asked = { office: KnownOffice; occupancy: Occupancy }

/**
 * Asks what is taken in an office as it was last read, which saves reading it. The answer says when the office last
 * changed, so an outdated office is noticed, read again and asked about again. `ask` returns undefined if the office lacks
 * what it is asked for. Undefined if the office, or that, does not exist.
 */
export async function askOffice(
  db: Db,
  officeId: number,
  ask: (office: KnownOffice) => Promise<Occupancy> | undefined,
): Promise<Asked | undefined> {
  const memory = memories.get(db) ?? new Map<number, KnownOffice>()
  memories.set(db, memory)
  let office = memory.get(officeId)
  let occupancy = office && (await ask(office))
  for (let tries = 0; tries < MOST_TRIES && !isCurrent(office, occupancy); tries += 1) {
    memory.delete(officeId)
    office = await readOffice(db, officeId)
    occupancy = office && (await ask(office))
    if (!office || !occupancy) return undefined
    if (memory.size === MOST_REMEMBERED) memory.clear()
    memory.set(officeId, office)
  }
  return { office: office!, occupancy: occupancy! }
}

const isCurrent = (office: KnownOffice | undefined, occupancy: Occupancy | undefined): boolean =>
  !!office && !!occupancy && office.changed_in !== null && office.changed_in === occupancy.changed_in
