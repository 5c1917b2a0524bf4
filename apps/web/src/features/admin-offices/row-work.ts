import type { Deletion } from '@keyhour/contract/admin-offices'
import { createContext, useContext, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { SENTENCES } from '#web/api/call.ts'
import {
  deleteOffice,
  deleteSubOffice,
  duplicateOffice,
  duplicateSubOffice,
  previewOfficeDeletion,
  previewSubOfficeDeletion,
  restoreOffice,
  restoreSubOffice,
  useOfficeChange,
  useRowQuestion,
  useSubOfficeChange,
} from '#web/features/admin-offices/api.ts'
import type { OfficeRow } from '#web/features/admin-offices/rules.ts'
import { formatMoney } from '#web/format/money.ts'
import { confirm, onceConfirmed } from '#web/ui/confirm.tsx'
import { refusalText } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

/** What can be done with a row; the row says while it is being done. */
export type RowWork = Record<
  'edit' | 'addSpace' | 'duplicate' | 'remove' | 'restore',
  (row: OfficeRow) => void
>

export const RowWorkContext = createContext<RowWork | null>(null)

export function useRowWork(): RowWork {
  const work = useContext(RowWorkContext)
  if (!work) throw new Error('Rows of offices stand within the tab of offices.')
  return work
}

type Ids = { id: number } | { officeId: number; subOfficeId: number }
type Act = { act: 'duplicate' | 'restore' } | { act: 'delete'; cancelsOrders: boolean }

const idsOf = ({ office, space }: OfficeRow): Ids =>
  space ? { officeId: office.id, subOfficeId: space.id } : { id: office.id }

const previewDeletion = (ids: Ids): Promise<Deletion> =>
  'id' in ids ? previewOfficeDeletion(ids) : previewSubOfficeDeletion(ids)

function workOnOffice({ id, ...act }: { id: number } & Act) {
  if (act.act === 'delete') return deleteOffice({ id, cancelsOrders: act.cancelsOrders })
  return act.act === 'duplicate' ? duplicateOffice({ id }) : restoreOffice({ id })
}

function workOnSpace({ officeId, subOfficeId, ...act }: { officeId: number; subOfficeId: number } & Act) {
  const ids = { officeId, subOfficeId }
  if (act.act === 'delete') return deleteSubOffice({ ...ids, cancelsOrders: act.cancelsOrders })
  return act.act === 'duplicate' ? duplicateSubOffice(ids) : restoreSubOffice(ids)
}

/** Duplicating, deleting and restoring, each with its question and its answer. */
export function useRowActs(): Pick<RowWork, 'duplicate' | 'remove' | 'restore'> {
  const { t } = useTranslation('admin-offices')
  const tell = (done: 'duplicate' | 'duplicateOffice' | 'delete' | 'restore', name: string) =>
    notify(t(`action.done.${done}`, { name }), 'success')
  const onError = (error: Error) => notify(refusalText(error), 'error')
  const onSpaceError = (error: Error) =>
    error.message === SENTENCES.unknown ? notify(t('action.spaceFailed'), 'error') : onError(error)

  const { mutateAsync: preview } = useRowQuestion({ mutationFn: previewDeletion, onError })
  const { mutate: changeOffice } = useOfficeChange({
    mutationFn: workOnOffice,
    onSuccess: ({ name }, { act }) => tell(act === 'duplicate' ? 'duplicateOffice' : act, name),
    onError,
  })
  const { mutate: changeSpace } = useSubOfficeChange({
    mutationFn: workOnSpace,
    onSuccess: ({ name }, { act }) => tell(act, name),
    onError: onSpaceError,
  })

  return useMemo(() => {
    function act(row: OfficeRow, act: Act): void {
      const ids = idsOf(row)
      if ('id' in ids) changeOffice({ ...ids, ...act })
      else changeSpace({ ...ids, ...act })
    }

    function questionOf(row: OfficeRow, { coming_orders, refunds }: Deletion): string {
      const question = row.space ? t('confirm.deleteSubOffice') : t('confirm.deleteOffice')
      if (coming_orders === 0) return question
      const amount = refunds.map((refund) => formatMoney(refund.amount, refund.currency)).join(' + ')
      const consequence = refunds.length > 0 ? 'confirm.ordersPaidBack' : 'confirm.orders'
      return `${question}\n${t(consequence, { count: coming_orders, amount })}`
    }

    async function askToRemove(row: OfficeRow): Promise<void> {
      const deletion = await preview(idsOf(row))
      if (deletion.running_orders > 0) {
        notify(t('confirm.inUse', { count: deletion.running_orders }), 'error')
        return
      }
      await confirm({ message: questionOf(row, deletion), type: 'danger' })
      act(row, { act: 'delete', cancelsOrders: deletion.coming_orders > 0 })
    }

    const duplicateQuestion = ({ office, space }: OfficeRow): string =>
      space
        ? t('confirm.duplicateSubOffice', { name: space.name })
        : t('confirm.duplicateOffice', { name: office.name })

    return {
      duplicate: (row) =>
        onceConfirmed({ message: duplicateQuestion(row) }, () => act(row, { act: 'duplicate' })),
      // A No ends it, and so does a question that failed, which was told.
      remove: (row) => askToRemove(row).catch(() => undefined),
      restore: (row) => act(row, { act: 'restore' }),
    }
  }, [t, preview, changeOffice, changeSpace])
}
