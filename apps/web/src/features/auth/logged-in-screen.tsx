import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router'
import { decodeToken, getSession, startSession } from '#web/api/session.ts'
import { isTokenAccepted } from '#web/features/auth/api.ts'
import { confirm } from '#web/ui/confirm.tsx'
import { LoadingShape } from '#web/ui/loading-shape.tsx'
import { notify } from '#web/ui/notifications.tsx'

/**
 * Receives a token from another sign-in and stores it once the server has accepted it. A member signed in as another
 * user is asked first, so that no link can switch the account unnoticed.
 */
export function LoggedInScreen({ token }: { token: string | null }) {
  const { t } = useTranslation('auth')
  const navigate = useNavigate()

  useEffect(() => {
    let left = false
    const go = (path: string) => void (left || navigate(path, { replace: true }))

    function fail() {
      if (left) return
      notify(t('failed'), 'error')
      go('/sign-in')
    }

    async function enter(arrived: string) {
      if (!(await isTokenAccepted(arrived))) return fail()
      if (left || !(await mayReplace(arrived))) return go('/dashboard')
      if (!startSession(arrived)) return fail()
      notify(t('succeeded'), 'success')
      go('/dashboard')
    }

    async function mayReplace(arrived: string): Promise<boolean> {
      const [current, other] = [getSession().signedIn?.user, decodeToken(arrived)]
      if (!current || !other || current.id === other.id) return true
      const question = { message: t('goOnAs', { current: current.email, other: other.email }) }
      return confirm(question).then(
        () => true,
        () => false,
      )
    }

    if (token !== null) void enter(token)
    else if (getSession().signedIn) go('/dashboard')
    else fail()
    return () => {
      left = true
    }
  }, [token, t, navigate])

  return <LoadingShape shape="page" label={t('checking')} />
}
