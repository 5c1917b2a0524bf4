import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { listSeries, listToCheck } from '#server/features/statements/hash-queries.ts'
import { isIntact } from '#server/features/statements/rules.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const AT_ONCE = 200
const MOST_NAMED = 20

/** Checks daily that no statement has changed, and that none is missing. Logs every difference as an error. */
export const checkStatements = job({
  name: 'check-statements',
  data: z.object({}),
  retries: 0,
  cron: '47 2 * * *',
  run: async ({ db }: Deps) => {
    const found: string[] = []
    for (const series of await listSeries(db)) found.push(...(await problemsOf(db, series)))
    if (found.length > 0)
      throw new Error(`${found.length} statements are wrong: ${found.slice(0, MOST_NAMED).join('; ')}`)
  },
})

type Series = { office_id: number; number: number; hash: string | null }

async function problemsOf(db: Db, { office_id, number: last, hash }: Series): Promise<string[]> {
  const problems: string[] = []
  let before = { number: 0, hash: null as string | null }
  for (;;) {
    // The series was read first: statements that were issued since then are checked the next time.
    const rows = (await listToCheck(db, office_id, before.number, AT_ONCE)).filter(
      ({ number }) => number <= last,
    )
    for (const row of rows) {
      const name = `${office_id}-${row.number}`
      if (row.number !== before.number + 1) problems.push(`some before ${name} are missing`)
      if (!isIntact(row, before.hash)) problems.push(`${name} does not match its hash`)
      before = row
    }
    if (rows.length < AT_ONCE) break
  }
  if (before.number !== last || before.hash !== hash)
    problems.push(`${office_id}-${last} is not the last one`)
  return problems
}
