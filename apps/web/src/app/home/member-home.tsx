import type { Home } from '@keyhour/contract/home'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { forgetKept } from '#web/api/kept.ts'
import { AgainCard } from '#web/app/home/again-card.tsx'
import { CreditsCard } from '#web/app/home/credits-card.tsx'
import { FreeNow } from '#web/app/home/free-now.tsx'
import classes from '#web/app/home/home.module.css'
import { LaterList, NextCard } from '#web/app/home/next-card.tsx'
import { OwedCard } from '#web/app/home/owed-card.tsx'
import { PanelCodeCard } from '#web/app/home/panel-code-card.tsx'
import { RecentOffices } from '#web/app/home/recent-offices.tsx'
import { homePlaceOf } from '#web/app/home/rules.ts'
import { RunningCard } from '#web/app/home/running-card.tsx'
import { OfflineBooking } from '#web/app/offline-booking.tsx'
import { homeQuery } from '#web/features/home/api.ts'
import { isWaiting } from '#web/features/orders/rules.ts'
import { keepBooking } from '#web/features/visits/kept-booking.ts'
import { useKeptBooking } from '#web/features/visits/use-kept-booking.ts'
import searchArt from '#web/pictures/empty-search.svg'
import { Message } from '#web/ui/message.tsx'
import { useNextMoment, useNow } from '#web/ui/now.ts'
import { QueryView } from '#web/ui/query-view.tsx'

const STEP_MS = 10_000

/** What runs, what comes next, and the shortest ways to the next booking. */
export function MemberHome() {
  // Also loads the texts of the parts that appear later.
  useTranslation(['orders', 'access', 'booking', 'charges'], { useSuspense: false })
  const queryClient = useQueryClient()
  const home = useQuery(homeQuery)
  const orders = [...(home.data?.running ?? []), ...(home.data?.coming ?? [])]
  useNextMoment(
    orders.flatMap(({ start, end }) => [start, end]),
    () => void queryClient.invalidateQueries({ queryKey: homeQuery.queryKey }),
  )
  useKeepNext(home.data)
  const kept = useKeptBooking(home)
  if (kept)
    return <OfflineBooking kept={kept} retry={() => void home.refetch()} isRetrying={home.isFetching} />
  if (home.isPending) return <Outline />
  return <QueryView query={home}>{(shown) => <Shown home={shown} />}</QueryView>
}

function Shown({ home: { running, coming, owed, recent, again, places } }: { home: Home }) {
  const now = useNow(STEP_MS)
  const isNewcomer = running.length + coming.length + owed.length + recent.length === 0
  const waiting = coming.filter(isWaiting)
  const [next, ...later] = coming.filter((order) => !isWaiting(order))
  const placeOf = ({ Office }: OrderDetails) => homePlaceOf(places, Office.id)
  return (
    <div className={classes.home}>
      <div className={classes.main}>
        {isNewcomer && <Welcome />}
        {waiting.map((order) => (
          <NextCard key={order.id} order={order} place={placeOf(order)} now={now} />
        ))}
        {running.map((order) => (
          <RunningCard key={order.id} order={order} place={placeOf(order)} now={now} />
        ))}
        {next && <NextCard order={next} place={placeOf(next)} now={now} />}
        {again && (
          <AgainCard
            again={again}
            place={homePlaceOf(places, again.office_id)}
            isMain={running.length + waiting.length === 0}
          />
        )}
        <FreeNow officeIds={recent} />
      </div>
      <div className={classes.aside}>
        <OwedCard orders={owed} now={now} />
        <LaterList orders={later} now={now} />
        <CreditsCard />
        <PanelCodeCard />
        <RecentOffices places={recent.flatMap((id) => homePlaceOf(places, id) ?? [])} />
      </div>
    </div>
  )
}

/** Keeps what runs or comes next for a start without a connection. */
function useKeepNext(home: Home | undefined): void {
  useEffect(() => {
    if (!home) return
    const next = [...home.running, ...home.coming].find((order) => !isWaiting(order))
    if (next) keepBooking(next, homePlaceOf(home.places, next.Office.id) ?? null)
    else forgetKept()
  }, [home])
}

/** Leads a newcomer to a first booking. */
function Welcome() {
  const { t } = useTranslation('home')
  return (
    <div className={classes.welcome}>
      <Message
        art={searchArt}
        title={t('welcome.title')}
        text={t('welcome.text')}
        action={
          <Button variant="filled" size="md" component="a" href="/spaces">
            {t('welcome.find')}
          </Button>
        }
      />
    </div>
  )
}

/** Shaped like the content. */
function Outline() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.home} role="status">
      <VisuallyHidden>{t('loading')}</VisuallyHidden>
      <div className={classes.main} aria-hidden>
        <Skeleton height={280} radius={8} />
        <Skeleton height={160} radius={8} />
      </div>
      <div className={classes.aside} aria-hidden>
        <Skeleton height={136} radius={8} />
        <Skeleton height={200} radius={8} />
      </div>
    </div>
  )
}
