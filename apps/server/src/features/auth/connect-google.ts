import type { OwnProfile } from '@keyhour/contract/users'
import { keepGoogleSubject } from '#server/features/auth/queries.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** In place of the Google account that was connected before, if any. */
export async function connectGoogle(deps: Deps, userId: number, idToken: string): Promise<OwnProfile> {
  const account = await deps.google.verify(idToken, deps.now())
  // Not a 401: it is Google's token that is bad, and the caller stays signed in.
  if (!account) throw badField('access_token', 'Sign-in failed. Please try again.')
  if (!(await keepGoogleSubject(deps.db, userId, account.subject)))
    throw new Refusal('conflict', 'This Google account is connected to somebody else.')
  return getOwnProfile(deps, userId)
}
