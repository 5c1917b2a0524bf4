import { type Closure, StaffClosure } from '@keyhour/contract/closures'
import { Alert, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { ClosureFields } from '#web/features/closures/closure-fields.tsx'
import { type ClosureDraft, closureOf } from '#web/features/closures/rules.ts'
import { showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'

type Props = {
  initial: ClosureDraft
  spaces: { id: number; name: string; name_he?: string | null | undefined }[]
  today: string
  close: (closure: StaffClosure) => Promise<Closure>
  onClosed: (closure: Closure) => void
  onCancel: () => void
}

/** `isAround`: they know that there are orders in the way. */
type Sent = { draft: ClosureDraft; isAround: boolean }

const mistakesIn = schemaResolver(StaffClosure, { sync: true })

/** Takes effect at once. Over orders only around them: the second try says so. */
export function CloseAroundForm({ initial, spaces, today, close, onClosed, onCancel }: Props) {
  const { t } = useTranslation('closures')
  const form = useForm<ClosureDraft>({
    mode: 'controlled',
    initialValues: initial,
    validate: (draft) => mistakesIn(closureOf(draft)),
    // The refusal was about another time.
    onValuesChange: () => save.reset(),
  })
  const save = useMutation({
    mutationFn: ({ draft, isAround }: Sent) =>
      close({ ...closureOf(draft), ...(isAround && { orders: 'keep' as const }) }),
    onSuccess: onClosed,
    onError: (error) => showRefusal(form, error),
  })
  const inTheWay = save.error instanceof CallError ? (save.error.body?.orders_in_the_way ?? 0) : 0
  const isAround = inTheWay > 0 || (save.isPending && save.variables.isAround)
  return (
    <WindowForm
      form={form}
      save={{
        mutate: (draft) => save.mutate({ draft, isAround }),
        error: inTheWay > 0 ? null : save.error,
        isPending: save.isPending,
        reset: save.reset,
      }}
      label={t(isAround ? 'around.rest' : 'around.save')}
      onClose={onCancel}
    >
      {inTheWay > 0 && (
        <Alert color="brass" variant="light" role="alert">
          <Text fw={600}>{t('around.orders', { count: inTheWay })}</Text>
          <Text size="sm">{t('around.ordersStay')}</Text>
        </Alert>
      )}
      <ClosureFields form={form} spaces={spaces} today={today} isFocused />
    </WindowForm>
  )
}
