import { Credentials } from '@keyhour/contract/auth'
import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { startSession } from '#web/api/session.ts'
import { settingsQuery, signIn } from '#web/features/auth/api.ts'
import { DemoSignInsCard } from '#web/features/auth/demo-sign-ins-card.tsx'
import { serverText } from '#web/texts/i18n.ts'
import { notify } from '#web/ui/notifications.tsx'

export function SignInForm() {
  const { t } = useTranslation('auth')
  const [failure, setFailure] = useState<string | null>(null)
  const settings = useQuery(settingsQuery)
  const form = useForm({
    mode: 'controlled',
    initialValues: { email: '', password: '' },
    validate: schemaResolver(Credentials, { sync: true }),
  })

  const attempt = useMutation({
    mutationFn: signIn,
    onMutate: () => setFailure(null),
    onSuccess: (token) => {
      if (token === null || !startSession(token)) return setFailure(t('failed'))
      notify(t('succeeded'), 'success')
    },
    onError: (error) => setFailure(serverText(error.message)),
  })
  const fields = form.errors

  return (
    <Stack gap="lg">
      <form noValidate onSubmit={form.onSubmit((credentials) => attempt.mutate(credentials))}>
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
            autoComplete="current-password"
            error={translated(fields.password)}
            visibilityToggleButtonProps={{ 'aria-label': t('showPassword') }}
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
