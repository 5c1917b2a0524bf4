import { useLayoutEffect } from 'react'

/** Takes the focus if the original element is gone: the menu's button, else the page. */
const FALLBACKS = '[data-takes-focus], main'

/** When `active` ends, the focus returns to where it was. */
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
