import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { BookingChoice } from '#web/app/booking-choice.tsx'
import { findPlace, useChosenOffice, useLastChosenOffice } from '#web/app/chosen-office.ts'
import { OfficeNow } from '#web/app/office-now.tsx'
import { nowMs } from '#web/clock.ts'
import { mayQuery } from '#web/features/auth/api.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { writeChosen } from '#web/features/offices/rules.ts'
import { isForeignClock, viewerZone } from '#web/format/time.ts'
import searchArt from '#web/pictures/empty-search.svg'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function DashboardScreen() {
  const { t } = useTranslation('app')
  // Loads the cards' texts before they are needed.
  useTranslation('orders', { useSuspense: false })
  const chosen = useChosenOffice()
  const last = useLastChosenOffice()
  const mayWatch = useQuery(mayQuery('view_active_sessions'))
  const offices = useQuery({ ...myOfficesQuery, enabled: mayWatch.data === true })
  const place = findPlace(offices.data ?? [], chosen)

  return (
    <Page
      title={place?.name ?? t('dashboard')}
      actions={place && <ClockNote zone={place.zone} />}
      wide={chosen !== null}
    >
      <QueryView query={mayWatch}>
        {(isWatcher) =>
          isWatcher ? (
            <QueryView query={offices} loading={chosen ? t('loadingSessions') : t('loadingOffices')}>
              {(list) => {
                if (chosen)
                  return (
                    <OfficeNow key={writeChosen(chosen)} chosen={chosen} zone={place?.zone ?? viewerZone()} />
                  )
                if (last && findPlace(list, last))
                  return <Navigate to={`/dashboard${writeChosen(last)}`} replace />
                return list.length > 0 ? <Message art={searchArt} title={t('selectToView')} /> : <OtherWays />
              }}
            </QueryView>
          ) : (
            <OtherWays />
          )
        }
      </QueryView>
    </Page>
  )
}

/** For members who manage no office. */
function OtherWays() {
  const { t } = useTranslation('app')
  const [choosing, choice] = useDisclosure(false)
  return (
    <>
      <Message
        art={searchArt}
        title={t('whatNext')}
        text={t('whatNextText')}
        action={
          <>
            <Button variant="filled" onClick={choice.open}>
              {t('bookNow')}
            </Button>
            <Button component={Link} to="/orders">
              {t('myOrders')}
            </Button>
          </>
        }
      />
      <BookingChoice opened={choosing} onClose={choice.close} />
    </>
  )
}

/** Shown once for all times on the screen, if the viewer's clock differs. */
function ClockNote({ zone }: { zone: string }) {
  const { t } = useTranslation('app')
  if (!isForeignClock(new Date(nowMs()).toISOString(), zone)) return null
  return (
    <Text size="sm" c="dimmed">
      {t('clockOf', { zone })}
    </Text>
  )
}
