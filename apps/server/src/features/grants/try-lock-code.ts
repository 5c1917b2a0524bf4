import { findUnwantedCode, wakeGrant } from '#server/features/grants/code-queries.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Code = { orderId: number; deviceId: number }

export function tryLockCode(deps: Deps, { orderId, deviceId }: Code): Promise<Record<string, never>> {
  return deps.db.transaction(async (db) => {
    const code = orMissing(
      await findUnwantedCode(db, orderId, deviceId),
      'This code is no longer in the lock.',
    )
    for (const key of await wakeGrant(db, code, deps.now())) await deps.enqueue(db, tendGrant, key)
    return {}
  })
}
