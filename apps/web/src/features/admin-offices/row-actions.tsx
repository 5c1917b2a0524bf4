import { IconCopy, IconPencil, IconPlus, IconRestore, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useIsRowBusy } from '#web/features/admin-offices/api.ts'
import classes from '#web/features/admin-offices/offices.module.css'
import { type RowWork, useRowWork } from '#web/features/admin-offices/row-work.ts'
import { isDeleted, type OfficeRow, rowId } from '#web/features/admin-offices/rules.ts'

/** By which the buttons of a row say whose they are. */
export const nameId = (row: OfficeRow): string => `${rowId(row)}-name`

const ICONS: Record<keyof RowWork, TablerIcon> = {
  edit: IconPencil,
  addSpace: IconPlus,
  duplicate: IconCopy,
  remove: IconTrash,
  restore: IconRestore,
}

/** What is inside a deleted office comes back with it. */
function actionsOf(row: OfficeRow): (keyof RowWork)[] {
  if (row.space && row.office.deleted_at !== null) return []
  if (isDeleted(row)) return ['restore']
  return row.space ? ['edit', 'duplicate', 'remove'] : ['edit', 'addSpace', 'duplicate', 'remove']
}

/** What can be done with a row, as icons or, where there is room, in words. */
export function RowActions({ row, inWords = false }: { row: OfficeRow; inWords?: boolean }) {
  const { t } = useTranslation('admin-offices')
  const work = useRowWork()
  const isBusy = useIsRowBusy(rowId(row))
  return (
    <div className={classes.actions} aria-busy={isBusy} data-in-words={inWords || undefined}>
      {actionsOf(row).map((action) => {
        const Icon = ICONS[action]
        const label = t(`action.${action}`)
        return (
          <button
            // What is deleted and what is restored share a button, so that the focus stays.
            key={action === 'restore' ? 'remove' : action}
            type="button"
            className={classes.action}
            data-danger={action === 'remove' || undefined}
            aria-disabled={isBusy}
            onClick={() => !isBusy && work[action](row)}
            aria-describedby={nameId(row)}
            {...(!inWords && { 'aria-label': label, title: label })}
          >
            <Icon aria-hidden size={18} />
            {inWords && label}
          </button>
        )
      })}
      {isBusy && <Working />}
    </div>
  )
}

function Working() {
  const { t } = useTranslation('admin-offices')
  return (
    <span className={classes.working} role="status">
      <span className={classes.spinner} aria-hidden />
      <span className={classes.hiddenText}>{t('action.working')}</span>
    </span>
  )
}
