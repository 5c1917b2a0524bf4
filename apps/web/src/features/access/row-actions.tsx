import { ActionIcon, type ActionIconProps, Loader } from '@mantine/core'
import { type MutationKey, useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/access/access.module.css'

type ActionProps = Omit<ActionIconProps, 'children'> & {
  label: string
  /** The id of the element that names the row. */
  of: string
  icon: ReactNode
  onClick: () => void
}

export function RowAction({ label, of, icon, ...button }: ActionProps) {
  return (
    <ActionIcon size="lg" aria-label={label} title={label} aria-describedby={of} {...button}>
      {icon}
    </ActionIcon>
  )
}

/** Passes on whether the row is busy, and shows a spinner while it is. */
export function RowActions({ of, children }: { of: MutationKey; children: (isBusy: boolean) => ReactNode }) {
  const { t, i18n } = useTranslation('access')
  const isBusy = useIsMutating({ mutationKey: of, exact: true }) > 0
  return (
    // The table wraps cells in <bdi>, which finds no text direction in icons.
    <div className={classes.actions} dir={i18n.dir()}>
      {children(isBusy)}
      <span className={classes.busy} role="status">
        {isBusy && <Loader size={18} aria-label={t('working')} />}
      </span>
    </div>
  )
}
