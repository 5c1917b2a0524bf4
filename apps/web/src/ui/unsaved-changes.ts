import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Location, useBlocker } from 'react-router'
import { confirm } from '#web/ui/confirm.tsx'

const isOtherScreen = (from: Location, to: Location): boolean => from.pathname !== to.pathname
const isOtherAddress = (from: Location, to: Location): boolean =>
  isOtherScreen(from, to) || from.search !== to.search

/** Asks before the person leaves a screen with unsaved changes. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useQuestion(isUnsaved, isOtherScreen)
  useLeaveWarning(isUnsaved)
}

/** For a form in a window: warns while it is open, and every way out of it asks. */
export function useOpenForm(isUnsaved: boolean): void {
  useQuestion(isUnsaved, isOtherAddress)
  useLeaveWarning(true)
}

function useQuestion(isUnsaved: boolean, isLeaving: (from: Location, to: Location) => boolean): void {
  const { t } = useTranslation('ui')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      // Replacing the address of the same screen does not leave it.
      isUnsaved && historyAction !== 'REPLACE' && isLeaving(currentLocation, nextLocation),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: one question for each attempt to leave
  useEffect(() => {
    if (blocker.state === 'blocked') confirm({ message: t('unsaved') }).then(blocker.proceed, blocker.reset)
  }, [blocker.state])
}

function useLeaveWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isOn])
}
