import type { Db } from '#server/db/connection.ts'
import { wakeGrants } from '#server/features/grants/queries.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'

/** Call after a change to the doors or hubs of an office. */
export async function followDoors(deps: Deps, db: Db, officeId: number): Promise<void> {
  for (const key of await wakeGrants(db, officeId, deps.now())) await deps.enqueue(db, tendGrant, key)
}
