import { Credentials } from '@keyhour/contract/auth'
import { Alert, Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { startSession } from '#web/api/session.ts'
import { settingsQuery, signIn } from '#web/features/auth/api.ts'
import { DemoSignInsCard } from '#web/features/auth/demo-sign-ins-card.tsx'
import { serverText } from '#web/texts/i18n.ts'
import { notify } from '#web/ui/notifications.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

export function SignInForm() {
  const { t } = useTranslation('auth')
  const settings = useQuery(settingsQuery)
  const form = useForm({
    mode: 'controlled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(Credentials, { sync: true }),
  })

  const attempt = useMutation({
    mutationFn: async (credentials: Credentials) => {
      const token = await signIn(credentials)
      return token !== null && startSession(token)
    },
    onSuccess: (started) => {
      if (started) notify(t('succeeded'), 'success')
    },
  })
  const failure = attempt.error ? serverText(attempt.error.message) : attempt.data === false && t('failed')
  const fields = form.errors

  function focusFirst(errors: typeof fields) {
    const [first] = Object.keys(errors)
    if (first) form.getInputNode(first)?.focus()
  }

  return (
    <Stack gap="lg">
      <form noValidate onSubmit={form.onSubmit((credentials) => attempt.mutate(credentials), focusFirst)}>
        <Stack gap="md">
          {failure && (
            <Alert color="danger" variant="light" role="alert">
              {failure}
            </Alert>
          )}
          <TextInput
            {...form.getInputProps('email')}
            label={t('email')}
            type="email"
            autoComplete="username"
            error={translated(fields.email)}
          />
          <PasswordInput
            {...form.getInputProps('password')}
            label={t('password')}
            error={translated(fields.password)}
          />
          <Button type="submit" variant="filled" size="md" loading={attempt.isPending}>
            {t('signIn')}
          </Button>
        </Stack>
      </form>
      {settings.data?.demo && <DemoSignInsCard onChosen={(credentials) => form.setValues(credentials)} />}
    </Stack>
  )
}

const translated = (error: ReactNode): ReactNode => (typeof error === 'string' ? serverText(error) : error)
