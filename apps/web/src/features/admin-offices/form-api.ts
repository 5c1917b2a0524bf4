import * as access from '@keyhour/contract/access'
import * as contract from '@keyhour/contract/admin-offices'
import * as closures from '@keyhour/contract/closures'
import type { SubOffice } from '@keyhour/contract/offices'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'

/** Pictures take a while: how far they are can be followed, and it can be given up. */
export type Sending = { onProgress: (share: number) => void; signal: AbortSignal }

type OfficeRead = Pick<contract.AdminOffice, 'id' | 'version'>
type SpaceRead = Pick<SubOffice, 'id' | 'version'>

/** `read` is null for a new one. */
export const saveOffice = (body: contract.OfficeForm, read: OfficeRead | null, sending: Sending) =>
  read
    ? call(contract.changeOffice, {
        params: { id: read.id },
        body: { ...body, version: read.version },
        ...sending,
      })
    : call(contract.addOffice, { body, ...sending })

type SpacePlace = { officeId: number; read: SpaceRead | null }

export const saveSubOffice = (
  body: contract.SubOfficeForm,
  { officeId, read }: SpacePlace,
  sending: Sending,
) =>
  read
    ? call(contract.changeSubOffice, {
        params: { officeId, subOfficeId: read.id },
        body: { ...body, version: read.version },
        ...sending,
      })
    : call(contract.addSubOffice, {
        params: { officeId },
        body: { ...body, office_id: officeId },
        ...sending,
      })

export const fetchOffice = (id: number) => call(contract.getAdminOffice, { params: { id } })

export const closuresQuery = (officeId: number) =>
  queryOptions({
    queryKey: ['offices', officeId, 'closures'],
    queryFn: ({ signal }) => call(closures.listClosures, { params: { officeId }, signal }),
  })

export const addClosure = (officeId: number, body: closures.NewClosure) =>
  call(closures.addClosure, { params: { officeId }, body })
export const removeClosure = (officeId: number, closureId: number) =>
  call(closures.removeClosure, { params: { officeId, closureId } })

/** For what opens or closes an office: its list of closures asks again. */
export function useClosureChange<Input>(
  officeId: number,
  mutationFn: (input: Input) => Promise<unknown>,
  onDone: () => void,
) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async () => {
      await queryClient.invalidateQueries(closuresQuery(officeId))
      onDone()
    },
  })
}

type Provider = access.DoorAccount['provider']

export const doorAccountsQuery = (officeId: number) =>
  queryOptions({
    queryKey: ['offices', officeId, 'door accounts'],
    queryFn: ({ signal }) => call(access.listDoorAccounts, { params: { id: officeId }, signal }),
  })

export const saveDoorAccount = (officeId: number, body: access.DoorAccountForm) =>
  call(access.saveDoorAccount, { params: { id: officeId }, body })
export const removeDoorAccount = (officeId: number, provider: Provider) =>
  call(access.removeDoorAccount, { params: { id: officeId, provider } })
