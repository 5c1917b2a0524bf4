import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { findUnwantedCode, forgetCode, wakeGrant } from '#server/features/grants/code-queries.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Code = { orderId: number; deviceId: number; because: 'taken_out_by_hand' | 'stays' }

export function forgetLockCode(
  deps: Deps,
  { orderId, deviceId, because }: Code,
  by: Actor,
): Promise<Record<string, never>> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const code = orMissing(
      await findUnwantedCode(db, orderId, deviceId),
      'This code is no longer in the lock.',
    )
    await forgetCode(db, code)
    for (const key of await wakeGrant(db, code, now)) await deps.enqueue(db, tendGrant, key)
    const details = { order_id: orderId, because }
    await auditAct(db, by, { action: 'forget code', subject: 'device', subject_id: deviceId, details }, now)
    return {}
  })
}
