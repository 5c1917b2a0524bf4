import { type Credentials, confirmSignUp as contract } from '@keyhour/contract/auth'
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { getSession, startSession } from '#web/api/session.ts'
import { confirmSignUp, signIn } from '#web/features/auth/api.ts'
import { AuthPage } from '#web/features/auth/auth-page.tsx'
import { BookingAhead } from '#web/features/auth/booking-ahead.tsx'
import { pageAskedFor } from '#web/features/auth/page-asked-for.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'
import { failureOf, inputOf, showRefusal, submitOf } from '#web/ui/form-errors.ts'
import { notify } from '#web/ui/notifications.tsx'
import { PasswordInput } from '#web/ui/password-input.tsx'

export function ConfirmEmailScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('auth')
  return token === null ? (
    <NewMail title={t('openLink.title')} text={t('openLink.email')} />
  ) : (
    <Confirmation token={token} />
  )
}

/** Asks for the chosen password: with access to the mailbox alone nobody can confirm. */
function Confirmation({ token }: { token: string }) {
  const { t } = useTranslation('auth')
  const goOn = useGoOn()
  const form = useForm({
    mode: 'controlled',
    initialValues: { password: '' },
    validate: schemaResolver(contract.body.pick({ password: true }), { sync: true }),
  })
  const confirmation = useMutation({
    mutationFn: confirmSignUp,
    onSuccess: (confirmed, { password }) => confirmed && goOn({ email: confirmed.email, password }),
    onError: (error) => showRefusal(form, error),
  })
  if (confirmation.data === null)
    return <NewMail title={t('linkGone.title')} text={t('linkGone.email')} announced />

  return (
    <AuthPage title={t('confirmEmail.title')}>
      <BookingAhead from={pageAskedFor()} />
      <Text>{t('confirmEmail.text')}</Text>
      <form noValidate onSubmit={submitOf(form, ({ password }) => confirmation.mutate({ token, password }))}>
        <Stack gap="md">
          <FailureAlert text={failureOf(confirmation.error)} />
          <PasswordInput {...inputOf(form, 'password')} label={t('password')} />
          <Button
            type="submit"
            variant="filled"
            size="md"
            loading={confirmation.isPending || confirmation.isSuccess}
          >
            {t('confirmEmail.confirm')}
          </Button>
        </Stack>
      </form>
      <Text size="sm" c="dimmed">
        {t('confirmEmail.notYou')}
      </Text>
      <Anchor component={Link} to="/sign-up">
        {t('signUpAgain')}
      </Anchor>
    </AuthPage>
  )
}

/** Signs in, unless a member is already signed in here. If that fails, the person signs in by hand. */
function useGoOn() {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  return async (credentials: Credentials) => {
    const { email } = credentials
    if (getSession().signedIn) {
      notify(t('confirmedElsewhere', { email }), 'success')
      return navigate('/dashboard', { replace: true })
    }
    const token = await signIn(credentials).catch(() => null)
    if (token !== null && startSession(token)) {
      notify(t('confirmEmail.done'), 'success')
      return navigate(pageAskedFor() ?? '/dashboard', { replace: true })
    }
    const state = { confirmed: email, from: pageAskedFor() }
    return navigate('/sign-in', { replace: true, state })
  }
}

type NewMailProps = { title: string; text: string; announced?: boolean }

function NewMail({ title, text, announced = false }: NewMailProps) {
  const { t } = useTranslation('auth')
  return (
    <AuthPage title={title} announced={announced}>
      <Text>{text}</Text>
      <Group gap="sm">
        <Button component={Link} to="/sign-up" variant="filled">
          {t('signUpAgain')}
        </Button>
        <Button component={Link} to="/sign-in">
          {t('signIn')}
        </Button>
      </Group>
    </AuthPage>
  )
}
