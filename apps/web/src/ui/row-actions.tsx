import { ActionIcon, Loader } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { type MutationKey, useIsMutating } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import classes from '#web/ui/row-actions.module.css'

type RowAction = {
  label: string
  icon: TablerIcon
  isDangerous?: boolean
  loading?: boolean
  onClick: () => void
}
type Props = {
  actions: RowAction[]
  /** The key of mutations that make the row busy. */
  busyKey: MutationKey
  /** The id of the element that names the row. */
  describedBy: string
}

export const useIsBusy = (mutationKey: MutationKey): boolean =>
  useIsMutating({ mutationKey, exact: true }) > 0

export function RowActions({ actions, busyKey, describedBy }: Props) {
  const { t } = useTranslation('ui')
  const isBusy = useIsBusy(busyKey)
  return (
    <div className={classes.actions}>
      {actions.map(({ label, icon: Icon, isDangerous = false, ...button }) => (
        <ActionIcon
          key={label}
          size="lg"
          {...(isDangerous && { color: 'danger' })}
          aria-label={label}
          title={label}
          aria-describedby={describedBy}
          disabled={isBusy}
          {...button}
        >
          <Icon aria-hidden size={18} />
        </ActionIcon>
      ))}
      <span className={classes.busy} role="status">
        {isBusy && <Loader size={18} aria-label={t('working')} />}
      </span>
    </div>
  )
}
