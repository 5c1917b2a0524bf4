import type { MyOffice } from '@keyhour/contract/offices'
import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { type ChosenOffice, readChosen, writeChosen } from '#web/features/offices/rules.ts'
import { localPlace } from '#web/texts/local-place.ts'

/** Kept in the dashboard's address, so that it survives a reload and can be shared. */
export function useChosenOffice(): ChosenOffice | null {
  const { pathname, search } = useLocation()
  return useMemo(
    () => (pathname === '/dashboard' ? readChosen(new URLSearchParams(search)) : null),
    [pathname, search],
  )
}

/** The office whose dashboard or schedule is on the screen. */
export function useShownOffice(offices: readonly MyOffice[]): ChosenOffice | null {
  const { pathname, search } = useLocation()
  const last = useLastChosenOffice()
  if (pathname !== '/schedule')
    return pathname === '/dashboard' ? readChosen(new URLSearchParams(search)) : null
  const named = readChosen(new URLSearchParams(search))
  const known = (id: number | undefined) => offices.find((office) => office.id === id)
  const office = named ? known(named.officeId) : (known(last?.officeId) ?? offices[0])
  return office ? { officeId: office.id, subOfficeId: undefined } : null
}

/** Used where the address names no office. Forgotten on log-out. */
export function useLastChosenOffice(): ChosenOffice | null {
  const chosen = useChosenOffice()
  const key = `chosen-office-of-${useUser()?.id}`

  useEffect(() => {
    if (chosen) localStorage.setItem(key, writeChosen(chosen))
  }, [chosen, key])

  return chosen ?? readChosen(new URLSearchParams(localStorage.getItem(key) ?? ''))
}

/** `ordersAt` is the address of an order, without its number. */
type Place = { name: string; zone: string; ordersAt: string }

/** Owners have a view of their own for orders. */
const ordersAt = ({ id, only_owned }: MyOffice): string =>
  only_owned ? `/owner/orders?office=${id}&order=` : '/order/'

export function findPlace(offices: readonly MyOffice[], chosen: ChosenOffice | null): Place | undefined {
  const office = offices.find(({ id }) => id === chosen?.officeId)
  if (!office) return undefined
  const place = { name: localPlace(office).name, zone: office.time_zone, ordersAt: ordersAt(office) }
  if (chosen?.subOfficeId === undefined) return place
  const subOffice = office.sub_offices.find(({ id }) => id === chosen.subOfficeId)
  return subOffice && { ...place, name: `${place.name} · ${localPlace(subOffice).name}` }
}
