import type { signInWithGoogle as contract } from '@keyhour/contract/auth'
import type { Language } from '@keyhour/contract/primitives'
import type { z } from 'zod'
import { admitUser, signInFailed } from '#server/features/auth/admit-user.ts'
import { rememberDevice } from '#server/features/auth/limit-sign-ins.ts'
import {
  confirmAddress,
  findGoogleUser,
  insertUser,
  isKnownGoogleAccount,
  keepGoogleAccount,
  rememberGoogleAccount,
} from '#server/features/auth/queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import type { GoogleAccount } from '#server/outside/google.ts'
import { issueToken } from '#server/secrets/session-token.ts'

type Given = z.infer<typeof contract.body>
type Reply = z.infer<typeof contract.reply>

/** `language` is for the mails to a new user. */
type Browser = { language: Language; device: string }

export async function signInWithGoogle(
  deps: Deps,
  given: Given,
  { language, device }: Browser,
): Promise<Reply> {
  const account = await deps.google.verify(given.access_token, deps.now())
  if (!account) throw signInFailed()
  const user = await findOrMakeUser(deps, account, language)
  const isConnected = user.google_subject === account.subject
  if (!isConnected && (user.google_subject !== null || !account.ownsAddress)) throw addressIsTaken()

  const admitted = await admitUser(deps, user, given.undo_deletion)
  if (isConnected) await rememberGoogleAccount(deps.db, { ...nameOf(account), user_id: admitted.id })
  else await connect(deps, admitted.id, account)
  const { id, name, email, admin, session_epoch } = admitted
  await rememberDevice(deps, { email, device, session_epoch })
  return {
    access_token: await issueToken(deps.secrets, admitted, deps.now()),
    user: { id, name, email, admin },
  }
}

const addressIsTaken = () =>
  new Refusal(
    'conflict',
    'There is already an account with this address. Sign in with your password, then connect Google in your profile.',
  )

const isDisconnected = () =>
  new Refusal(
    'conflict',
    'Google sign-in was disconnected from your account. Sign in with your password, then connect it again in your profile.',
  )

const nameOf = ({ subject, email }: GoogleAccount) => ({ subject, email })

/**
 * Of two simultaneous first sign-ins, the second finds the user that the first made. A disconnected Google account
 * neither signs in nor makes a new user.
 */
async function findOrMakeUser({ db, now }: Deps, account: GoogleAccount, language: Language) {
  // Read first: a user made in the meantime must not look disconnected.
  const wasConnected = await isKnownGoogleAccount(db, account.subject)
  const known = await findGoogleUser(db, account)
  if (wasConnected && known?.google_subject !== account.subject) throw isDisconnected()
  if (known) return known
  const at = now().toISOString()
  const made = await db.transaction(async (db) => {
    const user = await insertUser(db, {
      name: account.name,
      email: account.email,
      google_subject: account.subject,
      language,
      created_at: at,
      email_confirmed_at: at,
    })
    if (user) await rememberGoogleAccount(db, { ...nameOf(account), user_id: user.id })
    return user
  })
  return made ?? (await findGoogleUser(db, account))!
}

const connect = ({ db, now }: Deps, userId: number, account: GoogleAccount): Promise<void> =>
  db.transaction(async (db) => {
    if (!(await keepGoogleAccount(db, userId, nameOf(account)))) throw addressIsTaken()
    await confirmAddress(db, userId, now())
  })
