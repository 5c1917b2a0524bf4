import * as contract from '@keyhour/contract/front-desk'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '#web/api/call.ts'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

const REFRESH_MS = 30_000
/** As long as a customer waits for a door. */
const PATIENCE_MS = 15_000

export const DAYS = ['orders', 'day']

/** Under the key of orders: whatever changes an order refreshes this, too. */
export const officeDayQuery = (officeId: number, subOfficeId: number | undefined) =>
  queryOptions({
    queryKey: [...DAYS, officeId, subOfficeId],
    queryFn: ({ signal }) =>
      call(contract.getOfficeDay, {
        params: { officeId },
        query: { sub_office_id: subOfficeId },
        signal,
      }),
    refetchInterval: REFRESH_MS,
  })

export const openForGuest = (officeId: number, deviceId: number, body: contract.DoorGuest) => (key: string) =>
  call(contract.openForGuest, {
    params: { officeId, deviceId },
    body,
    key,
    signal: AbortSignal.timeout(PATIENCE_MS),
  })

export function useCloseFromNow(officeId: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: contract.DeskClosing) => call(contract.closeFromNow, { params: { officeId }, body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: DAYS }),
  })
}

/** Reports its result even if the form has been closed meanwhile. */
export function useOpenAgain(officeId: number) {
  const { t } = useTranslation('front-desk')
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (closureId: number) => call(contract.openClosure, { params: { officeId, closureId } }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: DAYS })
      notify(t('closed.opened'), 'success')
    },
    onError: (error) => notify(refusalText(error), 'error'),
  })
}
