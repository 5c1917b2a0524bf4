import type { HomeAssistant } from '@keyhour/contract/hubs'
import { IconFileImport, IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  deleteHomeAssistant,
  hasCodesInLocks,
  hubActionKey,
  hubTestQuery,
  useListChange,
} from '#web/features/access/api.ts'
import { CodesDialog, type Refused } from '#web/features/access/codes-dialog.tsx'
import { hubNameId } from '#web/features/access/hub-name.tsx'
import { RowAction, RowActions } from '#web/features/access/row-actions.tsx'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

export type HubActionsProps = {
  onEdit: (hub: HomeAssistant) => void
  onImport: (hub: HomeAssistant) => void
}

export function HubActions({ hub, onEdit, onImport }: HubActionsProps & { hub: HomeAssistant }) {
  const { t } = useTranslation('access')
  const of = hubNameId(hub.id)
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
      else notify(refusalText(error), 'error')
    },
  })
  const askToDelete = () =>
    onceConfirmed({ message: t('hub.confirmDelete'), type: 'danger' }, () => deletion.mutate(false))
  return (
    <RowActions of={hubActionKey(hub.id)}>
      {(isBusy) => (
        <>
          <RowAction
            label={t('action.delete')}
            of={of}
            icon={<IconTrash aria-hidden size={18} />}
            color="danger"
            disabled={isBusy}
            onClick={askToDelete}
          />
          <RowAction
            label={t('action.edit')}
            of={of}
            icon={<IconPencil aria-hidden size={18} />}
            disabled={isBusy}
            onClick={() => onEdit(hub)}
          />
          <RowAction
            label={t('action.test')}
            of={of}
            icon={<IconPlugConnected aria-hidden size={18} />}
            disabled={isBusy}
            loading={test.isFetching}
            onClick={() => void test.refetch()}
          />
          <RowAction
            label={t('action.import')}
            of={of}
            icon={<IconFileImport aria-hidden size={18} />}
            disabled={isBusy}
            onClick={() => onImport(hub)}
          />
          <CodesDialog refused={refused} onClose={() => setRefused(null)} />
        </>
      )}
    </RowActions>
  )
}
