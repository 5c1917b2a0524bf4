import type { Language } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { INVITATION_DAYS, invitation } from '#server/features/admin-users/mails.ts'
import { makePasswordLink } from '#server/features/auth/make-password-link.ts'
import { sendLetter } from '#server/features/mail/deliver-mail.ts'
import type { Deps } from '#server/http/routes.ts'

type Invited = { id: number; name: string; email: string; language: Language }

export async function inviteUser(deps: Deps, db: Db, user: Invited): Promise<void> {
  const link = await makePasswordLink(deps, db, user.id, INVITATION_DAYS * 24 * 60)
  await sendLetter(deps, db, user, invitation(user, deps.config.publicUrl, link))
}
