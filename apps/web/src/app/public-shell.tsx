import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link, useLocation } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { MainArea } from '#web/app/main-area.tsx'
import { TopBar } from '#web/app/top-bar.tsx'

export function PublicShell() {
  const { t } = useTranslation('app')
  const { signedIn } = useSession()
  const { pathname } = useLocation()
  return (
    <>
      <TopBar
        links={
          pathname !== '/sign-in' && (
            <Button component={Link} to={signedIn ? '/dashboard' : '/sign-in'}>
              {signedIn ? t('dashboard') : t('signIn')}
            </Button>
          )
        }
      />
      <MainArea />
    </>
  )
}
