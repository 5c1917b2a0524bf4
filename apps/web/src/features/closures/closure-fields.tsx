import { Checkbox, Select, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { type ClosureDraft, withEndMoved } from '#web/features/closures/rules.ts'
import { localPlace } from '#web/texts/local-place.ts'
import { DateInput } from '#web/ui/dates/date-input.tsx'
import { TimeInput } from '#web/ui/dates/time-input.tsx'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { inputOf } from '#web/ui/form-errors.ts'

type Props = {
  form: UseFormReturnType<ClosureDraft>
  spaces: { id: number; name: string; name_he?: string | null | undefined }[]
  today: string
  /** The first field gets the focus when the window opens. */
  isFocused?: boolean
}

export function ClosureFields({ form, spaces, today, isFocused = false }: Props) {
  const { t } = useTranslation('closures')
  const field = (name: keyof ClosureDraft) => inputOf(form, name)

  const moveDay = (date: string) =>
    form.setValues(withEndMoved(form.getValues(), { ...form.getValues(), date }))

  const moveStart = (start: string) =>
    form.setValues(withEndMoved(form.getValues(), { ...form.getValues(), start }))

  return (
    <>
      <FieldGrid>
        <TextInput
          {...field('reason')}
          label={t('reason')}
          description={t('reasonHint')}
          autoComplete="off"
          {...(isFocused && { 'data-autofocus': true })}
        />
        <Select
          {...field('sub_office_id')}
          label={t('what')}
          data={[
            { value: '', label: t('wholeOffice') },
            ...spaces.map((space) => ({ value: String(space.id), label: localPlace(space).name })),
          ]}
          allowDeselect={false}
        />
        <DateInput {...field('date')} onChange={moveDay} label={t('firstDay')} min={today} />
        <DateInput {...field('end_date')} label={t('lastDay')} min={form.values.date} />
      </FieldGrid>
      <Checkbox {...form.getInputProps('whole_days', { type: 'checkbox' })} label={t('wholeDays')} />
      {!form.values.whole_days && (
        <FieldGrid>
          <TimeInput {...field('start')} onChange={moveStart} label={t('from')} />
          <TimeInput {...field('end')} label={t('until')} />
        </FieldGrid>
      )}
    </>
  )
}
