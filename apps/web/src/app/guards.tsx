import { Navigate, Outlet, useLocation } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { isOwnPath } from '#web/features/auth/wish.ts'

/** Where the person was going when the sign-in came between. */
type Wish = { from?: string } | null

export function OnlySignedIn() {
  const { signedIn, ending } = useSession()
  const { pathname, search } = useLocation()
  if (signedIn) return <Outlet />
  // Two slashes would lead to another host.
  const from = pathname.replace(/^\/+/, '/') + search
  const wish: Wish = ending === 'logged-out' ? null : { from }
  return <Navigate to="/sign-in" replace state={wish} />
}

export function OnlySignedOut() {
  const { signedIn } = useSession()
  const wish: Wish = useLocation().state
  if (!signedIn) return <Outlet />
  return <Navigate to={isOwnPath(wish?.from) ? wish.from : '/dashboard'} replace />
}

export function OnlyAdmins() {
  const { signedIn } = useSession()
  return signedIn?.user.admin ? <Outlet /> : <Navigate to="/dashboard" replace />
}

/** Any other path: signed-in people land on the dashboard, others are asked to sign in first. */
export function Elsewhere() {
  return <Navigate to="/dashboard" replace />
}
