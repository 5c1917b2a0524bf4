import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import classes from '#web/ui/choice-list.module.css'

type Key = string | number

type Props<Row> = {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => Key
  chosen: Key | null
  onChoose: (row: Row) => void
  children: (row: Row) => ReactNode
}

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
}

/** One tab stop; the arrow keys move through the list, Enter chooses. */
export function ChoiceList<Row>({ label, rows, keyOf, chosen, onChoose, children }: Props<Row>) {
  const list = useRef<HTMLDivElement>(null)
  const [visited, setVisited] = useState(chosen)
  const has = (key: Key | null) => rows.some((row) => keyOf(row) === key)
  const stop = [visited, chosen].find(has) ?? (rows[0] && keyOf(rows[0]))

  // Scrolls to the initial choice.
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView?.({ block: 'nearest' })
  }, [])

  function press(event: KeyboardEvent, row: Row, at: number) {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onChoose(row)
      return
    }
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    list.current?.querySelectorAll<HTMLElement>('[role="option"]')[step(at, rows.length - 1)]?.focus()
  }

  return (
    <div ref={list} className={classes.list} role="listbox" aria-label={label}>
      {rows.map((row, at) => (
        <div
          key={keyOf(row)}
          className={classes.choice}
          role="option"
          tabIndex={keyOf(row) === stop ? 0 : -1}
          aria-selected={keyOf(row) === chosen}
          onFocus={() => setVisited(keyOf(row))}
          onClick={() => onChoose(row)}
          onKeyDown={(event) => press(event, row, at)}
        >
          {children(row)}
        </div>
      ))}
    </div>
  )
}
