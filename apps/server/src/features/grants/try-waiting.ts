import { wakeWaiting } from '#server/features/grants/code-queries.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'

/** Retries at once what waits for a hub of this office, because one has just answered. */
export async function tryWaiting(deps: Deps, officeId: number): Promise<void> {
  await deps.db.transaction(async (db) => {
    for (const key of await wakeWaiting(db, officeId, deps.now())) await deps.enqueue(db, tendGrant, key)
  })
}
