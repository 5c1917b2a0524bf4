import { Alert, Anchor, Text } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { AgreementNote } from '#web/features/auth/agreement-note.tsx'
import { AuthPage } from '#web/features/auth/auth-page.tsx'
import { BookingAhead } from '#web/features/auth/booking-ahead.tsx'
import { GoogleSignIn } from '#web/features/auth/google-sign-in.tsx'
import { GracePanel } from '#web/features/auth/grace-panel.tsx'
import { isOwnerArea } from '#web/features/auth/page-asked-for.ts'
import { SignInForm } from '#web/features/auth/sign-in-form.tsx'
import { useSignIn } from '#web/features/auth/use-sign-in.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'

export function SignInScreen() {
  const { t } = useTranslation('auth')
  const { state } = useLocation()
  const confirmed: string | undefined = state?.confirmed
  const signingIn = useSignIn()
  const isOwner = isOwnerArea(state?.from)
  return (
    <AuthPage
      title={t(isOwner ? 'owner.title' : 'signIn')}
      instead={signingIn.grace && <GracePanel grace={signingIn.grace} />}
    >
      {isOwner && (
        <Text>
          {t('owner.text')}{' '}
          <Anchor href="/space-owners" underline="always">
            {t('owner.list')}
          </Anchor>
        </Text>
      )}
      {confirmed && (
        <Alert color="free" variant="light" role="status" icon={<IconCheck aria-hidden />}>
          {t('confirmed')}
        </Alert>
      )}
      <BookingAhead from={state?.from} />
      <FailureAlert text={signingIn.failure} />
      <GoogleSignIn wording="signin_with" signingIn={signingIn} />
      <SignInForm signingIn={signingIn} email={confirmed ?? ''}>
        <Text>
          {t('newHere')}{' '}
          <Anchor component={Link} to="/sign-up" state={state} underline="always">
            {t('toSignUp')}
          </Anchor>
        </Text>
        <AgreementNote by="signingIn" />
      </SignInForm>
    </AuthPage>
  )
}
