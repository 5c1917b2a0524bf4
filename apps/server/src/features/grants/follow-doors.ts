import type { Db } from '#server/db/connection.ts'
import { wakeGrants } from '#server/features/grants/queries.ts'
import { tendGrant } from '#server/features/grants/tend-grant.ts'
import type { Deps } from '#server/http/routes.ts'

/** Whoever is in the office gets the doors and hubs that it has now. Those who come find them anyway. */
export async function followDoors(deps: Deps, db: Db, officeId: number): Promise<void> {
  for (const key of await wakeGrants(db, officeId, deps.now())) await deps.enqueue(db, tendGrant, key)
}
