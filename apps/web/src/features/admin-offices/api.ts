import * as contract from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import {
  keepPreviousData,
  queryOptions,
  type UseMutationOptions,
  useIsMutating,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, type Page } from '#web/api/call.ts'
import { type OfficesWish, officeRowId, spaceRowId } from '#web/features/admin-offices/rules.ts'

/** Below the key of all that is known of offices: a change makes every other list of them ask again, too. */
export const ALL_OFFICES = ['offices']
const LISTS = [...ALL_OFFICES, 'admin']

export const adminOfficesQuery = (wish: OfficesWish) =>
  queryOptions({
    queryKey: [...LISTS, wish],
    queryFn: ({ signal }) => callPage(contract.listAdminOffices, { query: wish, signal }),
    placeholderData: keepPreviousData,
  })

export const officePlacesQuery = queryOptions({
  queryKey: [...ALL_OFFICES, 'places'],
  queryFn: ({ signal }) => call(contract.listOfficePlaces, { signal }),
})

type OfficeId = { id: number }
type SpaceId = { officeId: number; subOfficeId: number }
/** Without it a deletion is refused while orders are to come, so that none is cancelled unasked. */
type Willing = { cancelsOrders: boolean }

const willingly = ({ cancelsOrders }: Willing) =>
  ({ cancel_orders: cancelsOrders ? 'true' : 'false' }) as const

export const restoreOffice = (params: OfficeId) =>
  call(contract.changeOffice, { params, body: { deleted_at: null } })
export const duplicateOffice = (params: OfficeId) => call(contract.duplicateOffice, { params })
export const previewOfficeDeletion = (params: OfficeId) => call(contract.previewOfficeDeletion, { params })
export const deleteOffice = ({ id, ...willing }: OfficeId & Willing) =>
  call(contract.deleteOffice, { params: { id }, query: willingly(willing) })
export const revealWifiPassword = (id: number) => call(contract.revealWifiPassword, { params: { id } })

export const restoreSubOffice = (params: SpaceId) =>
  call(contract.changeSubOffice, { params, body: { deleted_at: null } })
export const duplicateSubOffice = (params: SpaceId) => call(contract.duplicateSubOffice, { params })
export const previewSubOfficeDeletion = (params: SpaceId) =>
  call(contract.previewSubOfficeDeletion, { params })
export const deleteSubOffice = ({ officeId, subOfficeId, ...willing }: SpaceId & Willing) =>
  call(contract.deleteSubOffice, { params: { officeId, subOfficeId }, query: willingly(willing) })

type Options<Answer, Input> = UseMutationOptions<Answer, Error, Input>
type Rows = Page<contract.AdminOffice[]>

/** For calls that answer the office as it is afterwards: every list shows that at once, and then asks for its order. */
export const useOfficeChange = <Input>(options: Options<contract.AdminOffice, Input>) =>
  useChange(options, (rows, office) => rows.map((row) => (row.id === office.id ? office : row)))

/** The same for a sub-office, which shows within its office. */
export const useSubOfficeChange = <Input>(options: Options<SubOffice, Input>) =>
  useChange(options, (rows, space) =>
    rows.map((row) => (row.id === space.office_id ? { ...row, sub_offices: withSpace(row, space) } : row)),
  )

const withSpace = ({ sub_offices }: contract.AdminOffice, space: SubOffice): SubOffice[] =>
  sub_offices.some(({ id }) => id === space.id)
    ? sub_offices.map((known) => (known.id === space.id ? space : known))
    : [...sub_offices, space]

function useChange<Answer, Input>(
  { onSuccess, ...options }: Options<Answer, Input>,
  change: (rows: contract.AdminOffice[], answer: Answer) => contract.AdminOffice[],
) {
  const queryClient = useQueryClient()
  return useMutation<Answer, Error, Input>({
    mutationKey: ROW_WORK,
    ...options,
    onSuccess: (answer, ...more) => {
      queryClient.setQueriesData<Rows>(
        { queryKey: LISTS },
        (page) => page && { ...page, rows: change(page.rows, answer) },
      )
      onSuccess?.(answer, ...more)
      void queryClient.invalidateQueries({ queryKey: ALL_OFFICES })
    },
  })
}

const ROW_WORK = [...LISTS, 'row']

/** For calls that change nothing yet, but for whose answer the row waits. */
export const useRowQuestion = <Answer, Input>(options: Options<Answer, Input>) =>
  useMutation<Answer, Error, Input>({ mutationKey: ROW_WORK, ...options })

/** Whether something is being done with that row. */
export const useIsRowBusy = (row: string): boolean =>
  useIsMutating({ mutationKey: ROW_WORK, predicate: ({ state }) => rowOf(state.variables) === row }) > 0

function rowOf(input: unknown): string | undefined {
  const { id, subOfficeId } = (input ?? {}) as Partial<OfficeId & SpaceId>
  if (subOfficeId !== undefined) return spaceRowId(subOfficeId)
  return id === undefined ? undefined : officeRowId(id)
}
