import { wallClock } from '@keyhour/contract/office-clock'
import type { MyOffice } from '@keyhour/contract/offices'
import { Button, Text } from '@mantine/core'
import { IconCalendarTime } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link, Navigate } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { findPlace, useChosenOffice, useLastChosenOffice } from '#web/app/chosen-office.ts'
import { MemberHome } from '#web/app/home/member-home.tsx'
import { OfficeChoice } from '#web/app/office-choice.tsx'
import { OfficeNow } from '#web/app/office-now.tsx'
import { OfflineBooking } from '#web/app/offline-booking.tsx'
import { mayQuery } from '#web/features/auth/api.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import { type ChosenOffice, writeChosen } from '#web/features/offices/rules.ts'
import { useKeptBooking } from '#web/features/visits/use-kept-booking.ts'
import { formatDate, formatZone, isForeignClock, viewerZone } from '#web/format/time.ts'
import { useNow } from '#web/ui/now.ts'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'
import { SoftText } from '#web/ui/soft-text.tsx'

const MINUTE_MS = 60_000

export function DashboardScreen() {
  const { t } = useTranslation(['app', 'home'])
  // Loads the cards' texts before they are needed.
  useTranslation('orders', { useSuspense: false })
  const chosen = useChosenOffice()
  const last = useLastChosenOffice()
  const mayWatch = useQuery(mayQuery('view_active_sessions'))
  const offices = useQuery({ ...myOfficesQuery, enabled: mayWatch.data === true })
  const place = findPlace(offices.data ?? [], chosen)
  const isMember = mayWatch.data === false || offices.data?.length === 0
  const hello = t('hello', { ns: 'home', name: useUser()?.name.split(' ')[0] })

  const kept = useKeptBooking(mayWatch)
  if (kept)
    return (
      <Page title={hello}>
        <OfflineBooking kept={kept} retry={() => void mayWatch.refetch()} isRetrying={mayWatch.isFetching} />
      </Page>
    )
  return (
    <Page
      title={place?.name ?? (isMember ? hello : t('dashboard'))}
      actions={
        place &&
        chosen && (
          <>
            <DayNote zone={place.zone} />
            <Button
              component={Link}
              to={`/schedule?office=${chosen.officeId}`}
              leftSection={<IconCalendarTime aria-hidden size={18} />}
            >
              {t('schedule')}
            </Button>
          </>
        )
      }
      wide={chosen !== null && !isMember}
    >
      <QueryView shape="cards" query={mayWatch}>
        {(isWatcher) =>
          isWatcher ? (
            <QueryView
              shape="cards"
              query={offices}
              loading={chosen ? t('loadingSessions') : t('loadingOffices')}
            >
              {(list) => {
                if (chosen)
                  return (
                    <OfficeNow
                      key={writeChosen(chosen)}
                      chosen={chosen}
                      office={list.find(({ id }) => id === chosen.officeId)}
                      zone={place?.zone ?? viewerZone()}
                      ordersAt={place?.ordersAt ?? '/order/'}
                    />
                  )
                const own = ownOf(list, last)
                if (own) return <Navigate to={`/dashboard${writeChosen(own)}`} replace />
                return list.length > 0 ? <OfficeChoice offices={list} /> : <MemberHome />
              }}
            </QueryView>
          ) : (
            <MemberHome />
          )
        }
      </QueryView>
    </Page>
  )
}

/** The office that was chosen last opens by itself, or the only one. */
function ownOf(list: readonly MyOffice[], last: ChosenOffice | null): ChosenOffice | null {
  if (last && findPlace(list, last)) return last
  const [only] = list
  return only && list.length === 1 ? { officeId: only.id, subOfficeId: undefined } : null
}

/** The day at the office; its clock is named once for all times on the screen, if the viewer's differs. */
function DayNote({ zone }: { zone: string }) {
  const { t } = useTranslation('app')
  const now = useNow(MINUTE_MS)
  const isForeign = isForeignClock(new Date(now).toISOString(), zone)
  return (
    <>
      <Text>{formatDate(wallClock(now, zone).date)}</Text>
      {isForeign && <SoftText>{t('clockOf', { zone: formatZone(zone) })}</SoftText>}
    </>
  )
}
