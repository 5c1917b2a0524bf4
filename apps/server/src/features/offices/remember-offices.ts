import { listOffices } from '@keyhour/contract/offices'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { shareReads } from '#server/db/share-reads.ts'
import { listChanges } from '#server/features/offices/change-queries.ts'
import { listPublicOffices } from '#server/features/offices/office-queries.ts'
import { etagOf } from '#server/http/etag.ts'

/** The list for everyone but admins, encoded. */
export type KeptOffices = { json: string; etag: string }

/**
 * Caches the encoded public list. Every request asks the database which offices have changed, so the list is never stale;
 * it is read, encoded and hashed again only after a change.
 */
export function rememberOffices(db: Db): () => Promise<KeptOffices> {
  let known: (KeptOffices & { since: string; changedIn: Map<number, string> }) | undefined

  return shareReads(async () => {
    // Read first, so that a change committed while the list is read is noticed by the next request.
    const { next, changes } = await listChanges(db, known?.since ?? '0')
    const isNew = changes.some(({ office_id, changed_in }) => known?.changedIn.get(office_id) !== changed_in)
    if (known && !isNew) return known
    const json = JSON.stringify(z.encode(listOffices.reply, await listPublicOffices(db)))
    const changedIn = new Map(changes.map(({ office_id, changed_in }) => [office_id, changed_in]))
    known = { json, etag: `W/${etagOf(json)}`, since: next, changedIn }
    return known
  })
}
