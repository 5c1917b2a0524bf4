import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { lockExpiredLots, writeLedger } from '#server/features/credits/ledger-queries.ts'
import { writeOff } from '#server/features/credits/spend-credits.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const LOTS_AT_ONCE = 500

export const expireCredits = job({
  name: 'expire-credits',
  data: z.object({}),
  retries: 0,
  cron: '7 * * * *',
  run: ({ db, now }: Deps) => writeOffExpired(db, now()),
})

/** Writes off expired credits. They could not be spent anyway; the ledger shows where they went. */
export async function writeOffExpired(db: Db, now: Date): Promise<void> {
  let count: number
  do {
    count = await db.transaction(async (db) => {
      const lots = await lockExpiredLots(db, now, LOTS_AT_ONCE)
      await writeLedger(
        db,
        lots.map(({ id, remaining }) => writeOff(id, remaining, now)),
      )
      return lots.length
    })
  } while (count === LOTS_AT_ONCE)
}
