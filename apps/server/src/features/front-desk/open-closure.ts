import type { Actor } from '#server/features/audit/queries.ts'
import { removeClosure } from '#server/features/closures/remove-closure.ts'
import { isClosedByManager } from '#server/features/front-desk/queries.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** What an admin or the owner has closed, managers leave closed: there may be a reason that they do not know. */
export async function openClosure(
  deps: Deps,
  key: { office_id: number; id: number },
  by: Actor,
): Promise<void> {
  await refuseNonManager(deps.db, key.office_id, by.session)
  if (!by.session.admin && !(await isClosedByManager(deps.db, key)))
    throw new Refusal('missing', 'This closure does not exist.')
  await removeClosure(deps, key, by)
}
