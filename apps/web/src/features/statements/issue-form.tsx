import { DAY_OF_ISSUE } from '@keyhour/contract/statements'
import { Select, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { issueStatements, useStatementChange } from '#web/features/statements/api.ts'
import { formatMonth } from '#web/format/time.ts'
import { inputOf, showRefusal } from '#web/ui/form-errors.ts'
import { WindowForm } from '#web/ui/form-window.tsx'
import { notify } from '#web/ui/notifications.tsx'

/** `months`: those that are over, the last one first. */
export function IssueForm({ months, onClose }: { months: string[]; onClose: () => void }) {
  const { t } = useTranslation('statements')
  const form = useForm({ mode: 'controlled', initialValues: { month: months[0]! } })
  const issue = useStatementChange({
    mutationFn: ({ month }: typeof form.values) => issueStatements(month),
    onSuccess: (_, { month }) => {
      notify(t('issue.begun', { month: formatMonth(month) }), 'success')
      onClose()
    },
    onError: (error) => showRefusal(form, error),
  })
  return (
    <WindowForm form={form} save={issue} label={t('issue.save')} onClose={onClose}>
      <Text>{t('issue.text', { day: DAY_OF_ISSUE })}</Text>
      <Select
        {...inputOf(form, 'month')}
        label={t('month')}
        data={months.map((month) => ({ value: month, label: formatMonth(month) }))}
        allowDeselect={false}
        data-autofocus
      />
    </WindowForm>
  )
}
