import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { type ChosenOffice, readChosen } from '#web/features/offices/rules.ts'

/** The choice lives in the dashboard's address, so that it survives a reload and can be sent to somebody. */
export function useChosenOffice(): ChosenOffice | null {
  const { pathname, search } = useLocation()
  return useMemo(
    () => (pathname === '/dashboard' ? readChosen(new URLSearchParams(search)) : null),
    [pathname, search],
  )
}
