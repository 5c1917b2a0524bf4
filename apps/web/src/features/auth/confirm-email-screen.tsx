import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router'
import { getSession } from '#web/api/session.ts'
import { confirmSignUpQuery } from '#web/features/auth/api.ts'
import { AuthPage } from '#web/features/auth/auth-page.tsx'
import { keptWish } from '#web/features/auth/wish.ts'
import { notify } from '#web/ui/notifications.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

/** Where the link of the sign-up mail leads. */
export function ConfirmEmailScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('auth')
  return token === null ? (
    <NewMail title={t('openLink.title')} text={t('openLink.email')} />
  ) : (
    <Confirmation token={token} />
  )
}

function Confirmation({ token }: { token: string }) {
  const { t } = useTranslation('auth')
  const confirmation = useQuery(confirmSignUpQuery(token))
  return (
    <QueryView query={confirmation} loading={t('confirming')}>
      {(confirmed) =>
        confirmed ? (
          <Onward email={confirmed.email} />
        ) : (
          <NewMail title={t('linkGone.title')} text={t('linkGone.email')} announced />
        )
      }
    </QueryView>
  )
}

/** To the sign-in, unless somebody is signed in here already. */
function Onward({ email }: { email: string }) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()
  useEffect(() => {
    const { signedIn } = getSession()
    if (signedIn) notify(t('confirmedElsewhere', { email }), 'success')
    const state = { confirmed: email, from: keptWish() }
    void navigate(signedIn ? '/dashboard' : '/sign-in', { replace: true, state })
  }, [email, t, navigate])
  return null
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
