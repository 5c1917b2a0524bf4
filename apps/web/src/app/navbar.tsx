import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { logOut, useUser } from '#web/api/session.ts'
import { Bar } from '#web/app/bar.tsx'
import { BookingChoice } from '#web/app/booking-choice.tsx'
import { useLastChosenOffice } from '#web/app/chosen-office.ts'
import { OfficeSelect } from '#web/app/office-select.tsx'

export function Navbar() {
  const { t } = useTranslation('app')
  const isAdmin = useUser()?.admin === true
  const chosen = useLastChosenOffice()
  const [choosing, choice] = useDisclosure(false)

  return (
    <>
      <Bar
        main={<OfficeSelect />}
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
            <Button onClick={logOut}>{t('logOut')}</Button>
          </>
        }
      />
      <BookingChoice opened={choosing} onClose={choice.close} />
    </>
  )
}
