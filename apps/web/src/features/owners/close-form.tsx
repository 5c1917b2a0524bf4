import type { OwnerOffice } from '@keyhour/contract/owners'
import { useTranslation } from 'react-i18next'
import { CloseAroundForm } from '#web/features/closures/close-around-form.tsx'
import { newClosure } from '#web/features/closures/rules.ts'
import { closeTime, useOwnerChanged } from '#web/features/owners/api.ts'
import type { Cell } from '#web/features/owners/calendar-rules.ts'
import { FormWindow } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = { office: OwnerOffice; cell: Cell | null; today: string; onClose: () => void }

export function CloseForm({ office, cell, today, onClose }: Props) {
  const { t } = useTranslation(['owners', 'closures'])
  const changed = useOwnerChanged()
  const spaces = office.spaces.flatMap(({ sub_office_id, name, name_he }) =>
    sub_office_id === null ? [] : [{ id: sub_office_id, name, name_he }],
  )
  return (
    <FormWindow opened={cell !== null} title={t('close.action')} onClose={onClose}>
      {cell && (
        <CloseAroundForm
          initial={{
            ...newClosure(cell.date < today ? today : cell.date),
            sub_office_id: String(cell.sub_office_id ?? ''),
          }}
          spaces={spaces}
          today={today}
          close={(closure) => closeTime(office.id, closure).finally(changed)}
          onClosed={() => {
            notify(t('close.closed'), 'success')
            onClose()
          }}
          onCancel={onClose}
        />
      )}
    </FormWindow>
  )
}
