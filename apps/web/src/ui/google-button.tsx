import { useElementSize } from '@mantine/hooks'
import { GoogleLogin, GoogleOAuthProvider, useGoogleOAuth } from '@react-oauth/google'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tellGoogle } from '#web/api/google-consent.ts'
import classes from '#web/ui/google-button.module.css'

/** Google's limits. */
const WIDTH = { least: 200, most: 400 }

type Props = {
  clientId: string
  wording: 'signin_with' | 'signup_with' | 'continue_with'
  /** The ID token of the chosen account. */
  onCredential: (credential: string) => void
  /** Google's window closed without an account. */
  onFailure: () => void
  /** Shown if Google's script is blocked or unreachable. */
  unreachable: ReactNode
}

/** Google's script cannot change its language, so another language loads it again. */
export function GoogleButton(props: Props) {
  const { language } = useTranslation().i18n
  return <InOneLanguage key={language} locale={language} {...props} />
}

function InOneLanguage({ clientId, locale, unreachable, ...button }: Props & { locale: string }) {
  const [isReachable, setReachable] = useState(true)
  if (!isReachable) return unreachable
  return (
    <GoogleOAuthProvider clientId={clientId} locale={locale} onScriptLoadError={() => setReachable(false)}>
      <Drawn {...button} onMissing={() => setReachable(false)} />
    </GoogleOAuthProvider>
  )
}

type DrawnProps = Pick<Props, 'wording' | 'onCredential' | 'onFailure'> & { onMissing: () => void }

function Drawn({ wording, onCredential, onFailure, onMissing }: DrawnProps) {
  const { scriptLoadedSuccessfully: isLoaded } = useGoogleOAuth()
  const { ref, width } = useElementSize()

  // Runs after the button's own effect, which is what makes Google's script ready.
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the script arrives
  useEffect(() => {
    if (!isLoaded) return
    // Some blockers return an empty script.
    if (window.google?.accounts?.id) tellGoogle()
    else onMissing()
  }, [isLoaded])

  return (
    <div ref={ref} className={classes.place} data-waiting={!isLoaded || undefined}>
      <GoogleLogin
        theme="outline"
        size="large"
        text={wording}
        width={Math.min(Math.max(Math.floor(width), WIDTH.least), WIDTH.most)}
        onSuccess={({ credential }) => (credential ? onCredential(credential) : onFailure())}
        onError={onFailure}
      />
    </div>
  )
}
