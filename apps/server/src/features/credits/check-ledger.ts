import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { type Proven, sumBalances, sumLots } from '#server/features/credits/ledger-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const ROWS_AT_ONCE = 5000
const MOST_NAMED = 20

/**
 * Checks daily that each lot equals the sum of its ledger entries, and each balance the sum of its lots. Logs every
 * difference as an error.
 */
export const checkLedger = job({
  name: 'check-ledger',
  data: z.object({}),
  retries: 0,
  cron: '37 2 * * *',
  run: async ({ db }: Deps) => {
    const lots = await listUneven(db, sumLots)
    const balances = await listUneven(db, sumBalances)
    const found = [
      ...lots.map(({ id, kept, sum }) => `lot ${id} has ${kept}, its ledger ${sum}`),
      ...balances.map(({ id, kept, sum }) => `user ${id} has ${kept}, their lots ${sum}`),
    ]
    if (found.length > 0)
      throw new Error(
        `${lots.length} lots differ from the ledger and ${balances.length} balances from their lots: ${found.slice(0, MOST_NAMED).join('; ')}`,
      )
  },
})

type Sum = (db: Db, after: number, limit: number) => Promise<Proven[]>

async function listUneven(db: Db, sum: Sum): Promise<Proven[]> {
  const uneven: Proven[] = []
  let last: number | undefined = 0
  while (last !== undefined) {
    const rows: Proven[] = await sum(db, last, ROWS_AT_ONCE)
    uneven.push(...rows.filter(({ kept, sum }) => kept !== sum))
    last = rows.length === ROWS_AT_ONCE ? rows.at(-1)!.id : undefined
  }
  return uneven
}
