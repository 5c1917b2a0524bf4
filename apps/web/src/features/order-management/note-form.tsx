import { NOTE_LENGTH, Note } from '@keyhour/contract/order-management'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { useAddNote } from '#web/features/order-management/api.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = { order: OrderDetails; onClose: () => void }

export function NoteForm({ order, onClose }: Props) {
  const { t } = useTranslation('order-actions')
  const form = useForm<Note>({
    mode: 'controlled',
    initialValues: { words: '' },
    validate: schemaResolver(Note, { sync: true }),
  })
  const add = useAddNote(order.id, {
    onSuccess: () => {
      notify(t('note.done'), 'success')
      onClose()
    },
    onError: (error) => showRefusal(form, error),
  })
  return (
    <WindowForm form={form} save={add} label={t('note.action')} wayOut={t('back')} onClose={onClose}>
      <Textarea
        {...inputOf(form, 'words')}
        label={t('note.words')}
        description={t('note.hint')}
        maxLength={NOTE_LENGTH}
        rows={5}
        dir="auto"
        data-autofocus
      />
    </WindowForm>
  )
}
