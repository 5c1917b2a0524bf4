import { SignUp } from '@keyhour/contract/auth'
import { Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { signUp } from '#web/features/auth/api.ts'
import { documentLanguage } from '#web/texts/language.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, showRefusal, submitOf } from '#web/ui/form-errors.ts'
import { NewPasswordInput } from '#web/ui/password-input.tsx'

const Typed = SignUp.omit({ language: true })

type Props = { onSent: (form: SignUp) => void }

export function SignUpForm({ onSent }: Props) {
  const { t } = useTranslation('auth')
  const form = useForm({
    mode: 'controlled',
    initialValues: { name: '', email: '', password: '' },
    validate: schemaResolver(Typed, { sync: true }),
  })
  const sending = useMutation({
    mutationFn: signUp,
    onSuccess: (_, form) => onSent(form),
    onError: (error) => showRefusal(form, error),
  })

  return (
    <form
      noValidate
      onSubmit={submitOf(form, (typed) => sending.mutate({ ...typed, language: documentLanguage() }))}
    >
      <Stack gap="md">
        <FailureAlert text={failureOf(sending.error)} />
        <TextInput {...inputOf(form, 'name')} label={t('name')} autoComplete="name" />
        <TextInput {...inputOf(form, 'email')} label={t('email')} type="email" autoComplete="username" />
        <NewPasswordInput {...inputOf(form, 'password')} value={form.values.password} label={t('password')} />
        <Button type="submit" variant="filled" size="md" loading={sending.isPending}>
          {t('signUp')}
        </Button>
      </Stack>
    </form>
  )
}
