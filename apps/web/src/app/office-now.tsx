import type { ActiveSession, ComingOrder } from '@keyhour/contract/visits'
import { Text, Title, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Liveness, useOfficeChanges } from '#web/api/live.ts'
import classes from '#web/app/office-now.module.css'
import { mayQuery } from '#web/features/auth/api.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import type { ChosenOffice } from '#web/features/offices/rules.ts'
import { ActiveSessionCard } from '#web/features/visits/active-session-card.tsx'
import { activeSessionsQuery, comingOrdersQuery } from '#web/features/visits/api.ts'
import { ComingOrderCard } from '#web/features/visits/coming-order-card.tsx'
import { formatTime } from '#web/format/time.ts'
import sessionsArt from '#web/pictures/empty-sessions.svg'
import { Message } from '#web/ui/message.tsx'
import { useNextMoment, useNow } from '#web/ui/now.ts'
import { usePresence } from '#web/ui/presence.ts'
import { isRefused, QueryView } from '#web/ui/query-view.tsx'

const MINUTE_MS = 60_000

type Props = { chosen: ChosenOffice; zone: string }

export function OfficeNow({ chosen: { officeId, subOfficeId }, zone }: Props) {
  const { t } = useTranslation('app')
  const queryClient = useQueryClient()
  const sessions = useQuery(activeSessionsQuery(officeId, subOfficeId))
  const coming = useQuery(comingOrdersQuery(officeId, subOfficeId))

  function lookAgain() {
    void queryClient.invalidateQueries({ queryKey: activeSessionsQuery(officeId, subOfficeId).queryKey })
    void queryClient.invalidateQueries({ queryKey: comingOrdersQuery(officeId, subOfficeId).queryKey })
  }
  const liveness = useOfficeChanges(officeId, lookAgain)
  // Times that pass are not announced by the server.
  useNextMoment([...starts(coming.data), ...ends(sessions.data)], lookAgain)

  useRightsAgain(isRefused(sessions.error))

  return (
    <QueryView query={sessions} loading={t('loadingSessions')}>
      {(list) => (
        <div className={classes.office}>
          <Sessions list={list} zone={zone}>
            <LiveNote liveness={liveness} updatedAt={sessions.dataUpdatedAt} zone={zone} />
          </Sessions>
          <section className={classes.coming} aria-labelledby="next-today">
            <Title order={2} size="h4" id="next-today" mb="md">
              {t('nextToday')}
            </Title>
            {/* One failure is enough. */}
            {sessions.error && coming.data ? (
              <Coming orders={coming.data} zone={zone} />
            ) : (
              <QueryView query={coming}>{(orders) => <Coming orders={orders} zone={zone} />}</QueryView>
            )}
          </section>
        </div>
      )}
    </QueryView>
  )
}

/** Somebody who no longer runs the office gets the dashboard of those who run fewer, or none. */
function useRightsAgain(isLost: boolean): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    if (!isLost) return
    void queryClient.invalidateQueries({ queryKey: mayQuery('view_active_sessions').queryKey })
    void queryClient.invalidateQueries({ queryKey: myOfficesQuery.queryKey })
  }, [isLost, queryClient])
}

const starts = (orders: readonly ComingOrder[] = []) => orders.map(({ start }) => start)
const ends = (sessions: readonly ActiveSession[] = []) => sessions.map(({ end }) => end)

function Coming({ orders, zone }: { orders: readonly ComingOrder[]; zone: string }) {
  const { t } = useTranslation('app')
  if (orders.length === 0) return <Text c="dimmed">{t('nothingMoreToday')}</Text>
  return (
    <ul className={classes.orders}>
      {orders.map((order) => (
        <ComingOrderCard key={order.id} order={order} zone={zone} />
      ))}
    </ul>
  )
}

type SessionsProps = { list: readonly ActiveSession[]; zone: string; children: ReactNode }

function Sessions({ list, zone, children }: SessionsProps) {
  const { t } = useTranslation('app')
  const now = useNow(MINUTE_MS)
  const { shown, arrived, left } = usePresence(list)
  return (
    <section aria-labelledby="here-now">
      <div className={classes.heading}>
        <Title order={2} size="h4" id="here-now">
          {t('hereNow')}
          {list.length > 0 && <span className={classes.count}>{list.length}</span>}
        </Title>
        {children}
      </div>
      {shown.length === 0 ? (
        <Message art={sessionsArt} title={t('noSessions')} order={3} />
      ) : (
        <ul className={classes.sessions}>
          {shown.map(({ item, phase }) => (
            <ActiveSessionCard key={item.id} session={item} zone={zone} now={now} phase={phase} />
          ))}
        </ul>
      )}
      <News arrived={arrived} left={left} />
    </section>
  )
}

/** Announces arrivals and departures to screen readers. */
function News({ arrived, left }: { arrived: readonly ActiveSession[]; left: readonly ActiveSession[] }) {
  const { t } = useTranslation(['app', 'orders'])
  const nameOf = ({ User }: ActiveSession) => User.name ?? t('unknownUser', { ns: 'orders' })
  const news = [
    ...arrived.map((session) => t('hasCheckedIn', { name: nameOf(session) })),
    ...left.map((session) => t('hasLeft', { name: nameOf(session) })),
  ]
  return <VisuallyHidden role="status">{news.join('. ')}</VisuallyHidden>
}

type LiveNoteProps = { liveness: Liveness; updatedAt: number; zone: string }

/** Whether the list updates itself, and if not, since when. */
function LiveNote({ liveness, updatedAt, zone }: LiveNoteProps) {
  const { t } = useTranslation('app')
  const time = formatTime(new Date(updatedAt).toISOString(), zone)
  return (
    <span className={classes.note}>
      <span className={classes.dot} data-live={liveness === 'live' || undefined} aria-hidden />
      <span title={liveness === 'live' ? t('liveHint') : undefined}>{t(`live.${liveness}`, { time })}</span>
      <VisuallyHidden role="status">{liveness === 'lost' ? t('liveStopped') : null}</VisuallyHidden>
    </span>
  )
}
