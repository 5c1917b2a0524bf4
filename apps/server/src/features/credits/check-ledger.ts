import { z } from 'zod'
import { listUnevenLots } from '#server/features/credits/ledger-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const LOTS_AT_ONCE = 5000
const MOST_NAMED = 20

/** Proves every day that what is left of each lot is what its ledger adds up to; a difference is an error in the log. */
export const checkLedger = job({
  name: 'check-ledger',
  data: z.object({}),
  retries: 0,
  cron: '37 2 * * *',
  run: async ({ db }: Deps) => {
    const uneven: string[] = []
    let last: number | undefined = 0
    while (last !== undefined) {
      const lots = await listUnevenLots(db, last, LOTS_AT_ONCE)
      uneven.push(
        ...lots.uneven.map(({ id, remaining, ledger }) => `lot ${id} has ${remaining}, its ledger ${ledger}`),
      )
      last = lots.last
    }
    if (uneven.length > 0)
      throw new Error(
        `${uneven.length} lots differ from the ledger: ${uneven.slice(0, MOST_NAMED).join('; ')}`,
      )
  },
})
