import type { Language } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { INVITATION_DAYS, invitation } from '#server/features/admin-users/mails.ts'
import { makePasswordLink } from '#server/features/auth/make-password-link.ts'
import { sendMail } from '#server/features/mail/deliver-mail.ts'
import { writeMail } from '#server/features/mail/letter.ts'
import type { Deps } from '#server/http/routes.ts'

type Invited = { id: number; name: string; email: string; language: Language }

/** Mails somebody who has no way in yet a link to set a password. */
export async function inviteUser(deps: Deps, db: Db, user: Invited): Promise<void> {
  const link = await makePasswordLink(deps, db, user.id, INVITATION_DAYS * 24 * 60)
  await sendMail(
    deps,
    db,
    writeMail(user.email, user.language, invitation(user, deps.config.publicUrl, link)),
  )
}
