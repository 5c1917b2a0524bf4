import {
  IconFileImport,
  IconLockOpen,
  IconPencil,
  IconPlugConnected,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react'
import type { MutationKey } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { RowActions } from '#web/ui/row-actions.tsx'

const ICONS = {
  delete: IconTrash,
  restore: IconRestore,
  edit: IconPencil,
  unlock: IconLockOpen,
  test: IconPlugConnected,
  import: IconFileImport,
}

type Action = { name: keyof typeof ICONS; loading?: boolean; onClick: () => void }
type Props = { actions: Action[]; busyKey: MutationKey; describedBy: string }

export function AccessActions({ actions, ...row }: Props) {
  const { t } = useTranslation('access')
  return (
    <RowActions
      {...row}
      actions={actions.map(({ name, ...action }) => ({
        label: t(`action.${name}`),
        icon: ICONS[name],
        isDangerous: name === 'delete',
        ...action,
      }))}
    />
  )
}
