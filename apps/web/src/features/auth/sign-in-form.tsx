import { Credentials } from '@keyhour/contract/auth'
import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { settingsQuery } from '#web/features/auth/api.ts'
import classes from '#web/features/auth/auth.module.css'
import { DemoSignInsCard } from '#web/features/auth/demo-sign-ins-card.tsx'
import type { SigningIn } from '#web/features/auth/use-sign-in.ts'
import { inputOf, submitOf } from '#web/ui/form-errors.ts'
import { PasswordInput } from '#web/ui/password-input.tsx'

type Props = { signingIn: SigningIn; email: string; children: ReactNode }

export function SignInForm({ signingIn, email, children }: Props) {
  const { t } = useTranslation('auth')
  const { state } = useLocation()
  const settings = useQuery(settingsQuery)
  const form = useForm({
    mode: 'controlled',
    initialValues: { email, password: '' },
    validate: schemaResolver(Credentials, { sync: true }),
  })

  return (
    <>
      <form noValidate onSubmit={submitOf(form, signingIn.signIn)}>
        <Stack gap="md">
          <TextInput {...inputOf(form, 'email')} label={t('email')} type="email" autoComplete="username" />
          <PasswordInput {...inputOf(form, 'password')} label={t('password')} />
          <Anchor
            component={Link}
            to="/forgot-password"
            state={{ ...state, email: form.values.email }}
            size="sm"
            className={classes.forgotten}
          >
            {t('forgotten')}
          </Anchor>
          <Button type="submit" variant="filled" size="md" loading={signingIn.isPending}>
            {t('signIn')}
          </Button>
        </Stack>
      </form>
      {children}
      {settings.data?.demo && <DemoSignInsCard onChosen={(credentials) => form.setValues(credentials)} />}
    </>
  )
}
