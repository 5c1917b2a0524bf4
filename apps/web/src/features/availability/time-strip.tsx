import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import classes from '#web/features/availability/time-strip.module.css'
import { stepTo } from '#web/ui/step-to.ts'

export type StripTime = {
  key: string
  words: string
  /** Below the time: what it costs, or why it cannot be chosen. */
  note?: string | undefined
  /** What a screen reader says. */
  name: string
  isOffered: boolean
  /** Starts at half past. */
  isLate: boolean
}

type Props = {
  label: string
  times: StripTime[]
  chosen: string | null
  onChoose: (key: string) => void
  isRtl: boolean
  error?: string | false | undefined
}

/** Times to swipe through and touch; the arrow keys go over them. Public pages use it too: no Mantine, no i18next. */
export function TimeStrip({ label, times, chosen, onChoose, isRtl, error }: Props) {
  const strip = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<string | null>(null)
  const [labelId, errorId] = [useId(), useId()]
  const isShown = (key: string | null | undefined) => times.some((time) => time.key === key)
  const firstOffered = times.find(({ isOffered }) => isOffered)?.key
  // The focused or chosen time may be gone by now.
  const reachable = [focused, chosen, firstOffered, times[0]?.key].find(isShown)

  const inView = isShown(chosen) ? chosen : firstOffered
  useEffect(() => {
    const cell = inView && strip.current?.querySelector(`[data-time="${CSS.escape(inView)}"]`)
    if (strip.current && cell) scrollTo(cell, strip.current)
  }, [inView])

  function walk(event: KeyboardEvent) {
    const cells = [...(strip.current?.querySelectorAll('button') ?? [])]
    const at = cells.indexOf(document.activeElement as HTMLButtonElement)
    const to = cells[stepTo(event.key, { at, cells, isRtl })]
    if (at < 0 || !to) return
    event.preventDefault()
    to.focus()
  }

  return (
    <div className={classes.field}>
      <span className={classes.label} id={labelId}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would not let arrows through its legend */}
      <div
        className={classes.strip}
        ref={strip}
        role="group"
        aria-labelledby={labelId}
        aria-describedby={error ? errorId : undefined}
        data-wrong={error ? true : undefined}
        onKeyDown={walk}
      >
        {times.map(({ key, words, note, name, isOffered, isLate }, at) => (
          <button
            key={key}
            type="button"
            className={classes.time}
            data-time={key}
            data-late={(at === 0 && isLate) || undefined}
            aria-pressed={key === chosen}
            aria-disabled={!isOffered}
            aria-label={name}
            tabIndex={key === reachable ? 0 : -1}
            onFocus={() => setFocused(key)}
            onClick={() => isOffered && onChoose(key)}
          >
            <b>{words}</b>
            {note && <small>{note}</small>}
          </button>
        ))}
      </div>
      {error && (
        <p className={classes.error} id={errorId} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}

/** To the middle of the strip, whichever way it scrolls. */
function scrollTo(cell: Element, strip: Element): void {
  const [inner, outer] = [cell.getBoundingClientRect(), strip.getBoundingClientRect()]
  const swipes = getComputedStyle(strip).overflowX === 'auto'
  if (swipes) strip.scrollLeft += inner.left + inner.width / 2 - outer.left - outer.width / 2
  else strip.scrollTop += inner.top + inner.height / 2 - outer.top - outer.height / 2
}
