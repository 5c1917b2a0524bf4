import * as contract from '@keyhour/contract/auth'
import { listMyOffices } from '@keyhour/contract/offices'
import { getSettings } from '@keyhour/contract/status'
import { queryOptions } from '@tanstack/react-query'
import { CallError, call } from '#web/api/call.ts'

/** The token, or null when the server did not accept the credentials. */
export async function signIn(credentials: contract.Credentials): Promise<string | null> {
  try {
    return await call(contract.signIn, { body: credentials })
  } catch (error) {
    if (error instanceof CallError && error.status > 0 && error.status < 500 && error.status !== 429)
      return null
    throw error
  }
}

/** Whether the server accepts a token that came from outside. */
export async function isTokenAccepted(token: string): Promise<boolean> {
  try {
    await call(listMyOffices, { token })
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

const permissionsQuery = queryOptions({
  queryKey: ['permissions'],
  queryFn: ({ signal }) => call(contract.listPermissions, { signal }),
  staleTime: 60_000,
})

/** Whether the person may do something, anywhere at all. */
export const mayQuery = (wanted: contract.Permission['permission']) =>
  queryOptions({
    ...permissionsQuery,
    select: (permissions) => permissions.some(({ permission }) => permission === wanted),
  })
