import type { CalendarProvider } from '@keyhour/contract/calendars'
import type { Db } from '#server/db/connection.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import { writeCopiesAgain } from '#server/features/calendars/copy-queries.ts'
import { resetLinks } from '#server/features/calendars/link-queries.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * The clock of an account, or of an office with all its accounts, has changed: coming copies are written again, and
 * everything is read anew. Whoever still works with the old clock loses the lease. The caller has locked the spaces.
 */
export async function beginAnew(
  { now, enqueue }: Deps,
  db: Db,
  which: { office_id: number; provider?: CalendarProvider },
): Promise<void> {
  const ids = await resetLinks(db, which, now())
  if (ids.length === 0) return
  await writeCopiesAgain(db, ids, now())
  await Promise.all(ids.map((link_id) => enqueue(db, SYNC_LINK, { link_id })))
}
