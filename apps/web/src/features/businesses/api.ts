import type { ExportFormat } from '@keyhour/contract/all-orders'
import * as credits from '@keyhour/contract/business-credits'
import * as contract from '@keyhour/contract/businesses'
import type { Language } from '@keyhour/contract/primitives'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useRef } from 'react'
import { makeAttemptKey } from '#web/api/attempt-key.ts'
import { call, callPage, openFile } from '#web/api/call.ts'
import { useBusinessChanges } from '#web/api/live.ts'
import { isLinkRefused } from '#web/features/auth/api.ts'
import type { CompaniesView, PeopleView, UsageView } from '#web/features/businesses/rules.ts'
import { saveFile } from '#web/ui/files.ts'

const PAGE = 10

/** Prefix of every query about companies. */
const BUSINESSES = ['businesses']

export const ownBusinessesQuery = queryOptions({
  queryKey: [...BUSINESSES, 'own'],
  queryFn: ({ signal }) => call(contract.listOwnBusinesses, { signal }),
})

export const businessQuery = (id: number) =>
  queryOptions({
    queryKey: [...BUSINESSES, id],
    queryFn: ({ signal }) => call(contract.getBusiness, { params: { id }, signal }),
  })

export const peopleQuery = (id: number, view: PeopleView) =>
  queryOptions({
    queryKey: [...BUSINESSES, id, 'people', view],
    queryFn: ({ signal }) => callPage(contract.listBusinessPeople, { params: { id }, query: view, signal }),
    placeholderData: keepPreviousData,
  })

const nextOf = ({ total }: { total: number }, pages: unknown[]): number | undefined =>
  pages.length * PAGE < total ? pages.length + 1 : undefined

