import { useElementSize } from '@mantine/hooks'
import { GoogleLogin, GoogleOAuthProvider, useGoogleOAuth } from '@react-oauth/google'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { tellGoogle } from '#web/api/google-consent.ts'
import classes from '#web/ui/google-button.module.css'

/** What Google draws: not narrower, not wider. */
const WIDTH = { least: 200, most: 400 }

type Props = {
  clientId: string
  wording: 'signin_with' | 'signup_with' | 'continue_with'
  /** The ID token of whoever has chosen an account. */
  onCredential: (credential: string) => void
  /** Google's window was there but brought nobody. */
  onFailure: () => void
  /** Stands in its place when Google's script is blocked or out of reach. */
  unreachable: ReactNode
}

/** Google's own button. Its script is fetched again in the other language: it has no way to change it. */
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
    // Some blockers answer with an empty script.
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
