import { Button } from '@mantine/core'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, Outlet } from 'react-router'
import { logOut } from '#web/api/session.ts'
import { Bar } from '#web/app/bar.tsx'
import { PageLoader } from '#web/ui/page-loader.tsx'

export function AdminShell() {
  const { t } = useTranslation('admin')
  return (
    <>
      <Bar
        links={
          <>
            <Button variant="subtle" color="gray" component={Link} to="/admin-dashboard">
              {t('adminDashboard')}
            </Button>
            <Button variant="subtle" color="gray" component={Link} to="/admin-orders-dashboard">
              {t('adminOrders')}
            </Button>
            <Button variant="subtle" color="gray" component={Link} to="/messages">
              {t('messages')}
            </Button>
            <Button component={Link} to="/dashboard">
              {t('officeManagerDashboard')}
            </Button>
            <Button onClick={logOut}>{t('logOut')}</Button>
          </>
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
