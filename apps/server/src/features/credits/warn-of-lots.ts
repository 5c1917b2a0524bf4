import type { Db } from '#server/db/connection.ts'
import { markWarned } from '#server/features/credits/ledger-queries.ts'
import { warnedUntil } from '#server/features/credits/rules.ts'
import type { Deps } from '#server/http/routes.ts'

const LOTS_AT_ONCE = 500

type Warning<Lot> = {
  /** Lots that expire until then and were not warned of, at most `limit`. */
  lock: (db: Db, when: { now: Date; until: string }, limit: number) => Promise<Lot[]>
  mail: (db: Db, lots: Lot[]) => Promise<void>
}

/** Mails about lots that expire in a week, once for each. Running it again mails nobody. */
export async function warnOfLots<Lot extends { id: number }>(
  deps: Deps,
  warning: Warning<Lot>,
): Promise<void> {
  while ((await warnOfSome(deps, warning)) === LOTS_AT_ONCE);
}

/** Answers how many lots it found. */
function warnOfSome<Lot extends { id: number }>(deps: Deps, { lock, mail }: Warning<Lot>): Promise<number> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const lots = await lock(db, { now, until: warnedUntil(now) }, LOTS_AT_ONCE)
    await mail(db, lots)
    await markWarned(
      db,
      lots.map(({ id }) => id),
      now,
    )
    return lots.length
  })
}
