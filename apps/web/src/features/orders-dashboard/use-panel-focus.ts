import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { depthOf, type Selection } from '#web/features/orders-dashboard/rules.ts'

const panelsIn = (frame: HTMLElement): HTMLElement[] => [
  ...frame.querySelectorAll<HTMLElement>('[data-panel]:not([hidden])'),
]
const stopIn = (panel: HTMLElement | undefined) =>
  panel?.querySelector<HTMLElement>('[role="option"][tabindex="0"]')

/**
 * The focused element may be gone after a choice. Going deeper moves the focus to the title of the new panel; going back
 * returns it to the list.
 */
export function usePanelFocus(frame: RefObject<HTMLElement | null>, choice: Selection): void {
  const [depth, space] = [depthOf(choice), choice.place?.space]
  const before = useRef({ depth, space })
  useEffect(() => {
    const isBack = depth < before.current.depth
    const isSame = depth === before.current.depth && space === before.current.space
    before.current = { depth, space }
    if (isSame || !frame.current || holdsFocus(frame.current)) return
    const panel = panelsIn(frame.current).at(-1)
    const target = (isBack && stopIn(panel)) || panel?.querySelector<HTMLElement>('h2')
    target?.focus()
  }, [frame, depth, space])
}

const holdsFocus = (frame: HTMLElement): boolean => {
  const focused = document.activeElement
  return frame.contains(focused) && focused?.closest('[hidden]') === null
}

/** Arrow keys move between the lists, in reading direction. */
export function moveAcross(event: KeyboardEvent, frame: HTMLElement | null, dir: 'ltr' | 'rtl'): void {
  if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return
  const from = (event.target as HTMLElement).closest<HTMLElement>('[role="option"]')?.closest('[data-panel]')
  if (!frame || !from) return
  const isOnwards = (event.key === 'ArrowRight') === (dir === 'ltr')
  const lists = panelsIn(frame).filter(stopIn)
  const target = stopIn(lists[lists.indexOf(from as HTMLElement) + (isOnwards ? 1 : -1)])
  if (!target) return
  event.preventDefault()
  target.focus()
}
