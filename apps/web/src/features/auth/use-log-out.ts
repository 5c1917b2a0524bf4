import { useTranslation } from 'react-i18next'
import { CallError } from '#web/api/call.ts'
import { getSession, logOut } from '#web/api/session.ts'
import { endSessionOnServer } from '#web/features/auth/api.ts'
import { notify } from '#web/ui/notifications.tsx'

/**
 * Logs out here immediately, and on the server in the background. A session that has already ended there is not a
 * failure.
 */
export function useLogOut(): () => void {
  const { t } = useTranslation('auth')
  return () => {
    const token = getSession().signedIn?.token
    logOut()
    if (token === undefined) return
    endSessionOnServer(token).catch((error: unknown) => {
      if (!(error instanceof CallError && error.status === 401))
        notify(t('loggedOutHereOnly'), 'error', false)
    })
  }
}
