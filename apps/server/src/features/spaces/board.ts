import type { Db } from '#server/db/connection.ts'
import { listChanges, listOffers } from '#server/features/spaces/queries.ts'
import { type Board, layOut, type OfferedOffice } from '#server/features/spaces/rules.ts'

/**
 * What a server has in mind of all that is on offer. It asks the database each time which offices have changed since it
 * last looked, whoever changed them, so that it never answers with what was.
 */
function rememberOffers(db: Db) {
  const offices = new Map<number, OfferedOffice & { changed_in: string }>()
  let since = '0'
  let board = layOut([])
  let looking: Promise<Board> | undefined
  let lookingNext: Promise<Board> | undefined

  async function look(): Promise<Board> {
    const { next, changes } = await listChanges(db, since)
    const stale = changes.filter(
      ({ office_id, changed_in }) => offices.get(office_id)?.changed_in !== changed_in,
    )
    if (stale.length > 0) {
      const ids = stale.map(({ office_id }) => office_id)
      for (const office of await listOffers(db, ids)) offices.set(office.office_id, office)
      board = layOut(offices.values())
    }
    since = next
    return board
  }

  /** Whoever comes while somebody looks needs a later look, and shares it with all who come meanwhile. */
  return function currentBoard(): Promise<Board> {
    if (!looking) {
      looking = look().finally(() => {
        looking = undefined
      })
      return looking
    }
    lookingNext ??= looking
      .catch(() => undefined)
      .then(() => {
        lookingNext = undefined
        return currentBoard()
      })
    return lookingNext
  }
}

const memories = new WeakMap<Db, () => Promise<Board>>()

export function currentBoard(db: Db): Promise<Board> {
  const memory = memories.get(db) ?? rememberOffers(db)
  memories.set(db, memory)
  return memory()
}
