import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { startWorker } from '#web/app/start-worker.ts'
import { bookingAskedFor, isOwnPath } from '#web/features/auth/page-asked-for.ts'

/** Where the person was going before they were asked to sign in. */
type CameFrom = { from?: string } | null

const QUIET_MS = 2000

/** Preloads the sign-in once the first screen has settled, so that logging out works without a connection. */
function useSignInAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      import('#web/features/auth/sign-in-screen.tsx').catch(() => undefined)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
}

/** Others are asked to sign in, or where most have no account yet, to sign up. */
export function OnlySignedIn({ instead = '/sign-in' }: { instead?: '/sign-in' | '/sign-up' }) {
  const { signedIn, ending } = useSession()
  const { pathname, search } = useLocation()
  useSignInAhead()
  useEffect(startWorker, [])
  if (signedIn) return <Outlet />
  // Two slashes would mean another host.
  const from = pathname.replace(/^\/+/, '/') + search
  const cameFrom: CameFrom = ending === 'logged-out' ? null : { from }
  // Whoever books and was never signed in here probably has no account yet.
  const isNew = ending === 'none' && bookingAskedFor(from) !== null
  return <Navigate to={isNew ? '/sign-up' : instead} replace state={cameFrom} />
}

export function OnlySignedOut() {
  const { signedIn } = useSession()
  const cameFrom: CameFrom = useLocation().state
  if (!signedIn) return <Outlet />
  return <Navigate to={isOwnPath(cameFrom?.from) ? cameFrom.from : '/dashboard'} replace />
}

export function OnlyAdmins() {
  const { signedIn } = useSession()
  return signedIn?.user.admin ? <Outlet /> : <Navigate to="/dashboard" replace />
}

/** Any other path: members go to the dashboard, visitors to the sign-in. */
export function Elsewhere() {
  return <Navigate to="/dashboard" replace />
}
