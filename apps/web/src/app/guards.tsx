import { useEffect } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { isOwnPath } from '#web/features/auth/page-asked-for.ts'

/** Where the person was going when the sign-in came between. */
type CameFrom = { from?: string } | null

const QUIET_MS = 2000

/** Who logs out without a connection still lands on the sign-in: it is fetched once the first screen has settled. */
function useSignInAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => {
      import('#web/features/auth/sign-in-screen.tsx').catch(() => undefined)
    }, QUIET_MS)
    return () => clearTimeout(timer)
  }, [])
}

export function OnlySignedIn() {
  const { signedIn, ending } = useSession()
  const { pathname, search } = useLocation()
  useSignInAhead()
  if (signedIn) return <Outlet />
  // Two slashes would lead to another host.
  const from = pathname.replace(/^\/+/, '/') + search
  const cameFrom: CameFrom = ending === 'logged-out' ? null : { from }
  return <Navigate to="/sign-in" replace state={cameFrom} />
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

/** Any other path: signed-in people land on the dashboard, others are asked to sign in first. */
export function Elsewhere() {
  return <Navigate to="/dashboard" replace />
}
