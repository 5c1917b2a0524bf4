import type { CreditPack } from '@keyhour/contract/credits'
import { IconCopy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import {
  changeCreditPack,
  deleteCreditPack,
  packActionKey,
  usePackChange,
} from '#web/features/credits/api.ts'
import { withPack } from '#web/features/credits/rules.ts'
import { onceConfirmed } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'
import { RowActions, useIsBusy } from '#web/ui/row-actions.tsx'
import { TableSwitch } from '#web/ui/table-switch.tsx'

/** Describes the buttons of the row. */
export const packNameId = (id: number): string => `credit-pack-${id}`

type Props = { pack: CreditPack; onEdit: () => void; onDuplicate: () => void }

export function PackActions({ pack: { id, name }, onEdit, onDuplicate }: Props) {
  const { t } = useTranslation('credits')
  const deletion = usePackChange({
    id,
    changed: (packs) => packs.filter((pack) => pack.id !== id),
    mutationFn: () => deleteCreditPack(id),
    onSuccess: () => notify(t('deleted', { name }), 'success'),
    onError: (error) => notifyFailure(error, refusalText(error) || t('failedToDelete')),
  })
  const askToDelete = () =>
    onceConfirmed({ message: t('confirmDelete'), type: 'danger' }, () => deletion.mutate(undefined))
  return (
    <RowActions
      busyKey={packActionKey(id)}
      describedBy={packNameId(id)}
      actions={[
        { label: t('action.edit'), icon: IconPencil, onClick: onEdit },
        { label: t('action.duplicate'), icon: IconCopy, onClick: onDuplicate },
        { label: t('action.delete'), icon: IconTrash, isDangerous: true, onClick: askToDelete },
      ]}
    />
  )
}

export function PackSwitch({ pack: { id, is_active } }: { pack: CreditPack }) {
  const { t } = useTranslation('credits')
  const isBusy = useIsBusy(packActionKey(id))
  const change = usePackChange({
    id,
    changed: withPack,
    mutationFn: (active: boolean) => changeCreditPack({ id, is_active: active }),
    onError: (error) => notifyFailure(error, refusalText(error) || t('failedToUpdate')),
  })
  return (
    <TableSwitch
      checked={change.isPending ? change.variables : is_active}
      disabled={isBusy}
      label={t('column.active')}
      describedBy={packNameId(id)}
      onChange={change.mutate}
    />
  )
}
