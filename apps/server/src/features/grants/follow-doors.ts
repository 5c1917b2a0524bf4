import type { Db } from '#server/db/connection.ts'
import { wakeGrants } from '#server/features/grants/queries.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'

/** Updates the locks for the orders that run now after doors or hubs of their office changed. */
export async function followDoors(deps: Deps, db: Db, officeId: number): Promise<void> {
  for (const key of await wakeGrants(db, officeId, deps.now())) await deps.enqueue(db, tendGrant, key)
}
