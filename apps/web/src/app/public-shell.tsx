import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { useSession } from '#web/api/session.ts'
import { frameTexts } from '#web/app/frame/texts.ts'
import { MainArea } from '#web/app/main-area.tsx'
import { BarLink, TopBar } from '#web/app/top-bar.tsx'
import { usePageLanguage } from '#web/texts/i18n.ts'

/** The bar of the public pages, around what the app shows to visitors. */
export function PublicShell() {
  const t = frameTexts(usePageLanguage())
  return (
    <>
      <TopBar
        links={
          <>
            <BarLink href="/spaces">{t('findSpace')}</BarLink>
            <BarLink href="/for-businesses">{t('forBusinesses')}</BarLink>
            <BarLink href="/#how-it-works">{t('howItWorks')}</BarLink>
            <BarLink to="/owner">{t('ownerLogin')}</BarLink>
          </>
        }
        account={<WaysIn />}
      />
      <MainArea />
    </>
  )
}

/** The screen for one way in offers the other itself. */
function WaysIn() {
  const t = frameTexts(usePageLanguage())
  const { signedIn } = useSession()
  const { pathname, state } = useLocation()
  // Whoever was invited comes back to the invitation.
  const cameFrom = pathname.startsWith('/join/') ? { from: pathname } : state
  if (signedIn)
    return (
      <Button component={Link} to="/dashboard">
        {t('dashboard')}
      </Button>
    )
  return (
    <>
      {pathname !== '/sign-in' && (
        <BarLink to="/sign-in" state={cameFrom}>
          {t('signIn')}
        </BarLink>
      )}
      {pathname !== '/sign-up' && (
        <Button component={Link} to="/sign-up" state={cameFrom}>
          {t('signUp')}
        </Button>
      )}
    </>
  )
}
