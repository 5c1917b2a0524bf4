import type { MouseEvent } from 'react'

/** Follows a link here, unless it should open elsewhere. */
export function follow(event: MouseEvent, act: () => void): void {
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  event.preventDefault()
  act()
}