export const invitationsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESSES, id, 'invitations'],
    queryFn: ({ pageParam, signal }) =>
      callPage(contract.listInvitations, {
        params: { id },
        query: { page: pageParam, page_size: PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextOf,
  })

export const poolQuery = (id: number) =>
  queryOptions({
    queryKey: [...BUSINESSES, id, 'pool'],
    queryFn: ({ signal }) => call(credits.getPool, { params: { id }, signal }),
  })

export const poolEntriesQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESSES, id, 'entries'],
    queryFn: ({ pageParam, signal }) =>
      call(credits.listPoolEntries, { params: { id }, query: { before: pageParam, limit: PAGE }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const poolPaymentsQuery = (id: number) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESSES, id, 'payments'],
    queryFn: ({ pageParam, signal }) =>
      callPage(credits.listPoolPayments, {
        params: { id },
        query: { page: pageParam, page_size: PAGE },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextOf,
  })

export const usageQuery = (id: number, { person, ...view }: UsageView) =>
  queryOptions({
    queryKey: [...BUSINESSES, id, 'usage', view],
    queryFn: ({ signal }) => callPage(credits.getUsage, { params: { id }, query: view, signal }),
    placeholderData: keepPreviousData,
  })

/** Of one person, or of all. */
export const companyOrdersQuery = (id: number, person: number | undefined) =>
  infiniteQueryOptions({
    queryKey: [...BUSINESSES, id, 'orders', person],
    queryFn: ({ pageParam, signal }) =>
      callPage(credits.listBusinessOrders, {
        params: { id },
        query: { page: pageParam, page_size: PAGE, user_id: person },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextOf,
  })

/** Null for a link that does not work. */
export const invitationQuery = (token: string) =>
  queryOptions({
    queryKey: ['business-invitation', token],
    queryFn: ({ signal }) =>
      call(contract.getInvitation, { params: { token }, signal }).catch((error) => {
        if (isLinkRefused(error)) return null
        throw error
      }),
  })

type File = { format: ExportFormat; language: Language }
const neverAborted = new AbortController().signal

export async function exportPoolEntries(id: number, query: File): Promise<void> {
  const reply = await openFile(credits.exportPoolEntries, { params: { id }, query, signal: neverAborted })
  saveFile(`keyhour-company-credits.${query.format}`, await reply.blob())
}

export async function exportUsage(id: number, { from, to, by }: UsageView, file: File): Promise<void> {
  const query = { from, to, by, ...file }
  const reply = await openFile(credits.exportUsage, { params: { id }, query, signal: neverAborted })
  saveFile(`keyhour-usage-${from}-${to}.${file.format}`, await reply.blob())
}

/**
 * A change to a company changes what its people may do, and what a stay costs if the company pays. A quote that the
 * customer pays stays as it is shown: a new price must not replace it unseen.
 */
export function useRefreshBusinesses(): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      ...[BUSINESSES, ['permissions']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
      queryClient.invalidateQueries({
        queryKey: ['quote'],
        predicate: ({ queryKey }) => isPaidByCompany(queryKey[1]),
      }),
    ])
}

const isPaidByCompany = (request: unknown) =>
  typeof request === 'object' && request !== null && 'business_id' in request

/** The companies of the person, which change on this page as soon as somebody changes them. */
export function useOwnBusinesses() {
  const own = useQuery(ownBusinessesQuery)
  const refresh = useRefreshBusinesses()
  useBusinessChanges((own.data?.length ?? 0) > 0, () => void refresh())
  return own
}

/** For every change of a company: what is shown is loaded again, also after a refusal. */
export function useCompanyChange<Answer, Input = void>(options: UseMutationOptions<Answer, Error, Input>) {
  const refresh = useRefreshBusinesses()
  return useMutation<Answer, Error, Input>({ ...options, onSettled: () => void refresh() })
}

/** Retries use the same key, so that a lost reply does not make a second company. */
export function useAddBusiness(options: UseMutationOptions<contract.Business, Error, contract.BusinessForm>) {
  const last = useRef({ form: '', key: '' })
  return useCompanyChange({
    ...options,
    mutationFn: (body: contract.BusinessForm) => {
      const form = JSON.stringify(body)
      if (last.current.form !== form) last.current = { form, key: makeAttemptKey() }
      return call(contract.addBusiness, { body, key: last.current.key })
    },
  })
}

export const fetchBusiness = (id: number) => call(contract.getBusiness, { params: { id } })
export const changeBusiness = (id: number, body: contract.BusinessUpdate) =>
  call(contract.changeBusiness, { params: { id }, body })
export const leaveBusiness = (id: number) => call(contract.leaveBusiness, { params: { id } })
export const closeBusiness = (id: number) => call(contract.closeBusiness, { params: { id } })
export const changePerson = (id: number, userId: number, body: contract.PersonChange) =>
  call(contract.changeBusinessPerson, { params: { id, userId }, body })
export const removePerson = (id: number, userId: number) =>
  call(contract.removeBusinessPerson, { params: { id, userId } })
export const invitePeople = (id: number, body: contract.InvitationForm) =>
  call(contract.invitePeople, { params: { id }, body })
export const resendInvitation = (id: number, invitationId: number) =>
  call(contract.resendInvitation, { params: { id, invitationId } })
export const revokeInvitation = (id: number, invitationId: number) =>
  call(contract.revokeInvitation, { params: { id, invitationId } })
export const acceptInvitation = (token: string) => call(contract.acceptInvitation, { params: { token } })

export const fetchRefund = (id: number, orderId: number) =>
  call(credits.getBusinessOrderRefund, { params: { id, orderId } })
export const cancelCompanyOrder = (id: number, orderId: number, refund: number) =>
  call(credits.cancelBusinessOrder, { params: { id, orderId }, body: { refund } })

/** Companies by part of their name, for admins. */
export const companiesFoundQuery = (q: string) =>
  queryOptions({
    queryKey: [...BUSINESSES, 'all', q],
    queryFn: ({ signal }) =>
      call(contract.listAllBusinesses, {
        query: { q, page: 1, page_size: 20, with_closed: false },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** For admins, with closed ones. */
export const allCompaniesQuery = (view: CompaniesView) =>
  queryOptions({
    queryKey: [...BUSINESSES, 'list', view],
    queryFn: ({ signal }) =>
      callPage(contract.listAllBusinesses, { query: { ...view, with_closed: true }, signal }),
    placeholderData: keepPreviousData,
  })
