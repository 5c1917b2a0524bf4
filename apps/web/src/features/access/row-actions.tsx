import { ActionIcon, Loader } from '@mantine/core'
import {
  IconFileImport,
  IconLockOpen,
  IconPencil,
  IconPlugConnected,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react'
import { type MutationKey, useIsMutating } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/access/access.module.css'

const ICONS = {
  delete: IconTrash,
  restore: IconRestore,
  edit: IconPencil,
  unlock: IconLockOpen,
  test: IconPlugConnected,
  import: IconFileImport,
}

type Action = { name: keyof typeof ICONS; loading?: boolean; onClick: () => void }
type Props = {
  actions: Action[]
  /** The key of mutations that make the row busy. */
  busyKey: MutationKey
  /** The id of the element that names the row. */
  describedBy: string
}

export function RowActions({ actions, busyKey, describedBy }: Props) {
  const { t, i18n } = useTranslation('access')
  const isBusy = useIsMutating({ mutationKey: busyKey, exact: true }) > 0
  return (
    // The table wraps cells in <bdi>, which finds no text direction in icons.
    <div className={classes.actions} dir={i18n.dir()}>
      {actions.map(({ name, ...button }) => {
        const Icon = ICONS[name]
        return (
          <ActionIcon
            key={name}
            size="lg"
            {...(name === 'delete' && { color: 'danger' })}
            aria-label={t(`action.${name}`)}
            title={t(`action.${name}`)}
            aria-describedby={describedBy}
            disabled={isBusy}
            {...button}
          >
            <Icon aria-hidden size={18} />
          </ActionIcon>
        )
      })}
      <span className={classes.busy} role="status">
        {isBusy && <Loader size={18} aria-label={t('working')} />}
      </span>
    </div>
  )
}
