import * as contract from '@keyhour/contract/account-deletion'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { CallError, call, type Reply } from '#web/api/call.ts'
import { getSession, logOut } from '#web/api/session.ts'
import { isTokenAccepted } from '#web/features/auth/api.ts'

export const requestDeletion = (email: string) => call(contract.requestDeletion, { body: { email } })

/** What would happen to the bookings if the link were used now. */
export const previewDeletionQuery = (token: string) =>
  queryOptions({
    queryKey: ['deletion-preview', token],
    queryFn: ({ signal }) => call(contract.previewDeletion, { body: { token }, signal }),
  })

type Confirmed = Reply<typeof contract.confirmDeletion>

/** Deactivates the account, and ends its session if it is signed in here. */
async function confirmDeletion(token: string, orders: contract.ShownOrders): Promise<Confirmed> {
  const reply = await call(contract.confirmDeletion, { body: { token, orders } })
  const { signedIn } = getSession()
  if (signedIn && !(await isTokenAccepted(signedIn.token))) logOut()
  return reply
}

/** If the bookings have changed since they were shown, nothing is deleted and the page shows them again. */
export function useConfirmDeletion() {
  const queryClient = useQueryClient()
  return async (token: string, orders: contract.ShownOrders): Promise<Confirmed> => {
    try {
      return await confirmDeletion(token, orders)
    } catch (error) {
      const fresh = freshOrdersOf(error)
      if (fresh) queryClient.setQueryData(previewDeletionQuery(token).queryKey, { orders: fresh })
      throw error
    }
  }
}

/** The current bookings, if the deletion was refused because they have changed. */
export const freshOrdersOf = (error: unknown): contract.AffectedOrder[] | undefined =>
  error instanceof CallError ? error.body?.affected_orders : undefined

export const undoDeletion = (token: string) => call(contract.undoDeletion, { body: { token } })
