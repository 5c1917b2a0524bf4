import type { Db } from '#server/db/connection.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { voidPasswordLinks } from '#server/features/auth/link-queries.ts'
import { passwordChanged } from '#server/features/auth/mails.ts'
import {
  endGoogleConnection,
  endSessions,
  type KnownUser,
  keepPasswordHash,
} from '#server/features/auth/queries.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { Deps } from '#server/http/routes.ts'

type NewPassword = {
  userId: number
  passwordHash: string
  keepGoogle: boolean | undefined
  requestId: string
}

/**
 * Closes every other way in: ends all sessions, invalidates mailed links, and disconnects Google unless `keepGoogle`.
 * Needs a transaction.
 */
export async function replacePassword(
  deps: Deps,
  db: Db,
  { userId, passwordHash, keepGoogle, requestId }: NewPassword,
): Promise<KnownUser> {
  const now = deps.now()
  const changed_at = now.toISOString()
  await keepPasswordHash(db, { user_id: userId, password_hash: passwordHash, changed_at })
  await voidPasswordLinks(db, userId, now)
  const user = await endSessions(db, userId)
  const google = user.google_subject === null ? 'none' : keepGoogle ? 'kept' : 'ended'
  if (google === 'ended') {
    await endGoogleConnection(db, userId)
    const entry = { action: 'disconnect Google', subject: 'user', subject_id: userId, details: {} } as const
    await writeAudit(db, [{ actor_id: userId, ...entry, request_id: requestId }], { now })
  }
  const letter = passwordChanged(user, google, deps.config.publicUrl)
  await sendLetter(deps, db, user, letter)
  return user
}
