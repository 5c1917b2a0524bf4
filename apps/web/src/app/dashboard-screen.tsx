import searchArt from 'virtual:picture/empty-search'
import sessionsArt from 'virtual:picture/empty-sessions'
import { Button, SimpleGrid } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { BookingChoice } from '#web/app/booking-choice.tsx'
import { useChosenOffice } from '#web/app/chosen-office.ts'
import { mayQuery } from '#web/features/auth/api.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import type { ChosenOffice } from '#web/features/offices/rules.ts'
import { ActiveSessionCard } from '#web/features/orders/active-session-card.tsx'
import { activeSessionsQuery } from '#web/features/orders/api.ts'
import { viewerZone } from '#web/format/time.ts'
import { Message } from '#web/ui/message.tsx'
import { Page } from '#web/ui/page.tsx'
import { QueryView } from '#web/ui/query-view.tsx'

export function DashboardScreen() {
  const { t } = useTranslation('app')
  const chosen = useChosenOffice()
  const mayWatch = useQuery(mayQuery('view_active_sessions'))
  const offices = useQuery({ ...myOfficesQuery, enabled: mayWatch.data === true })
  const office = offices.data?.find(({ id }) => id === chosen?.officeId)

  return (
    <Page title={office?.name ?? t('dashboard')}>
      <QueryView query={mayWatch}>
        {(isWatcher) =>
          isWatcher ? (
            <QueryView query={offices} loading={chosen ? t('loadingSessions') : t('loadingOffices')}>
              {({ length }) => {
                if (chosen) return <Sessions chosen={chosen} zone={office?.time_zone ?? viewerZone()} />
                return length > 0 ? <Message art={searchArt} title={t('selectToView')} /> : <OtherWays />
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

/** Who has no office to look after is offered what else there is to do here. */
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

function Sessions({ chosen, zone }: { chosen: ChosenOffice; zone: string }) {
  const { t } = useTranslation('app')
  const sessions = useQuery(activeSessionsQuery(chosen.officeId, chosen.subOfficeId))
  return (
    <QueryView
      query={sessions}
      loading={t('loadingSessions')}
      isEmpty={({ length }) => length === 0}
      empty={t('noSessions')}
      art={sessionsArt}
    >
      {(list) => (
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3, lg: 4 }} component="ul" p={0} m={0}>
          {list.map((session) => (
            <ActiveSessionCard key={session.id} session={session} zone={zone} />
          ))}
        </SimpleGrid>
      )}
    </QueryView>
  )
}
