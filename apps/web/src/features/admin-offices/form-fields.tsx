import type { Currency } from '@keyhour/contract/primitives'
import { TextInput, type TextInputProps } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import type { OfficeDraft, SubOfficeDraft } from '#web/features/admin-offices/form-rules.ts'
import { signOf } from '#web/format/money.ts'
import { inputOf } from '#web/ui/form-errors.ts'

type Field = Exclude<keyof OfficeDraft | keyof SubOfficeDraft, 'around_the_clock' | 'amenities'>

export function useFields<Draft extends Record<string, unknown>>(form: UseFormReturnType<Draft>) {
  const { t } = useTranslation('admin-offices')
  return (name: Field & keyof Draft) => ({
    ...inputOf(form, name),
    label: t(`form.field.${name}`),
  })
}

export type OfficeFields = { form: UseFormReturnType<OfficeDraft> }
export type SubOfficeFields = { form: UseFormReturnType<SubOfficeDraft> }

/** For Hebrew text in every interface language. */
export const HEBREW = { input: { dir: 'rtl', lang: 'he' } }

export function PriceInput({ currency, ...input }: TextInputProps & { currency: Currency }) {
  return (
    <TextInput
      {...input}
      leftSection={<span aria-hidden>{signOf(currency)}</span>}
      inputMode="decimal"
      autoComplete="off"
    />
  )
}
