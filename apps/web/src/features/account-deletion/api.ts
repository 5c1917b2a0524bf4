import * as contract from '@keyhour/contract/account-deletion'
import { call, type Reply } from '#web/api/call.ts'
import { getSession, logOut } from '#web/api/session.ts'
import { isTokenAccepted } from '#web/features/auth/api.ts'

export const requestDeletion = (email: string) => call(contract.requestDeletion, { body: { email } })

/** Deactivates the account. If it is the one that is signed in here, that ends too. */
export async function confirmDeletion(token: string): Promise<Reply<typeof contract.confirmDeletion>> {
  const reply = await call(contract.confirmDeletion, { body: { token } })
  const { signedIn } = getSession()
  if (signedIn && !(await isTokenAccepted(signedIn.token))) logOut()
  return reply
}

export const undoDeletion = (token: string) => call(contract.undoDeletion, { body: { token } })
