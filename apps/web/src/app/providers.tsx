import { DirectionProvider, MantineProvider } from '@mantine/core'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import i18next from 'i18next'
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { useBusy } from '#web/api/requests.ts'
import { useSession } from '#web/api/session.ts'
import { ConfirmHost } from '#web/ui/confirm.tsx'
import { ErrorBoundary } from '#web/ui/error-boundary.tsx'
import { ErrorPage } from '#web/ui/error-page.tsx'
import { LoadingShape } from '#web/ui/loading-shape.tsx'
import { NotificationArea, notify } from '#web/ui/notifications.tsx'
import { OutageNotice } from '#web/ui/outage-notice.tsx'
import { ProgressBar } from '#web/ui/progress-bar.tsx'
import { colorSchemeManager, cssVariables, theme } from '#web/ui/theme.ts'

type Props = { queryClient: QueryClient; children: ReactNode; env?: 'default' | 'test' }

export function Providers({ queryClient, children, env = 'default' }: Props) {
  return (
    <QueryClientProvider client={queryClient}>
      <DirectionProvider>
        <MantineProvider
          theme={theme}
          cssVariablesResolver={cssVariables}
          colorSchemeManager={colorSchemeManager}
          defaultColorScheme="auto"
          env={env}
        >
          <RequestProgress />
          <NotificationArea />
          <OutageNotice />
          <ConfirmHost />
          <SessionWatch queryClient={queryClient} />
          <ErrorBoundary fallback={<ErrorPage />}>
            <Suspense fallback={<LoadingShape shape="page" />}>{children}</Suspense>
          </ErrorBoundary>
        </MantineProvider>
      </DirectionProvider>
    </QueryClientProvider>
  )
}

function RequestProgress() {
  return <ProgressBar busy={useBusy()} />
}

/** Data loaded for one person is never shown to the next. People who are signed out automatically are told why. */
function SessionWatch({ queryClient }: { queryClient: QueryClient }) {
  const { signedIn, ending } = useSession()
  const userId = signedIn?.user.id
  const servedId = useRef(userId)

  useLayoutEffect(() => {
    if (servedId.current === userId) return
    servedId.current = userId
    if (userId === undefined) return queryClient.clear()
    queryClient.removeQueries({ type: 'inactive' })
    void queryClient.resetQueries()
  }, [userId, queryClient])

  useEffect(() => {
    if (ending === 'expired' || ending === 'refused')
      notify(i18next.t('sessionEnded', { ns: 'app' }), 'error')
  }, [ending])

  return null
}
