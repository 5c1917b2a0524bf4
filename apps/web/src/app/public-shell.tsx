import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet, useLocation } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { Bar } from '#web/app/bar.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

/** The frame around what anybody may see. */
export function PublicShell() {
  const { t } = useTranslation('app')
  const { signedIn } = useSession()
  const { pathname } = useLocation()
  return (
    <>
      <Bar
        links={
          pathname !== '/sign-in' && (
            <Button component={Link} to={signedIn ? '/dashboard' : '/sign-in'}>
              {signedIn ? t('dashboard') : t('signIn')}
            </Button>
          )
        }
      />
      <main id="main" tabIndex={-1}>
        <Suspense fallback={<PageLoader />}>
          <Outlet />
        </Suspense>
      </main>
    </>
  )
}
