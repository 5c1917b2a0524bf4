import { MASKED_PASSWORD } from '@keyhour/contract/admin-offices'
import { TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldGrid } from '#web/ui/field-grid.tsx'
import { inputOf } from '#web/ui/form-errors.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'

type Draft = Record<string, string>
type Props = {
  form: UseFormReturnType<Draft>
  fields: { name: string; label: string }[]
  secretLabel: string
  /** Whether a secret is stored: it stays until another one is entered. */
  isKnown: boolean
  /** More fields, after the secret. */
  children?: ReactNode
}

/** What an account at another service needs, with its secret. */
export function AccountFields({ form, fields, secretLabel, isKnown, children }: Props) {
  const { t } = useTranslation('admin-offices')
  const field = (name: string) => ({ ...inputOf(form, name), autoComplete: 'off', dir: 'ltr' as const })
  return (
    <FieldGrid>
      {fields.map(({ name, label }) => (
        <TextInput key={name} {...field(name)} label={label} />
      ))}
      <PasswordInput
        {...field('secret')}
        label={secretLabel}
        autoComplete="new-password"
        {...(isKnown && { placeholder: MASKED_PASSWORD, description: t('form.hint.password') })}
      />
      {children}
    </FieldGrid>
  )
}
