import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type Location, useBlocker } from 'react-router'
import { confirm } from '#web/ui/confirm.tsx'

const isOtherScreen = (from: Location, to: Location): boolean => from.pathname !== to.pathname
const isOtherAddress = (from: Location, to: Location): boolean =>
  isOtherScreen(from, to) || from.search !== to.search

/** Asks before somebody leaves a screen with what they have typed there but not saved. */
export function useUnsavedChanges(isUnsaved: boolean): void {
  useQuestion(isUnsaved, isOtherScreen)
  useLeaveWarning(isUnsaved)
}

/** A form above a screen: the browser warns for as long as it is open, and any way out of it asks. */
export function useOpenForm(isUnsaved: boolean): void {
  useQuestion(isUnsaved, isOtherAddress)
  useLeaveWarning(true)
}

function useQuestion(isUnsaved: boolean, isLeaving: (from: Location, to: Location) => boolean): void {
  const { t } = useTranslation('ui')
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      // What a screen changes in its own address by itself takes nobody away.
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
