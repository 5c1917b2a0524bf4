import { forgiveAttempts, limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { isPassword } from '#server/features/auth/password.ts'
import { findPasswordHash } from '#server/features/auth/queries.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Typed = { field: string; password: string }

export const wrongPassword = (field: string) => badField(field, 'This is not your current password.')

/**
 * For what an open session alone does not allow. All callers share one limit. Returns the checked hash, undefined for
 * an account without a password.
 */
export async function provePassword(
  deps: Deps,
  userId: number,
  { field, password }: Typed,
): Promise<string | undefined> {
  const limits = [{ what: 'prove password', who: String(userId), most: 10, minutes: 15 }]
  await limitAttempts(deps, limits)
  const passwordHash = await findPasswordHash(deps.db, userId)
  if (passwordHash && !(await isPassword(password, passwordHash))) throw wrongPassword(field)
  await forgiveAttempts(deps, limits)
  return passwordHash
}
