import { type RefObject, useEffect, useRef } from 'react'

/** Scrolls to what has just appeared: the button that caused it may be at the other end of the page. */
export function useIntoView<E extends HTMLElement>(): RefObject<E | null> {
  const shown = useRef<E>(null)
  useEffect(() => {
    // Some browsers return a promise, which is not a clean-up function.
    void shown.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return shown
}
