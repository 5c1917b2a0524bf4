import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { BookingChoice } from '#web/app/booking-choice.tsx'
import { useLastChosenOffice } from '#web/app/chosen-office.ts'
import { ChosenOfficeSelect } from '#web/app/chosen-office-select.tsx'
import { MainArea } from '#web/app/main-area.tsx'
import { ProfileLink } from '#web/app/profile-link.tsx'
import { BarLink, TopBar } from '#web/app/top-bar.tsx'
import { managesCompanyQuery, mayQuery, ownsOfficesQuery } from '#web/features/auth/api.ts'
import { useLogOut } from '#web/features/auth/use-log-out.ts'
import { lazyPart } from '#web/ui/lazy-part.ts'

const OfferBanner = lazyPart('OfferBanner', () => import('#web/features/waiting-list/offer-banner.tsx'))

export function Shell() {
  const logOut = useLogOut()
  const { t } = useTranslation('app')
  const isAdmin = useUser()?.admin === true
  const chosen = useLastChosenOffice()
  const [choosing, choice] = useDisclosure(false)
  const { data: mayWatch, isPending } = useQuery(mayQuery('view_active_sessions'))
  const { data: ownsOffices } = useQuery(ownsOfficesQuery)
  const { data: managesCompany } = useQuery(managesCompanyQuery)
  const officeSelect = mayWatch ? <ChosenOfficeSelect /> : undefined

  return (
    <>
      <TopBar
        main={isPending ? null : officeSelect}
        links={
          <>
            <BarLink to="/orders">{t('orders')}</BarLink>
            {ownsOffices && <BarLink to="/owner">{t('mySpaces')}</BarLink>}
            {managesCompany && <BarLink to="/company">{t('company')}</BarLink>}
            {isAdmin && <BarLink to="/admin-orders-dashboard">{t('adminOrders')}</BarLink>}
            {chosen ? (
              <Button component={Link} to={`/booking/${chosen.officeId}`}>
                {t('bookNow')}
              </Button>
            ) : (
              <Button onClick={choice.open}>{t('bookNow')}</Button>
            )}
            {isAdmin && (
              <Button component={Link} to="/admin-dashboard">
                {t('admin')}
              </Button>
            )}
          </>
        }
        account={
          <>
            <ProfileLink />
            <Button onClick={logOut}>{t('logOut')}</Button>
          </>
        }
      />
      <Suspense fallback={null}>
        <OfferBanner />
      </Suspense>
      <MainArea />
      <BookingChoice opened={choosing} onClose={choice.close} />
    </>
  )
}
