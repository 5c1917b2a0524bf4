import type { HomeAssistant } from '@keyhour/contract/access'
import { IconFileImport, IconPencil, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { deleteHomeAssistant, hubActionKey, hubTestQuery, useListChange } from '#web/features/access/api.ts'
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
  const test = useQuery(hubTestQuery(hub.id))
  const deletion = useListChange({
    mutationKey: hubActionKey(hub.id),
    mutationFn: () => deleteHomeAssistant(hub.id),
    onSuccess: () => notify(t('hub.isDeleted'), 'success'),
    onError: (error: Error) => notify(refusalText(error), 'error'),
  })
  const askToDelete = () =>
    onceConfirmed({ message: t('hub.confirmDelete'), type: 'danger' }, () => deletion.mutate(undefined))
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
        </>
      )}
    </RowActions>
  )
}
