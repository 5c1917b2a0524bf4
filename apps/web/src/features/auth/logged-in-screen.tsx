import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { getSession, startSession } from '#web/api/session.ts'
import { isTokenAccepted } from '#web/features/auth/api.ts'
import { notify } from '#web/ui/notifications.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

/** Somebody came back with a token: it is kept only after the server has accepted it, and then it is theirs. */
export function LoggedInScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()

  useEffect(() => {
    let left = false
    const go = (path: string) => void navigate(path, { replace: true })

    function enter(accepted: boolean) {
      if (left) return
      if (token !== null && accepted && startSession(token)) {
        notify(t('succeeded'), 'success')
        return go('/dashboard')
      }
      notify(t('failed'), 'error')
      go('/sign-in')
    }

    if (token !== null) void isTokenAccepted(token).then(enter)
    else if (getSession().signedIn) go('/dashboard')
    else enter(false)
    return () => {
      left = true
    }
  }, [token, t, navigate])

  return <PageLoader label={t('checking')} />
}
