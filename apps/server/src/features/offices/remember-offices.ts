import { listOffices } from '@keyhour/contract/offices'
import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { shareLook } from '#server/db/share-look.ts'
import { listChanges } from '#server/features/offices/change-queries.ts'
import { listPublicOffices } from '#server/features/offices/office-queries.ts'
import { etagOf } from '#server/http/etag.ts'

/** The list as everybody but admins gets it, ready to be sent. */
export type KeptOffices = { json: string; etag: string }

/**
 * Keeps the public list as it is sent. The database is asked each time which offices have changed since, so that the list
 * is never older than the request; reading, encoding and hashing all of it is done only when one has.
 */
export function rememberOffices(db: Db): () => Promise<KeptOffices> {
  let known: (KeptOffices & { since: string; changedIn: Map<number, string> }) | undefined

  return shareLook(async () => {
    // Before the list is read: what is committed in between is then seen as a change the next time.
    const { next, changes } = await listChanges(db, known?.since ?? '0')
    const isNew = changes.some(({ office_id, changed_in }) => known?.changedIn.get(office_id) !== changed_in)
    if (known && !isNew) return known
    const json = JSON.stringify(z.encode(listOffices.reply, await listPublicOffices(db)))
    const changedIn = new Map(changes.map(({ office_id, changed_in }) => [office_id, changed_in]))
    known = { json, etag: `W/${etagOf(json)}`, since: next, changedIn }
    return known
  })
}
