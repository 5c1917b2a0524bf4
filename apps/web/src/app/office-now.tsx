import type { DayOrder, OfficeDay } from '@keyhour/contract/front-desk'
import type { MyOffice } from '@keyhour/contract/offices'
import type { ActiveSession } from '@keyhour/contract/visits'
import { Title, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useOfficeChanges } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { LiveNote } from '#web/app/live-note.tsx'
import classes from '#web/app/office-now.module.css'
import { mayQuery } from '#web/features/auth/api.ts'
import { officeDayQuery } from '#web/features/front-desk/api.ts'
import { Attention } from '#web/features/front-desk/attention.tsx'
import { ClosedNow } from '#web/features/front-desk/closed-now.tsx'
import { Arrivals, Departures, NoShows, Tomorrow } from '#web/features/front-desk/day-lists.tsx'
import { DeskActions } from '#web/features/front-desk/desk-actions.tsx'
import { PersonContact } from '#web/features/front-desk/person-contact.tsx'
import { dayStateOf, momentsOf } from '#web/features/front-desk/rules.ts'
import { myOfficesQuery } from '#web/features/offices/api.ts'
import type { ChosenOffice } from '#web/features/offices/rules.ts'
import { DoorScreensButton } from '#web/features/panels/door-screens.tsx'
import { ActiveSessionCard } from '#web/features/visits/active-session-card.tsx'
import { activeSessionsQuery } from '#web/features/visits/api.ts'
import { CheckOutButton } from '#web/features/visits/check-out-button.tsx'
import sessionsArt from '#web/pictures/empty-sessions.svg'
import { Message } from '#web/ui/message.tsx'
import { useNextMoment, useNow } from '#web/ui/now.ts'
import { usePresence } from '#web/ui/presence.ts'
import { isRefused, QueryView } from '#web/ui/query-view.tsx'

const MINUTE_MS = 60_000

/** `ordersAt` is the address of an order, without its number. */
type Props = { chosen: ChosenOffice; office: MyOffice | undefined; zone: string; ordersAt: string }

export function OfficeNow({ chosen: { officeId, subOfficeId }, office, zone, ordersAt }: Props) {
  const { t } = useTranslation(['app', 'front-desk'])
  const queryClient = useQueryClient()
  const sessions = useQuery(activeSessionsQuery(officeId, subOfficeId))
  const day = useQuery(officeDayQuery(officeId, subOfficeId))
  const now = useNow(MINUTE_MS)
  const isAdmin = useUser()?.admin ?? false

  function lookAgain() {
    void queryClient.invalidateQueries({ queryKey: activeSessionsQuery(officeId, subOfficeId).queryKey })
    void queryClient.invalidateQueries({ queryKey: officeDayQuery(officeId, subOfficeId).queryKey })
  }
  const liveness = useOfficeChanges(officeId, lookAgain)
  // Times that pass are not announced by the server.
  const orders = day.data?.today ?? []
  useNextMoment([...momentsOf(orders), ...ends(sessions.data), day.data?.until ?? null], lookAgain)

  useRightsAgain(isRefused(sessions.error))

  const shown = { zone, now, ordersAt }
  return (
    <QueryView shape="cards" query={sessions} loading={t('loadingSessions')}>
      {(list) => (
        <div className={classes.office}>
          <div className={classes.main}>
            {day.data && office && (
              <DeskActions office={office} subOfficeId={subOfficeId} day={day.data} zone={zone} now={now}>
                <DoorScreensButton office={office} />
              </DeskActions>
            )}
            {day.data && <Attention day={day.data} isAdmin={isAdmin} {...shown} />}
            <Sessions list={list} orders={orders} isManager={day.data?.desk != null} {...shown}>
              <LiveNote liveness={liveness} updatedAt={sessions.dataUpdatedAt} zone={zone} />
            </Sessions>
          </div>
          <div className={classes.aside}>
            {/* One failure is enough. */}
            {sessions.error && day.data ? (
              <Day day={day.data} officeId={officeId} {...shown} />
            ) : (
              <QueryView query={day}>
                {(known) => <Day day={known} officeId={officeId} {...shown} />}
              </QueryView>
            )}
          </div>
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

const ends = (sessions: readonly ActiveSession[] = []) => sessions.map(({ end }) => end)

type Shown = { zone: string; now: number; ordersAt: string }

function Day({ day, officeId, ...shown }: Shown & { day: OfficeDay; officeId: number }) {
  return (
    <>
      <ClosedNow officeId={officeId} closures={day.desk?.closures ?? []} zone={shown.zone} />
      <Arrivals day={day} {...shown} />
      <Departures day={day} {...shown} />
      <NoShows day={day} {...shown} />
      <Tomorrow day={day} {...shown} />
    </>
  )
}

type SessionsProps = Shown & {
  list: readonly ActiveSession[]
  orders: readonly DayOrder[]
  isManager: boolean
  children: ReactNode
}

function Sessions({ list, orders, isManager, zone, now, ordersAt, children }: SessionsProps) {
  const { t } = useTranslation('app')
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
          {shown.map(({ item, phase }) => {
            const order = orders.find(({ id }) => id === item.id)
            return (
              <ActiveSessionCard
                key={item.id}
                session={item}
                zone={zone}
                now={now}
                phase={phase}
                to={`${ordersAt}${item.id}`}
                isLate={order !== undefined && dayStateOf(order, now) === 'late'}
              >
                {isManager && <SessionActions session={item} order={order} zone={zone} />}
              </ActiveSessionCard>
            )
          })}
        </ul>
      )}
      <News arrived={arrived} left={left} />
    </section>
  )
}

type ActionsProps = { session: ActiveSession; order: DayOrder | undefined; zone: string }

function SessionActions({ session: { id, end }, order, zone }: ActionsProps) {
  return (
    <>
      <CheckOutButton order={{ id, end, time_zone: zone }} ofGuest />
      {order && <PersonContact person={order.User} />}
    </>
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
