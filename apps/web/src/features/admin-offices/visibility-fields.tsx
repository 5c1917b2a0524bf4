import { Checkbox } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { type OfficeFields, useFields } from '#web/features/admin-offices/form-fields.ts'

const FLAGS = ['hidden', 'hide_from_all_view', 'coming_soon', 'temporarily_closed'] as const

export function VisibilityFields({ form }: OfficeFields) {
  const { t } = useTranslation('admin-offices')
  const field = useFields(form)
  return FLAGS.map((flag) => (
    <Checkbox
      key={flag}
      {...field(flag)}
      {...form.getInputProps(flag, { type: 'checkbox' })}
      description={t(`form.flag.${flag}`)}
    />
  ))
}
