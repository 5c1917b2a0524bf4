import { useEffect, useMemo } from 'react'
import { useLocation } from 'react-router'
import { useUser } from '#web/api/session.ts'
import { type ChosenOffice, readChosen, writeChosen } from '#web/features/offices/rules.ts'

/** The choice lives in the dashboard's address, so that it survives a reload and can be sent to somebody. */
export function useChosenOffice(): ChosenOffice | null {
  const { pathname, search } = useLocation()
  return useMemo(
    () => (pathname === '/dashboard' ? readChosen(new URLSearchParams(search)) : null),
    [pathname, search],
  )
}

/** The choice that was made last, for the screens whose address does not say it. Forgotten on log-out. */
export function useLastChosenOffice(): ChosenOffice | null {
  const chosen = useChosenOffice()
  const key = `chosen-office-of-${useUser()?.id}`

  useEffect(() => {
    if (chosen) sessionStorage.setItem(key, writeChosen(chosen))
  }, [chosen, key])

  return chosen ?? readChosen(new URLSearchParams(sessionStorage.getItem(key) ?? ''))
}
