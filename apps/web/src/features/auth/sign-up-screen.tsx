import type { SignUp } from '@keyhour/contract/auth'
import { Anchor, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { AgreementNote } from '#web/features/auth/agreement-note.tsx'
import { signUp } from '#web/features/auth/api.ts'
import { AuthPage } from '#web/features/auth/auth-page.tsx'
import { BookingAhead } from '#web/features/auth/booking-ahead.tsx'
import { CheckMail } from '#web/features/auth/check-mail.tsx'
import { GoogleSignIn } from '#web/features/auth/google-sign-in.tsx'
import { GracePanel } from '#web/features/auth/grace-panel.tsx'
import { keepPageAskedFor } from '#web/features/auth/page-asked-for.ts'
import { SignUpForm } from '#web/features/auth/sign-up-form.tsx'
import { useSignIn } from '#web/features/auth/use-sign-in.ts'
import { FailureAlert } from '#web/ui/failure-alert.tsx'

export function SignUpScreen() {
  const { t } = useTranslation('auth')
  const { state } = useLocation()
  const signingIn = useSignIn()
  const [sent, setSent] = useState<SignUp | null>(null)

  function waitForMail(form: SignUp) {
    keepPageAskedFor(state?.from)
    setSent(form)
  }

  function nextStep(): ReactNode {
    if (signingIn.grace) return <GracePanel grace={signingIn.grace} />
    if (!sent) return null
    return (
      <CheckMail
        sent="signUp"
        email={sent.email}
        sendAgain={() => signUp(sent)}
        onBack={() => setSent(null)}
      />
    )
  }

  return (
    <AuthPage title={t('signUp')} instead={nextStep()}>
      <BookingAhead from={state?.from} />
      <FailureAlert text={signingIn.failure} />
      <GoogleSignIn wording="signup_with" signingIn={signingIn} />
      <SignUpForm onSent={waitForMail} />
      <AgreementNote by="signingUp" />
      <Text>
        {t('haveAccount')}{' '}
        <Anchor component={Link} to="/sign-in" state={state} underline="always">
          {t('signIn')}
        </Anchor>
      </Text>
    </AuthPage>
  )
}
