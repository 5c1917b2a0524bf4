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
import { call, callPage, type ListPage } from '#web/api/call.ts'
import { type OfficesView, rowIdOf } from '#web/features/admin-offices/rules.ts'
import { ALL_OFFICES } from '#web/features/offices/api.ts'
import { viewerZone } from '#web/format/time.ts'

const LISTS = [...ALL_OFFICES, 'admin']

export const adminOfficesQuery = (view: OfficesView) =>
  queryOptions({
    queryKey: [...LISTS, view],
    queryFn: ({ signal }) =>
      callPage(contract.listAdminOffices, { query: { ...view, time_zone: viewerZone() }, signal }),
    placeholderData: keepPreviousData,
  })

export const officeLocationsQuery = queryOptions({
  queryKey: [...ALL_OFFICES, 'locations'],
  queryFn: ({ signal }) => call(contract.listOfficeLocations, { signal }),
})

export const fetchOffice = (id: number) => call(contract.getAdminOffice, { params: { id } })
export const revealWifiPassword = (id: number) => call(contract.revealWifiPassword, { params: { id } })

/** `subOfficeId` is null for the office itself. */
export type RowKey = { officeId: number; subOfficeId: number | null }
type Row = contract.AdminOffice | SubOffice

export const restoreRow = ({ officeId, subOfficeId }: RowKey): Promise<Row> =>
  subOfficeId === null
    ? call(contract.changeOffice, { params: { id: officeId }, body: { deleted_at: null } })
    : call(contract.changeSubOffice, { params: { officeId, subOfficeId }, body: { deleted_at: null } })

export const duplicateRow = ({ officeId, subOfficeId }: RowKey): Promise<Row> =>
  subOfficeId === null
    ? call(contract.duplicateOffice, { params: { id: officeId } })
    : call(contract.duplicateSubOffice, { params: { officeId, subOfficeId } })

export const previewRowDeletion = ({ officeId, subOfficeId }: RowKey): Promise<contract.Deletion> =>
  subOfficeId === null
    ? call(contract.previewOfficeDeletion, { params: { id: officeId } })
    : call(contract.previewSubOfficeDeletion, { params: { officeId, subOfficeId } })

/** The server refuses while there are upcoming orders, unless the admin has agreed to cancel them. */
export function deleteRow({ officeId, subOfficeId }: RowKey, cancelsOrders: boolean): Promise<Row> {
  const query = { cancel_orders: cancelsOrders ? 'true' : 'false' } as const
  return subOfficeId === null
    ? call(contract.deleteOffice, { params: { id: officeId }, query })
    : call(contract.deleteSubOffice, { params: { officeId, subOfficeId }, query })
}

/** Pictures take a while, so the upload reports progress and can be stopped. */
export type Upload = { onProgress: (share: number) => void; signal: AbortSignal }

/** Whether orders that new hours leave outside stay. */
export type Keeping = { keep_orders?: boolean }

/** `read` is null for a new office. */
export const saveOffice = (
  body: contract.OfficeForm,
  read: contract.AdminOffice | null,
  { keep_orders, ...upload }: Upload & Keeping,
) =>
  read
    ? call(contract.changeOffice, {
        params: { id: read.id },
        body: { ...body, ...(keep_orders && { keep_orders }), version: read.version },
        ...upload,
      })
    : call(contract.addOffice, { body, ...upload })

export const saveSubOffice = (
  officeId: number,
  body: contract.SubOfficeForm,
  read: SubOffice | null,
  upload: Upload,
) =>
  read
    ? call(contract.changeSubOffice, {
        params: { officeId, subOfficeId: read.id },
        body: { ...body, version: read.version },
        ...upload,
      })
    : call(contract.addSubOffice, { params: { officeId }, body: { ...body, office_id: officeId }, ...upload })

const withRow = (offices: contract.AdminOffice[], row: Row): contract.AdminOffice[] =>
  offices.map((office) => {
    if (!('office_id' in row)) return office.id === row.id ? row : office
    return office.id === row.office_id ? { ...office, sub_offices: withSpace(office, row) } : office
  })

const withSpace = ({ sub_offices }: contract.AdminOffice, space: SubOffice): SubOffice[] =>
  sub_offices.some(({ id }) => id === space.id)
    ? sub_offices.map((known) => (known.id === space.id ? space : known))
    : [...sub_offices, space]

const ROW_WORK = [...LISTS, 'row']

/** For calls that return the changed row: lists show it immediately, then refetch because its position may have changed. */
export function useRowChange<Answer extends Row, Input>({
  onSuccess,
  ...options
}: UseMutationOptions<Answer, Error, Input>) {
  const queryClient = useQueryClient()
  return useMutation<Answer, Error, Input>({
    mutationKey: ROW_WORK,
    ...options,
    onSuccess: (row, ...more) => {
      queryClient.setQueriesData<ListPage<contract.AdminOffice[]>>(
        { queryKey: LISTS },
        (page) => page && { ...page, rows: withRow(page.rows, row) },
      )
      onSuccess?.(row, ...more)
      void queryClient.invalidateQueries({ queryKey: ALL_OFFICES })
    },
  })
}

/** For calls that change nothing but keep the row busy until they answer. */
export const useRowPreview = <Answer, Input>(options: UseMutationOptions<Answer, Error, Input>) =>
  useMutation<Answer, Error, Input>({ mutationKey: ROW_WORK, ...options })

/** Finds running calls by the row key in their input. */
export const useIsRowBusy = (id: string): boolean =>
  useIsMutating({
    mutationKey: ROW_WORK,
    predicate: ({ state }) => {
      const { key } = (state.variables ?? {}) as { key?: RowKey | null }
      return key != null && rowIdOf(key) === id
    },
  }) > 0
