import type { Deletion } from '@keyhour/contract/admin-offices'
import { Loader, VisuallyHidden } from '@mantine/core'
import { IconCopy, IconPencil, IconPlus, IconRestore, IconTrash, type TablerIcon } from '@tabler/icons-react'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SENTENCES } from '#web/api/call.ts'
import {
  deleteRow,
  duplicateRow,
  previewRowDeletion,
  type RowKey,
  restoreRow,
  useIsRowBusy,
  useRowChange,
  useRowPreview,
} from '#web/features/admin-offices/api.ts'
import classes from '#web/features/admin-offices/offices.module.css'
import { isDeleted, type OfficeRow, rowId } from '#web/features/admin-offices/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { confirm, onceConfirmed } from '#web/ui/confirm.tsx'
import { notify } from '#web/ui/notifications.tsx'
import { notifyFailure } from '#web/ui/notify-failure.ts'

type RowActionName = 'edit' | 'addSpace' | 'duplicate' | 'remove' | 'restore'
export type RowHandlers = Record<RowActionName, (row: OfficeRow) => void>

export const RowHandlersContext = createContext<RowHandlers | null>(null)

/** Describes the buttons of the row. */
export const rowNameId = (row: OfficeRow): string => `${rowId(row)}-name`

const ICONS: Record<RowActionName, TablerIcon> = {
  edit: IconPencil,
  addSpace: IconPlus,
  duplicate: IconCopy,
  remove: IconTrash,
  restore: IconRestore,
}

/** The sub-offices of a deleted office are restored with it. */
function actionsOf(row: OfficeRow): RowActionName[] {
  if (row.space && row.office.deleted_at !== null) return []
  if (isDeleted(row)) return ['restore']
  return row.space ? ['edit', 'duplicate', 'remove'] : ['edit', 'addSpace', 'duplicate', 'remove']
}

/** Icons, or labels where there is room. */
export function OfficeRowActions({ row, inWords = false }: { row: OfficeRow; inWords?: boolean }) {
  const { t } = useTranslation('admin-offices')
  const handlers = useContext(RowHandlersContext)
  const isBusy = useIsRowBusy(rowId(row))
  return (
    <div className={classes.actions} aria-busy={isBusy} data-in-words={inWords || undefined}>
      {actionsOf(row).map((action) => {
        const Icon = ICONS[action]
        const label = t(`action.${action}`)
        return (
          <button
            // Delete and restore share a key so that the focus stays on the button.
            key={action === 'restore' ? 'remove' : action}
            type="button"
            className={classes.action}
            data-danger={action === 'remove' || undefined}
            aria-disabled={isBusy}
            onClick={() => !isBusy && handlers?.[action](row)}
            aria-describedby={rowNameId(row)}
            {...(!inWords && { 'aria-label': label, title: label })}
          >
            <Icon aria-hidden size={18} />
            {inWords && label}
          </button>
        )
      })}
      {isBusy && (
        <span className={classes.working} role="status">
          <Loader size={20} color="gray" aria-hidden />
          <VisuallyHidden>{t('action.working')}</VisuallyHidden>
        </span>
      )}
    </div>
  )
}

type Change = { key: RowKey } & ({ act: 'duplicate' | 'restore' } | { act: 'delete'; cancelsOrders: boolean })

const keyOf = ({ office, space }: OfficeRow): RowKey => ({
  officeId: office.id,
  subOfficeId: space?.id ?? null,
})

function send(change: Change) {
  if (change.act === 'delete') return deleteRow(change.key, change.cancelsOrders)
  return change.act === 'duplicate' ? duplicateRow(change.key) : restoreRow(change.key)
}

/** Asks first and reports the outcome. */
export function useRowChanges(): Pick<RowHandlers, 'duplicate' | 'remove' | 'restore'> {
  const { t } = useTranslation('admin-offices')
  const showError = (error: Error) => notifyFailure(error)
  const { mutateAsync: preview } = useRowPreview({
    mutationFn: ({ key }: { key: RowKey }) => previewRowDeletion(key),
    onError: showError,
  })
  const { mutate: change } = useRowChange({
    mutationFn: send,
    onSuccess: ({ name }, { act, key }) => {
      const done = act === 'duplicate' && key.subOfficeId === null ? 'duplicateOffice' : act
      notify(t(`action.done.${done}`, { name }), 'success')
    },
    onError: (error, { key }) =>
      key.subOfficeId !== null && error.message === SENTENCES.unknown
        ? notify(t('action.spaceFailed'), 'error')
        : showError(error),
  })

  return useMemo(() => {
    function deletionQuestion(row: OfficeRow, { coming_orders, refunds }: Deletion): string {
      const question = row.space ? t('confirm.deleteSubOffice') : t('confirm.deleteOffice')
      if (coming_orders === 0) return question
      const amount = refunds.map((refund) => formatMoney(refund.amount, refund.currency)).join(' + ')
      const consequence = refunds.length > 0 ? 'confirm.ordersPaidBack' : 'confirm.orders'
      return `${question}\n${t(consequence, { count: coming_orders, amount })}`
    }

    async function askToRemove(row: OfficeRow): Promise<void> {
      const key = keyOf(row)
      const deletion = await preview({ key })
      if (deletion.running_orders > 0) {
        notify(t('confirm.inUse', { count: deletion.running_orders }), 'error')
        return
      }
      await confirm({ message: deletionQuestion(row, deletion), type: 'danger' })
      change({ key, act: 'delete', cancelsOrders: deletion.coming_orders > 0 })
    }

    const duplicateQuestion = ({ office, space }: OfficeRow): string =>
      space
        ? t('confirm.duplicateSubOffice', { name: space.name })
        : t('confirm.duplicateOffice', { name: office.name })

    return {
      duplicate: (row) =>
        onceConfirmed({ message: duplicateQuestion(row) }, () =>
          change({ key: keyOf(row), act: 'duplicate' }),
        ),
      // Rejected when the admin declines, or when the preview fails, which has been reported.
      remove: (row) => askToRemove(row).catch(() => undefined),
      restore: (row) => change({ key: keyOf(row), act: 'restore' }),
    }
  }, [t, preview, change])
}
