import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import { kept } from '#server/features/account-deletion/mails.ts'
import { findRunningDeletion, lockRequest, markUndone } from '#server/features/account-deletion/queries.ts'
import { lockUser, updateUser } from '#server/features/admin-users/account-queries.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { followOrdersOf } from '#server/features/grants/follow-order.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** The same account, with its offices and credits. A deletion that the person has asked for is undone with it. */
export async function restoreUser(
  deps: Deps,
  db: Db,
  id: number,
  { session, id: request_id }: Pick<FastifyRequest, 'session' | 'id'>,
): Promise<void> {
  const now = deps.now()
  const running = await findRunningDeletion(db, id)
  // First the request, then its person: in this order they are locked by whoever confirms, undoes or purges.
  const request = running && (await lockRequest(db, running.id))
  const user = orMissing(await lockUser(db, id), 'This user does not exist.')
  if (user.purged_at !== null) throw new Refusal('conflict', 'The data of this user is deleted for good.')
  if (user.deleted_at === null) return

  await updateUser(db, id, { deleted_at: null }, { id: session.id, at: now.toISOString() })
  await followOrdersOf(deps, db, id)
  if (request) {
    await markUndone(db, request.request.id, now)
    const letter = kept(user, `${deps.config.publicUrl}/sign-in`)
    await sendMail(deps, db, writeMail(user.email, user.language, letter))
  }
  const details: Record<string, number> = request ? { deletion_request_id: request.request.id } : {}
  const entry = { action: 'restore user', subject: 'user', subject_id: id, details, request_id }
  await writeAudit(db, [{ actor_id: session.id, ...entry }], { now })
}
