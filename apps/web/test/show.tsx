import type { SessionClaims } from '@keyhour/contract/auth'
import { act, render } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { createQueryClient } from '#web/api/query-client.ts'
import { restoreSession } from '#web/api/session.ts'
import { Providers } from '#web/app/providers.tsx'
import { createRoutes } from '#web/app/router.tsx'
import { nowMs } from '#web/clock.ts'

const encode = (value: unknown) =>
  btoa(String.fromCharCode(...new TextEncoder().encode(JSON.stringify(value))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** As the server's, but unsigned: the browser does not check signatures. */
export function tokenFor(claims: Partial<SessionClaims> = {}): string {
  const exp = Math.floor(nowMs() / 1000) + 3600
  const payload = { id: 7, email: 'maya@example.com', name: 'Maya Cohen', admin: false, exp, ...claims }
  return `${encode({ alg: 'HS256' })}.${encode(payload)}.signature`
}

function quietQueryClient() {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { ...client.getDefaultOptions().queries, retry: false } })
  return client
}

/** Renders one widget within the app's providers. */
export function show(children: ReactNode) {
  const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 })
  const view = render(
    <Providers queryClient={quietQueryClient()} env="test">
      {children}
    </Providers>,
  )
  return { user, ...view }
}

type Visitor = { as?: Partial<SessionClaims> | undefined; arrivedToken?: string | null }

/** The whole app at an address, for a visitor or a signed-in member. */
export function visit(address: string, { as, arrivedToken = null }: Visitor = {}) {
  if (as) localStorage.setItem('token', tokenFor(as))
  restoreSession()
  const routes = createRoutes((path) => (address === path ? arrivedToken : null))
  const router = createMemoryRouter(routes, { initialEntries: [address] })
  const shown = show(<RouterProvider router={router} />)
  return {
    ...shown,
    address: () => router.state.location.pathname + router.state.location.search,
    goBack: () => act(() => router.navigate(-1)),
  }
}
