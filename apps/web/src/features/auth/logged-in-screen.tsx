import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { startSession } from '#web/api/session.ts'
import { isTokenAccepted } from '#web/features/auth/api.ts'
import { notify } from '#web/ui/notifications.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

/** Somebody came back with a token: it is kept only after the server has accepted it. */
export function LoggedInScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()

  useEffect(() => {
    let left = false
    async function arrive() {
      const accepted = token !== null && (await isTokenAccepted(token))
      if (left) return
      if (accepted && startSession(token)) return notify(t('succeeded'), 'success')
      notify(t('failed'), 'error')
      await navigate('/sign-in', { replace: true })
    }
    void arrive()
    return () => {
      left = true
    }
  }, [token, t, navigate])

  return <PageLoader label={t('checking')} />
}
