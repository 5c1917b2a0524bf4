import { NOTE_LENGTH, Note } from '@keyhour/contract/order-actions'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Stack, Textarea } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { ActButtons, ActDialog } from '#web/features/order-actions/act-dialog.tsx'
import { useAddNote } from '#web/features/order-actions/api.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, focusFirst, showRefusal, translated } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'

type Props = { opened: boolean; order: OrderDetails; onClose: () => void }

export function NoteForm({ opened, ...props }: Props) {
  const { t } = useTranslation('order-actions')
  return (
    <ActDialog opened={opened} onClose={props.onClose} title={t('note.title')}>
      <Fields {...props} />
    </ActDialog>
  )
}

function Fields({ order, onClose }: Omit<Props, 'opened'>) {
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
    <form
      noValidate
      onSubmit={form.onSubmit(
        ({ words }) => add.mutate({ words: words.trim() }),
        (errors) => focusFirst(form, errors),
      )}
    >
      <Stack gap="md">
        <FailureAlert text={failureOf(add.error)} />
        <Textarea
          {...form.getInputProps('words')}
          label={t('note.words')}
          description={t('note.hint')}
          inputWrapperOrder={['label', 'input', 'error', 'description']}
          maxLength={NOTE_LENGTH}
          rows={5}
          dir="auto"
          data-autofocus
          error={translated(form.errors.words)}
        />
        <ActButtons label={t('note.action')} isBusy={add.isPending} onClose={onClose} />
      </Stack>
    </form>
  )
}
