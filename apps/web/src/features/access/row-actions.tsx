import { ActionIcon, type ActionIconProps, Loader } from '@mantine/core'
import { type MutationKey, useIsMutating } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/access/access.module.css'

type ActionProps = Omit<ActionIconProps, 'children'> & {
  label: string
  /** The id of what says whose row it is. */
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

/** What can be done with a row; while something is done with it, it shows, and nothing else can be. */
export function RowActions({ of, children }: { of: MutationKey; children: (isBusy: boolean) => ReactNode }) {
  const { t, i18n } = useTranslation('access')
  const isBusy = useIsMutating({ mutationKey: of, exact: true }) > 0
  return (
    // Icons are no text that a cell could tell its direction by.
    <div className={classes.actions} dir={i18n.dir()}>
      {children(isBusy)}
      <span className={classes.busy} role="status">
        {isBusy && <Loader size={18} aria-label={t('working')} />}
      </span>
    </div>
  )
}
