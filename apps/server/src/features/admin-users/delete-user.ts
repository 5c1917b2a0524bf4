import type { ShownOrders } from '@keyhour/contract/account-deletion'
import type { User } from '@keyhour/contract/admin-users'
import { cancelComingOrders } from '#server/features/account-deletion/cancel-coming-orders.ts'
import { lockUserRow, updateUserRow } from '#server/features/admin-users/account-queries.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { accountClosed } from '#server/features/admin-users/mails.ts'
import { countAffected } from '#server/features/admin-users/rules.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { endSessions } from '#server/features/auth/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import { lockAdmins } from '#server/features/users/admin-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * Signs them out, ends a running visit, and cancels their bookings with a full refund. Deleting twice changes nothing.
 */
export function deleteUser(
  deps: Deps,
  { id, shown }: { id: number; shown: ShownOrders | undefined },
  by: Actor,
): Promise<User> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const admins = await lockAdmins(db)
    if (!admins.includes(by.session.id)) throw new Refusal('forbidden', 'Only admins can do this.')
    if (id === by.session.id) throw new Refusal('conflict', 'You cannot delete yourself.')
    const user = orMissing(await lockUserRow(db, id), 'This user does not exist.')
    if (user.deleted_at === null) {
      const at = now.toISOString()
      await updateUserRow(db, id, { deleted_at: at }, { id: by.session.id, at })
      await endSessions(db, id)
      const leaving = { way: 'admin', adminId: by.session.id, shown } as const
      const details = countAffected(await cancelComingOrders(deps, db, id, leaving))
      const letter = accountClosed(user, details.coming_orders, deps.config.contactEmail)
      await sendLetter(deps, db, user, letter)
      await auditAct(db, by, { action: 'delete user', subject: 'user', subject_id: id, details }, now)
    }
    return (await findListedUser(db, id, now))!
  })
}
