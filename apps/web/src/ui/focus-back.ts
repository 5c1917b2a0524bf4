import { useLayoutEffect } from 'react'

/** What takes the focus when the element it came from is gone: the menu's button, else the page itself. */
const FALLBACKS = '[data-takes-focus], main'

/** While active the focus may wander; afterwards it comes back to where it was. */
export function useFocusBack(active: boolean): void {
  useLayoutEffect(() => {
    if (!active) return
    const from = document.activeElement
    return () => giveFocusTo([from, ...document.querySelectorAll(FALLBACKS)])
  }, [active])
}

const canTakeFocus = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && element.closest('[inert]') === null

function giveFocusTo(elements: (Element | null)[]): void {
  for (const element of elements.filter(canTakeFocus)) {
    element.focus({ preventScroll: true })
    if (document.activeElement === element) return
  }
}
