import { tellOfficeChanged } from '#server/db/changes.ts'
import { closeLapsed, closeOver, waitAgain } from '#server/features/waiting-list/queries.ts'
import type { Deps } from '#server/http/routes.ts'

/** What became of offers, and with `all` also of waits. In this order: an offer that has lapsed does not wait again. */
export async function settleWaits({ db, now }: Pick<Deps, 'db' | 'now'>, all: boolean): Promise<void> {
  const moment = now()
  await db.transaction(async (db) => {
    for (const office of await closeLapsed(db, moment)) await tellOfficeChanged(db, office)
  })
  await waitAgain(db, moment)
  if (all) await closeOver(db, moment)
}
