import { Divider, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { settingsQuery } from '#web/features/auth/api.ts'
import classes from '#web/features/auth/auth.module.css'
import type { SigningIn } from '#web/features/auth/use-sign-in.ts'
import { GoogleButton } from '#web/ui/google-button.tsx'
import { notify } from '#web/ui/notifications.tsx'

type Props = { wording: 'signin_with' | 'signup_with'; signingIn: SigningIn }

/** Google's button, or why there is none. */
export function GoogleSignIn({ wording, signingIn }: Props) {
  const { t } = useTranslation('auth')
  const { data: settings, isPending } = useQuery(settingsQuery)
  if (isPending) return <div className={classes.google} />
  if (!settings) return null
  if (settings.google_client_id === null) return <Line text={t('google.notSetUp')} />
  return (
    <>
      <div className={classes.google}>
        <GoogleButton
          clientId={settings.google_client_id}
          wording={wording}
          onCredential={(access_token) => signingIn.signIn({ access_token })}
          onFailure={() => notify(t('failed'), 'error')}
          unreachable={<Line text={t('google.unreachable')} />}
        />
      </div>
      <Divider className={classes.or} label={t('or')} labelPosition="center" />
    </>
  )
}

const Line = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed" role="status">
    {text}
  </Text>
)
