import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { OfficeDraft, SubOfficeDraft } from '#web/features/admin-offices/form-rules.ts'
import { translated } from '#web/ui/form-errors.ts'

type Field = Exclude<keyof OfficeDraft | keyof SubOfficeDraft, 'around_the_clock' | 'amenities'>

/** Answers what an input needs of its field: value, label, mistake. */
export function useFields<Draft extends object>(form: UseFormReturnType<Draft>) {
  const { t } = useTranslation('admin-offices')
  return (name: Field & keyof Draft) => ({
    ...form.getInputProps(name),
    label: t(`form.field.${name}`),
    error: translated(form.errors[name]),
  })
}

export type OfficeFields = { form: UseFormReturnType<OfficeDraft> }
export type SubOfficeFields = { form: UseFormReturnType<SubOfficeDraft> }
