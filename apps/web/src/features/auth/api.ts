import * as contract from '@keyhour/contract/auth'
import { getSettings } from '@keyhour/contract/status'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { CallError, call } from '#web/api/call.ts'

type Body<E extends { body: z.ZodType }> = z.infer<E['body']>
/** A password or a Google credential. */
export type Proof = Body<typeof contract.signIn> | Body<typeof contract.signInWithGoogle>

/** Null for a plain refusal. The form shows all other failures. */
async function orNull<T>(reply: Promise<T>, isPlainNo: (error: CallError) => boolean): Promise<T | null> {
  try {
    return await reply
  } catch (error) {
    if (error instanceof CallError && isPlainNo(error)) return null
    throw error
  }
}

/** The token, or null if the server refused the proof. */
export const signIn = (proof: Proof): Promise<string | null> =>
  orNull(
    'access_token' in proof
      ? call(contract.signInWithGoogle, { body: proof }).then(({ access_token }) => access_token)
      : call(contract.signIn, { body: proof }),
    ({ status }) => status === 401 || status === 422,
  )

export const signUp = (form: contract.SignUp) => call(contract.signUp, { body: form })

/** Whether the link will never work, unlike after a rate limit or a lost connection. */
export const isLinkRefused = ({ status }: CallError): boolean =>
  status >= 400 && status < 500 && status !== 408 && status !== 429

const isAboutPassword = ({ issues }: CallError): boolean => issues.some(({ loc }) => loc[1] === 'password')

/** The confirmed address, or null if the link is invalid. Can be repeated. */
export const confirmSignUp = (confirmation: Body<typeof contract.confirmSignUp>) =>
  orNull(
    call(contract.confirmSignUp, { body: confirmation }),
    (error) => isLinkRefused(error) && !isAboutPassword(error),
  )

export const requestPasswordLink = (email: string) => call(contract.requestPasswordLink, { body: { email } })

/** Whether the account is about to be deleted: signing in then only offers to keep it. */
export const isWaitingForDeletion = (error: unknown): boolean =>
  error instanceof CallError && error.status === 403

export type NewPassword = Body<typeof contract.setPassword>

export type PasswordLink = z.infer<typeof contract.getPasswordLink.reply>

/** The account and what its form has to ask for, or null if the link is invalid. */
export const passwordLinkQuery = (linkToken: string) =>
  queryOptions({
    queryKey: ['password-link', linkToken],
    queryFn: ({ signal }) =>
      orNull(call(contract.getPasswordLink, { params: { token: linkToken }, signal }), isLinkRefused),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** The token of a new session, or null if the link is invalid. */
export const setPassword = (linkToken: string, chosen: NewPassword): Promise<string | null> =>
  orNull(
    call(contract.setPassword, { params: { token: linkToken }, body: chosen }).then(({ token }) => token),
    (error) => isLinkRefused(error) && !isWaitingForDeletion(error) && !isAboutPassword(error),
  )

export const endSessionOnServer = (token: string) => call(contract.logOut, { token })

export const logOutEverywhere = () => call(contract.logOutEverywhere)

export async function isTokenAccepted(token: string): Promise<boolean> {
  try {
    await call(contract.listPermissions, { token })
    return true
  } catch {
    return false
  }
}

export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => call(getSettings, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

export const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => call(contract.listPermissions, { signal }),
  staleTime: 60_000,
})

/** Whether the person manages a company, or several. Admins who manage none have the permission for all. */
export const managesCompanyQuery = queryOptions({
  ...permissionsQuery,
  select: (permissions) =>
    permissions.some(
      ({ permission, business_id }) => permission === 'manage_company_credits' && business_id !== null,
    ),
})

/** Whether the person has the permission anywhere. */
export const mayQuery = (wanted: contract.Permission['permission']) =>
  queryOptions({
    ...permissionsQuery,
    select: (permissions) => permissions.some(({ permission }) => permission === wanted),
  })

/** Admins see the orders of every office, but own one only by their role there. */
export const ownsOfficesQuery = queryOptions({
  ...permissionsQuery,
  select: (permissions) =>
    permissions.some(
      ({ permission, office_id }) => permission === 'view_orders_and_payouts' && office_id !== null,
    ),
})
