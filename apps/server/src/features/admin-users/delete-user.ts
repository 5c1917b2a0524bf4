import type { User } from '@keyhour/contract/admin-users'
import type { FastifyRequest } from 'fastify'
import { findDeletion, lockUser, updateUser } from '#server/features/admin-users/account-queries.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { accountClosed } from '#server/features/admin-users/mails.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { endSessions } from '#server/features/auth/queries.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { cancelComingOrders } from '#server/features/orders/cancel-coming-orders.ts'
import { lockAdmins } from '#server/features/users/admin-queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * Out at once, everywhere, also of where they are in just now; what they had booked is cancelled and paid back in full.
 * Who is deleted already stays so since then.
 */
export function deleteUser(
  deps: Deps,
  id: number,
  { session, id: request_id }: Pick<FastifyRequest, 'session' | 'id'>,
): Promise<User> {
  const now = deps.now()
  return deps.db.transaction(async (db) => {
    const admins = await lockAdmins(db)
    if (!admins.includes(session.id)) throw new Refusal('forbidden', 'Only admins may do this.')
    if (id === session.id) throw new Refusal('conflict', 'You cannot delete yourself.')
    const user = orMissing(await lockUser(db, id), 'This user does not exist.')
    if (user.deleted_at === null) {
      const at = now.toISOString()
      await updateUser(db, id, { deleted_at: at }, { id: session.id, at })
      await endSessions(db, id)
      const details = await findDeletion(db, id, now)
      await cancelComingOrders(deps, db, id, session.id)
      const letter = accountClosed(user, details.coming_orders, deps.config.contactEmail)
      await sendMail(deps, db, writeMail(user.email, user.language, letter))
      const entry = { action: 'delete user', subject: 'user', subject_id: id, details, request_id }
      await writeAudit(db, [{ actor_id: session.id, ...entry }], { now })
    }
    return (await findListedUser(db, id, now))!
  })
}
