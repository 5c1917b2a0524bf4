import { type KeyboardEvent, useRef, useState } from 'react'

/** The row has stopped moving after this time. */
const SETTLED_MS = 200

/** A row of pictures that scrolls from one to the next, by touch, button and key. */
export function usePictureRow(count: number, isRtl: boolean, first = 0) {
  const row = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(first)
  const [isAtEnd, setAtEnd] = useState(false)
  /** The picture that the row is scrolling to. */
  const goal = useRef<number | null>(null)
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined)

  function settleSoon() {
    clearTimeout(settling.current)
    settling.current = setTimeout(() => {
      goal.current = null
    }, SETTLED_MS)
  }

  function turnTo(to: number, behavior?: ScrollBehavior) {
    goal.current = to
    settleSoon()
    const { left = 0 } = row.current?.getBoundingClientRect() ?? {}
    const picture = row.current?.children[to]?.getBoundingClientRect()
    if (picture) row.current?.scrollBy({ left: picture.left - left, ...(behavior && { behavior }) })
  }

  const turnBy = (step: 1 | -1) => turnTo(Math.max(0, Math.min((goal.current ?? at) + step, count - 1)))

  function turnByKey(event: KeyboardEvent) {
    const forward = isRtl ? 'ArrowLeft' : 'ArrowRight'
    const backward = isRtl ? 'ArrowRight' : 'ArrowLeft'
    if (event.key !== forward && event.key !== backward) return
    event.preventDefault()
    turnBy(event.key === forward ? 1 : -1)
  }

  /** In Hebrew `scrollLeft` is negative. */
  function noteTurn() {
    if (!row.current) return
    settleSoon()
    const { scrollLeft, scrollWidth, clientWidth, firstElementChild } = row.current
    const scrolled = Math.abs(scrollLeft)
    setAt(Math.min(count - 1, Math.round(scrolled / (firstElementChild?.clientWidth || 1))))
    setAtEnd(scrolled + clientWidth >= scrollWidth - 1)
  }

  return { row, at, isAtEnd, turnTo, turnBy, turnByKey, noteTurn }
}
