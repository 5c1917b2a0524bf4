import type { Db } from '#server/db/connection.ts'
import type { AccountKey } from '#server/features/calendars/account-key.ts'
import { SYNC_LINK } from '#server/features/calendars/ask-to-sync.ts'
import { forgetFailures } from '#server/features/calendars/link-queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** The account works again, so its links need not wait until their next try. */
export async function reviveLinks({ now, enqueue }: Deps, db: Db, account: AccountKey): Promise<void> {
  const ids = await forgetFailures(db, account, now())
  await Promise.all(ids.map((link_id) => enqueue(db, SYNC_LINK, { link_id })))
}
