import type { Db } from '#server/db/connection.ts'
import { voidPasswordLinks } from '#server/features/auth/link-queries.ts'
import { passwordChanged } from '#server/features/auth/mails.ts'
import { endSessions, type KnownUser, keepPasswordHash } from '#server/features/auth/queries.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import type { Deps } from '#server/http/routes.ts'

/** With it, all sessions end, the links of older mails are void, and the owner hears of it. Needs a transaction. */
export async function replacePassword(
  deps: Deps,
  db: Db,
  userId: number,
  passwordHash: string,
): Promise<KnownUser> {
  const now = deps.now()
  const changed_at = now.toISOString()
  await keepPasswordHash(db, { user_id: userId, password_hash: passwordHash, changed_at })
  await voidPasswordLinks(db, userId, now)
  const user = await endSessions(db, userId)
  const letter = passwordChanged(user, deps.config.publicUrl)
  await sendMail(deps, db, writeMail(user.email, user.language, letter))
  return user
}
