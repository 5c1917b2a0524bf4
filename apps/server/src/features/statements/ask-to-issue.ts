import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { issueStatements } from '#server/features/statements/issue-statements.ts'
import { lastMonthAt } from '#server/features/statements/rules.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Where the month is not over yet on the clock of the office, the office waits. */
export async function askToIssue(deps: Deps, month: string, by: Actor): Promise<Record<string, never>> {
  const now = deps.now()
  if (month > lastMonthAt(now.getTime(), HOME_TIME_ZONE))
    throw badField('month', 'This month is not over yet', month)
  await deps.db.transaction(async (db) => {
    const act = { action: 'issue statements', subject: 'user', subject_id: by.session.id } as const
    await auditAct(db, by, { ...act, details: { month } }, now)
    await deps.enqueue(db, issueStatements, { until: month })
  })
  return {}
}
