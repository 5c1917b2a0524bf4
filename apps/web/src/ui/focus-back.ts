import { useLayoutEffect } from 'react'

/** While active the focus may wander; afterwards it comes back to where it was. */
export function useFocusBack(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return
    const from = document.activeElement
    return () => {
      if (from instanceof HTMLElement) from.focus({ preventScroll: true })
    }
  }, [active])
}
