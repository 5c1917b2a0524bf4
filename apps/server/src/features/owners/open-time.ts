import type { Actor } from '#server/features/audit/queries.ts'
import { removeClosure } from '#server/features/closures/remove-closure.ts'
import { isClosedByAdmin } from '#server/features/owners/calendar-queries.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * What an admin has closed, only admins open: there may be a reason that the owner does not know, and orders that are still
 * being cancelled for it.
 */
export async function openTime(deps: Deps, key: { office_id: number; id: number }, by: Actor): Promise<void> {
  await refuseNonOwner(deps.db, key.office_id, by.session)
  if (!by.session.admin && (await isClosedByAdmin(deps.db, key)))
    throw new Refusal(
      'forbidden',
      'This time was closed by Keyhour. Please write to us if you want it reopened.',
    )
  await removeClosure(deps, key, by)
}
