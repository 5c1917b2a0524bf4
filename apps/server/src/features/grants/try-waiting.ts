import { wakeWaiting } from '#server/features/grants/code-queries.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'

/** Call when a hub of the office has answered: retries what waits for it. */
export async function tryWaiting(deps: Deps, officeId: number): Promise<void> {
  await deps.db.transaction(async (db) => {
    for (const key of await wakeWaiting(db, officeId, deps.now())) await deps.enqueue(db, tendGrant, key)
  })
}
