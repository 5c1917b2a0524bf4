import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { logOut, useUser } from '#web/api/session.ts'
import { Bar } from '#web/app/bar.tsx'
import { BookingChoice } from '#web/app/booking-choice.tsx'
import { useLastChosenOffice } from '#web/app/chosen-office.ts'
import { OfficeSelect } from '#web/app/office-select.tsx'
import { ProfileLink } from '#web/app/profile-link.tsx'
import { mayQuery } from '#web/features/auth/api.ts'

export function Navbar() {
  const { t } = useTranslation('app')
  const isAdmin = useUser()?.admin === true
  const chosen = useLastChosenOffice()
  const [choosing, choice] = useDisclosure(false)
  const { data: mayWatch, isPending } = useQuery(mayQuery('view_active_sessions'))
  const officeSelect = mayWatch ? <OfficeSelect /> : undefined

  return (
    <>
      <Bar
        main={isPending ? null : officeSelect}
        links={
          <>
            <Button variant="subtle" color="gray" component={Link} to="/orders">
              {t('orders')}
            </Button>
            {isAdmin && (
              <Button variant="subtle" color="gray" component={Link} to="/admin-orders-dashboard">
                {t('adminOrders')}
              </Button>
            )}
            {chosen ? (
              <Button variant="filled" component={Link} to={`/booking/${chosen.officeId}`}>
                {t('bookNow')}
              </Button>
            ) : (
              <Button variant="filled" onClick={choice.open}>
                {t('bookNow')}
              </Button>
            )}
            {isAdmin && (
              <Button component={Link} to="/admin-dashboard">
                {t('admin')}
              </Button>
            )}
            <ProfileLink />
            <Button onClick={logOut}>{t('logOut')}</Button>
          </>
        }
      />
      <BookingChoice opened={choosing} onClose={choice.close} />
    </>
  )
}
