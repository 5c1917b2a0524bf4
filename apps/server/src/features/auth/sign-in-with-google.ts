import type { signInWithGoogle as contract } from '@keyhour/contract/auth'
import type { Language } from '@keyhour/contract/primitives'
import type { z } from 'zod'
import { admitUser, signInFailed } from '#server/features/auth/admit-user.ts'
import {
  confirmAddress,
  findGoogleUser,
  insertUser,
  keepGoogleSubject,
} from '#server/features/auth/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import type { GoogleAccount } from '#server/outside/google.ts'
import { issueToken } from '#server/secrets/session-token.ts'

type Given = z.infer<typeof contract.body>
type Reply = z.infer<typeof contract.reply>

/** `language` is for the mails of somebody who comes for the first time. */
export async function signInWithGoogle(deps: Deps, given: Given, language: Language): Promise<Reply> {
  const account = await deps.google.verify(given.access_token, deps.now())
  if (!account) throw signInFailed()
  const user = await findOrMakeUser(deps, account, language)
  const isConnected = user.google_subject === account.subject
  if (!isConnected && (user.google_subject !== null || !account.ownsAddress)) throw addressIsTaken()

  const admitted = await admitUser(deps, user, given.undo_deletion)
  if (!isConnected) await connect(deps, admitted.id, account.subject)
  const { id, name, email, admin } = admitted
  return {
    access_token: await issueToken(deps.secrets, admitted, deps.now()),
    user: { id, name, email, admin },
  }
}

const addressIsTaken = () =>
  new Refusal(
    'conflict',
    'An account with this address exists already. Sign in with your password, then connect Google on your profile.',
  )

/** Of two first sign-ins at once the second finds what the first has made. */
async function findOrMakeUser({ db, now }: Deps, account: GoogleAccount, language: Language) {
  const known = await findGoogleUser(db, account)
  if (known) return known
  const at = now().toISOString()
  const made = await db.transaction((db) =>
    insertUser(db, {
      name: account.name,
      email: account.email,
      google_subject: account.subject,
      language,
      created_at: at,
      email_confirmed_at: at,
    }),
  )
  return made ?? (await findGoogleUser(db, account))!
}

async function connect({ db, now }: Deps, userId: number, subject: string): Promise<void> {
  if (!(await keepGoogleSubject(db, userId, subject))) throw addressIsTaken()
  await confirmAddress(db, userId, now())
}
