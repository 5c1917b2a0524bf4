import { LocalMonth } from '@keyhour/contract/primitives'
import { z } from 'zod'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { issueMonth } from '#server/features/statements/issue-month.ts'
import {
  findFirstMonth,
  listOfficesBefore,
  type OfficeToState,
} from '#server/features/statements/issue-queries.ts'
import { mailStatements } from '#server/features/statements/mail-statements.ts'
import { dueMonthAt, lastMonthAt, monthsToIssue } from '#server/features/statements/rules.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** East of all others it is a new month first. */
const EARLIEST_ZONE = 'Pacific/Kiritimati'

/**
 * Daily, because the third day of a month comes at another moment in each time zone, and because no server may have been
 * up. With `until`, an admin does not wait for that day.
 */
export const issueStatements = job({
  name: 'issue-statements',
  data: z.object({ until: LocalMonth.optional() }),
  retries: 5,
  cron: '20 3 * * *',
  run: async (deps: Deps, { until }) => {
    const now = deps.now().getTime()
    const failures: unknown[] = []
    for (const office of await listOfficesBefore(deps.db, lastMonthAt(now, EARLIEST_ZONE))) {
      const last = until
        ? [until, lastMonthAt(now, office.time_zone)].sort()[0]!
        : dueMonthAt(now, office.time_zone)
      try {
        await issueUntil(deps, office, last)
      } catch (error) {
        failures.push(error)
      }
    }
    if (failures.length > 0) throw new AggregateError(failures, 'the statements of some offices failed')
  },
})

/**
 * For the transaction that changes the owners of offices, before it does: months that are over belong to those who own
 * the office until then.
 */
export async function issueBeforeHandOver(deps: Deps, db: Db, officeIds: number[]): Promise<void> {
  if (officeIds.length === 0) return
  const now = deps.now().getTime()
  for (const office of await listOfficesBefore(db, lastMonthAt(now, EARLIEST_ZONE), officeIds))
    await issueUntil({ ...deps, db }, office, lastMonthAt(now, office.time_zone))
}

/** The daily job issues each month by itself, so that a long history need not fit into one transaction. */
async function issueUntil(deps: Deps, office: OfficeToState, last: string): Promise<void> {
  if (office.month !== null && office.month >= last) return
  const first = office.month === null ? await findFirstMonth(deps.db, office) : undefined
  for (const month of monthsToIssue(office.month, first, last)) {
    await deps.db.transaction(async (db) => {
      const [first, ...more] = await issueMonth(db, office, month, deps.now())
      if (first) await tellOfficeChanged(db, office.id)
      // Nobody waits for a mail about each month of the past.
      if (month === last && first) await mailStatements(deps, db, [first, ...more])
    })
  }
}
