import { bookingPath, type WaitingEntry } from '@keyhour/contract/waiting-list'
import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { useWaitingChanges } from '#web/api/live.ts'
import { useUser } from '#web/api/session.ts'
import { useRefreshWaits, waitsQuery } from '#web/features/waiting-list/api.ts'
import { OfferLine } from '#web/features/waiting-list/wait-card.tsx'
import classes from '#web/features/waiting-list/waiting-list.module.css'

/** Above every screen: a time that is free now and held for the person. Also keeps the list up to date. */
export function OfferBanner() {
  const { data: waits = [] } = useQuery(waitsQuery(useUser()?.id))
  useWaitingChanges(waits.length > 0, useRefreshWaits())
  const isShown = useIsShown()
  const offers = waits.filter((entry) => entry.state === 'offered' && !isShown(entry))
  if (offers.length === 0) return null
  return (
    <Suspense fallback={null}>
      <Offers offers={offers} />
    </Suspense>
  )
}

function Offers({ offers }: { offers: WaitingEntry[] }) {
  const { t } = useTranslation('waiting-list')
  return (
    <aside aria-label={t('title')}>
      {offers.map((entry) => (
        <div key={entry.id} className={classes.banner}>
          <OfferLine entry={entry} />
        </div>
      ))}
    </aside>
  )
}

/** Whether the screen itself says so: the list, or the booking of this time. */
function useIsShown(): (entry: WaitingEntry) => boolean {
  const { pathname, search } = useLocation()
  const shown = new URLSearchParams(search)
  return (entry) => {
    if (pathname === '/orders') return true
    const [path, query] = bookingPath(entry).split('?')
    return (
      pathname === path && [...new URLSearchParams(query)].every(([name, value]) => shown.get(name) === value)
    )
  }
}
