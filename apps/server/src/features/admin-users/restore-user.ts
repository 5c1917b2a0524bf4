import type { Db } from '#server/db/connection.ts'
import { kept } from '#server/features/account-deletion/mails.ts'
import { findRunningDeletion, lockRequest, updateRequest } from '#server/features/account-deletion/queries.ts'
import { lockUserRow, updateUserRow } from '#server/features/admin-users/account-queries.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { followOrdersOf } from '#server/features/grants/follow-order.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { countCancelledAt } from '#server/features/orders/row-queries.ts'
import { refuseStale } from '#server/features/users/refuse-stale.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Also undoes a running account deletion. */
export async function restoreUser(
  deps: Deps,
  db: Db,
  { id, version }: { id: number; version: number | undefined },
  by: Actor,
): Promise<void> {
  const now = deps.now()
  const running = await findRunningDeletion(db, id)
  // Lock the request before the user, as confirming, undoing and purging do.
  const request = running && (await lockRequest(db, running.id))
  const user = orMissing(await lockUserRow(db, id), 'This user does not exist.')
  if (user.purged_at !== null) throw new Refusal('conflict', 'The data of this user was permanently deleted.')
  await refuseStale(db, user, version)
  if (user.deleted_at === null) return

  await updateUserRow(db, id, { deleted_at: null }, { id: by.session.id, at: now.toISOString() })
  await followOrdersOf(deps, db, id)
  if (request) {
    await updateRequest(db, request.request.id, { undone_at: now.toISOString() })
    const cancelled = await countCancelledAt(db, id, request.request.confirmed_at!)
    const letter = kept(user, cancelled, `${deps.config.publicUrl}/sign-in`)
    await sendLetter(deps, db, user, letter)
  }
  const details: Record<string, number> = request ? { deletion_request_id: request.request.id } : {}
  await auditAct(db, by, { action: 'restore user', subject: 'user', subject_id: id, details }, now)
}
