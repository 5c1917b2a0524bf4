import type { HomeAssistant } from '@keyhour/contract/hubs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AccessActions } from '#web/features/access/access-actions.tsx'
import {
  deleteHomeAssistant,
  hasCodesInLocks,
  hubActionKey,
  hubTestQuery,
  useListChange,
} from '#web/features/access/api.ts'
import { CodesDialog, type Refused } from '#web/features/access/codes-dialog.tsx'
import { hubNameId } from '#web/features/access/hub-name.tsx'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

type Props = { hub: HomeAssistant; onEdit: () => void; onImport: () => void }

export function HubActions({ hub, onEdit, onImport }: Props) {
  const { t } = useTranslation('access')
  const [refused, setRefused] = useState<Refused | null>(null)
  const test = useQuery(hubTestQuery(hub.id))
  const deletion = useListChange({
    mutationKey: hubActionKey(hub.id),
    mutationFn: (codesStay: boolean) => deleteHomeAssistant(hub.id, codesStay),
    onSuccess: () => notify(t('hub.isDeleted'), 'success'),
    onError: (error: Error) => {
      if (hasCodesInLocks(error))
        setRefused({
          holder: { hub_id: hub.id },
          goAhead: ({ codes_stay = false }) => deletion.mutateAsync(codes_stay),
        })
      else notifyFailure(error)
    },
  })
  const askToDelete = () =>
    onceConfirmed({ message: t('hub.confirmDelete'), type: 'danger' }, () => deletion.mutate(false))
  return (
    <>
      <AccessActions
        busyKey={hubActionKey(hub.id)}
        describedBy={hubNameId(hub.id)}
        actions={[
          { name: 'delete', onClick: askToDelete },
          { name: 'edit', onClick: onEdit },
          { name: 'test', loading: test.isFetching, onClick: () => void test.refetch() },
          { name: 'import', onClick: onImport },
        ]}
      />
      <CodesDialog refused={refused} onClose={() => setRefused(null)} />
    </>
  )
}
