import type { Db } from '#server/db/connection.ts'
import { shareReads } from '#server/db/share-reads.ts'
import { listChanges } from '#server/features/offices/change-queries.ts'
import type { ListedOffice } from '#server/features/spaces/listed-space-rules.ts'
import { listListedSpaces } from '#server/features/spaces/queries.ts'
import { type Board, layOut } from '#server/features/spaces/rules.ts'

/**
 * Keeps all offers in memory. Every search first asks the database which offices have changed, so results are never stale,
 * even if another server made the change.
 */
function rememberOffers(db: Db) {
  const offices = new Map<number, ListedOffice & { changed_in: string }>()
  let since = '0'
  let board = layOut([])

  async function look(): Promise<Board> {
    const { next, changes } = await listChanges(db, since)
    const stale = changes.filter(
      ({ office_id, changed_in }) => offices.get(office_id)?.changed_in !== changed_in,
    )
    if (stale.length > 0) {
      const ids = stale.map(({ office_id }) => office_id)
      for (const office of await listListedSpaces(db, ids)) offices.set(office.office_id, office)
      board = layOut(offices.values())
    }
    since = next
    return board
  }

  return shareReads(look)
}

const memories = new WeakMap<Db, () => Promise<Board>>()

export function currentBoard(db: Db): Promise<Board> {
  const memory = memories.get(db) ?? rememberOffers(db)
  memories.set(db, memory)
  return memory()
}
