import type { ExportFormat } from '@keyhour/contract/all-orders'
import * as contract from '@keyhour/contract/credits'
import type { Language } from '@keyhour/contract/primitives'
import {
  infiniteQueryOptions,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, openFile } from '#web/api/call.ts'
import { saveFile } from '#web/ui/files.ts'

const PACKS = ['credit-packs']

const fetchCreditPacks = (signal?: AbortSignal) =>
  call(contract.listCreditPacks, {
    query: { active_only: false, limit: contract.CREDIT_PACK_LIMIT },
    signal,
  })

export const creditPacksQuery = queryOptions({
  queryKey: [...PACKS, 'all'],
  queryFn: ({ signal }) => fetchCreditPacks(signal),
})

/** The stored version, after somebody else has changed it. */
export async function fetchCreditPack(id: number): Promise<contract.CreditPack | undefined> {
  return (await fetchCreditPacks()).find((pack) => pack.id === id)
}

export const addCreditPack = (body: contract.CreditPackForm) => call(contract.addCreditPack, { body })
export const changeCreditPack = ({ id, ...body }: contract.CreditPackUpdate & { id: number }) =>
  call(contract.changeCreditPack, { params: { id }, body })
export const deleteCreditPack = (id: number) => call(contract.deleteCreditPack, { params: { id } })

/** Mutations of one row share this key, so that the row can show that it is busy. */
export const packActionKey = (id: number | undefined) => [...PACKS, 'action', id]

type Packs = contract.CreditPack[]
type Options<Answer, Input> = UseMutationOptions<Answer, Error, Input> & {
  id: number | undefined
  /** The list after the change. It is shown at once, then fetched again. */
  changed: (packs: Packs, answer: Answer) => Packs
}

/** Failures are logged; what the person sees of them is up to the caller. */
export function usePackChange<Answer, Input>({ id, changed, ...options }: Options<Answer, Input>) {
  const queryClient = useQueryClient()
  return useMutation<Answer, Error, Input>({
    ...options,
    mutationKey: packActionKey(id),
    onSuccess: (answer, ...more) => {
      queryClient.setQueryData(creditPacksQuery.queryKey, (packs) => packs && changed(packs, answer))
      options.onSuccess?.(answer, ...more)
      void queryClient.invalidateQueries(creditPacksQuery)
    },
    onError: (error, ...more) => {
      // biome-ignore lint/suspicious/noConsole: the specification asks for a log entry
      console.error(error)
      return options.onError?.(error, ...more)
    },
  })
}

const ENTRIES_PAGE = 10

/** Of the caller, or for admins of a user. Refetched with the rest of the profile or of the user. */
export const creditEntriesQuery = (userId: number | null) =>
  infiniteQueryOptions({
    queryKey: [...(userId === null ? ['profile'] : ['users', userId]), 'credit-entries'],
    queryFn: ({ pageParam, signal }) => {
      const query = { before: pageParam, limit: ENTRIES_PAGE }
      return userId === null
        ? call(contract.listOwnCreditEntries, { query, signal })
        : call(contract.listCreditEntries, { params: { id: userId }, query, signal })
    },
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

type File = { format: ExportFormat; language: Language }

export async function exportCreditEntries(userId: number | null, query: File): Promise<void> {
  const { signal } = new AbortController()
  const reply =
    userId === null
      ? await openFile(contract.exportOwnCreditEntries, { query, signal })
      : await openFile(contract.exportCreditEntries, { params: { id: userId }, query, signal })
  saveFile(`keyhour-credits.${query.format}`, await reply.blob())
}
