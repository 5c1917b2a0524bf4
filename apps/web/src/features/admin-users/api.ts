import type { ShownOrders } from '@keyhour/contract/account-deletion'
import * as contract from '@keyhour/contract/admin-users'
import type { Currency } from '@keyhour/contract/primitives'
import {
  keepPreviousData,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, type ListPage } from '#web/api/call.ts'
import type { UsersView } from '#web/features/admin-users/rules.ts'

/** Prefix of every query about users. */
export const ALL_USERS = ['users']
const LISTS = [...ALL_USERS, 'list']

export const usersQuery = (view: UsersView) =>
  queryOptions({
    queryKey: [...LISTS, view],
    queryFn: ({ signal }) => callPage(contract.listUsers, { query: view, signal }),
    placeholderData: keepPreviousData,
  })

export const userQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALL_USERS, id],
    queryFn: ({ signal }) => call(contract.getUser, { params: { id }, signal }),
  })

const DRAWER_PAGE = 10

type Part = typeof contract.listUserOrders | typeof contract.listUserAudit

const partQuery = <E extends Part>(endpoint: E, id: number, page: number) =>
  queryOptions({
    queryKey: [...ALL_USERS, id, endpoint.path, page],
    queryFn: ({ signal }) =>
      callPage<Part>(endpoint, {
        params: { id },
        query: { page, page_size: DRAWER_PAGE },
        signal,
      }) as Promise<ListPage<Awaited<ReturnType<typeof call<E>>>>>,
    placeholderData: keepPreviousData,
  })

export const userOrdersQuery = (id: number, page: number) => partQuery(contract.listUserOrders, id, page)
export const auditQuery = (id: number, page: number) => partQuery(contract.listUserAudit, id, page)
export const drawerPageSize = DRAWER_PAGE

export const addUser = (form: contract.UserForm) => call(contract.addUser, { body: form })
export const changeUser = ({ id, ...update }: contract.UserUpdate & { id: number }) =>
  call(contract.changeUser, { params: { id }, body: update })
export const previewUserDeletion = (id: number) => call(contract.previewUserDeletion, { params: { id } })
/** The server refuses if the orders are no longer those that the admin saw. */
export const deleteUser = ({ id, orders }: { id: number; orders: ShownOrders }) =>
  call(contract.deleteUser, { params: { id }, body: { orders } })
export const restoreUser = (id: number) => changeUser({ id, deleted_at: null })
export const fetchUser = (id: number) => call(contract.getUser, { params: { id } })

type Gift = {
  id: number
  credits: number
  currency: Currency
  description: string
  expires_on: string | undefined
  duration_days: number | undefined
  key: string
}

/** Retries with the same key add the credits once. */
export const addCredits = ({ id, description, key, ...gift }: Gift) =>
  call(contract.addCredits, {
    params: { id },
    query: { ...gift, description: description || undefined },
    key,
  })

type Correction = contract.CreditCorrection & { id: number; lotId: number; key: string }

export const correctCredits = ({ id, lotId, key, ...body }: Correction) =>
  call(contract.correctCredits, { params: { id, lotId }, body, key })

type Options<Input> = UseMutationOptions<contract.User, Error, Input>

/** For calls that return the changed user: lists show it immediately, then refetch because its position may have changed. */
export function useUserChange<Input>({ onSuccess, ...options }: Options<Input>) {
  const queryClient = useQueryClient()
  return useMutation<contract.User, Error, Input>({
    ...options,
    onSuccess: (user, ...more) => {
      queryClient.setQueriesData<ListPage<contract.User[]>>(
        { queryKey: LISTS },
        (page) => page && { ...page, rows: page.rows.map((row) => (row.id === user.id ? user : row)) },
      )
      onSuccess?.(user, ...more)
      void queryClient.invalidateQueries({ queryKey: ALL_USERS })
    },
  })
}
