import * as contract from '@keyhour/contract/admin-offices'
import type { SubOffice } from '@keyhour/contract/offices'
import {
  keepPreviousData,
  queryOptions,
  type UseMutationOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call, callPage, type Page } from '#web/api/call.ts'
import type { OfficesWish } from '#web/features/admin-offices/rules.ts'

/** Below the key of all that is known of offices: a change makes every other list of them ask again, too. */
const ALL = ['offices']
const LISTS = [...ALL, 'admin']

export const adminOfficesQuery = (wish: OfficesWish) =>
  queryOptions({
    queryKey: [...LISTS, wish],
    queryFn: ({ signal }) => callPage(contract.listAdminOffices, { query: wish, signal }),
    placeholderData: keepPreviousData,
  })

type OfficeId = { id: number }
type SpaceId = { officeId: number; subOfficeId: number }

export const addOffice = (form: contract.OfficeForm) => call(contract.addOffice, { body: form })
export const changeOffice = ({ id, ...update }: contract.OfficeUpdate & OfficeId) =>
  call(contract.changeOffice, { params: { id }, body: update })
export const restoreOffice = (id: number) => changeOffice({ id, deleted_at: null })
export const duplicateOffice = (id: number) => call(contract.duplicateOffice, { params: { id } })
export const previewOfficeDeletion = (id: number) => call(contract.previewOfficeDeletion, { params: { id } })
/** Its coming orders are cancelled with it. */
export const deleteOffice = (id: number) =>
  call(contract.deleteOffice, { params: { id }, query: { cancel_orders: 'true' } })
export const revealWifiPassword = (id: number) => call(contract.revealWifiPassword, { params: { id } })

export const addSubOffice = ({ officeId, ...form }: contract.SubOfficeForm & { officeId: number }) =>
  call(contract.addSubOffice, { params: { officeId }, body: { ...form, office_id: officeId } })
export const changeSubOffice = ({ officeId, subOfficeId, ...update }: contract.SubOfficeUpdate & SpaceId) =>
  call(contract.changeSubOffice, { params: { officeId, subOfficeId }, body: update })
export const restoreSubOffice = (space: SpaceId) => changeSubOffice({ ...space, deleted_at: null })
export const duplicateSubOffice = (params: SpaceId) => call(contract.duplicateSubOffice, { params })
export const previewSubOfficeDeletion = (params: SpaceId) =>
  call(contract.previewSubOfficeDeletion, { params })
export const deleteSubOffice = (params: SpaceId) =>
  call(contract.deleteSubOffice, { params, query: { cancel_orders: 'true' } })

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
    ...options,
    onSuccess: (answer, ...more) => {
      queryClient.setQueriesData<Rows>(
        { queryKey: LISTS },
        (page) => page && { ...page, rows: change(page.rows, answer) },
      )
      onSuccess?.(answer, ...more)
      void queryClient.invalidateQueries({ queryKey: ALL })
    },
  })
}
