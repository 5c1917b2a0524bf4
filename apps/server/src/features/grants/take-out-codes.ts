import { CODES_PAUSED_MINUTES, type CodeHolder } from '@keyhour/contract/grants'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { countCodes, pauseCodes, wakeGrantsAt } from '#server/features/grants/code-queries.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

/** For a holder that is about to be removed. If it stays, the codes come back after some minutes. */
export function takeOutCodes(deps: Deps, holder: CodeHolder, by: Actor): Promise<{ codes: number }> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const codes = await countCodes(db, holder)
    if (codes === 0) return { codes }
    const until = new Date(now.getTime() + CODES_PAUSED_MINUTES * MINUTE)
    await pauseCodes(db, holder, until.toISOString())
    for (const key of await wakeGrantsAt(db, holder, now)) await deps.enqueue(db, tendGrant, key)
    await auditAct(db, by, { action: 'take codes out', ...subjectOf(holder), details: { codes } }, now)
    return { codes }
  })
}

function subjectOf(holder: CodeHolder) {
  if ('device_id' in holder) return { subject: 'device', subject_id: holder.device_id } as const
  if ('hub_id' in holder) return { subject: 'hub', subject_id: holder.hub_id } as const
  return { subject: 'office', subject_id: holder.office_id } as const
}
