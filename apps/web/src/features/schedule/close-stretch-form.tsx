import { useTranslation } from 'react-i18next'
import { CloseAroundForm } from '#web/features/closures/close-around-form.tsx'
import { closeStretch, useBoardChanged, useReopen } from '#web/features/schedule/api.ts'
import type { StretchProps } from '#web/features/schedule/rules.ts'
import { notify } from '#web/ui/notifications.tsx'

const UNDO_MS = 15_000

export function CloseStretchForm({ office, time, today, isManager, onClose }: StretchProps) {
  const { t } = useTranslation('schedule')
  const reopen = useReopen(office.id, !isManager)
  const changed = useBoardChanged()
  return (
    <CloseAroundForm
      initial={{
        sub_office_id: String(time.sub_office_id ?? ''),
        date: time.date,
        end_date: time.end_date,
        whole_days: false,
        start: time.start,
        end: time.end,
        reason: '',
      }}
      spaces={office.sub_offices}
      today={today}
      close={(closure) => closeStretch(office.id, closure)}
      onClosed={({ id }) => {
        changed()
        notify(t('stretch.closed'), 'success', UNDO_MS, {
          label: t('stretch.undo'),
          run: () => reopen.mutate(id),
        })
        onClose()
      }}
      onCancel={onClose}
    />
  )
}
