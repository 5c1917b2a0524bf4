import { Fragment, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { usePage } from '#web/features/spaces/page-context.ts'
import classes from '#web/features/spaces/space.module.css'
import { useTexts } from '#web/features/spaces/texts.ts'
import { type Half, type HalfRange, isFree, NEXT_DAY, touch } from '#web/format/half-hours.ts'
import { formatWallRange, formatWallTime } from '#web/format/time.ts'
import { stepTo } from '#web/ui/step-to.ts'

type Props = {
  halves: Half[]
  /** Seats of an open space, else 1. */
  units: number
  chosen: HalfRange | null
  label: string
  /** What the day is called that begins at midnight. */
  nextDay: string
  onChoose: (range: HalfRange | null) => void
}

/** The half-hours of a day. Touched twice, it has a start and an end. */
export function HalfStrip({ halves, units, chosen, label, nextDay, onChoose }: Props) {
  const t = useTexts()
  const { language } = usePage()
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const shown = halves
    .map((half, index) => ({ half, index }))
    .filter(({ half }) => half.slot.reason !== 'past')
  const midnight = halves.findIndex(({ start }) => start.endsWith(NEXT_DAY))
  const isShown = (index: number | null | undefined) => shown.some((one) => one.index === index)
  const firstFree = shown.find(({ half }) => isFree(half))?.index
  const reachable = [focused, chosen?.first, firstFree, shown[0]?.index].find(isShown)

  // Who comes with a time chosen for the evening sees it, and not the morning.
  const hasChoice = chosen !== null
  useEffect(() => {
    const cell = hasChoice && grid.current?.querySelector('[aria-pressed=true]')
    if (grid.current && cell) grid.current.scrollTop += outOfView(cell, grid.current)
  }, [hasChoice])

  function stateOf({ slot: { free, reason } }: Half): string {
    if (reason) return t(`reason.${reason}`)
    return units > 1 ? t('book.left', { count: free }) : t('book.free')
  }

  /** Half past midnight is there twice where nobody closes. */
  function nameOf(half: Half): string {
    const time = formatWallRange(half.slot.start, half.slot.end)
    const state = stateOf(half)
    return half.start.endsWith(NEXT_DAY)
      ? t('book.halfOn', { date: nextDay, time, state })
      : t('book.half', { time, state })
  }

  function walk(event: KeyboardEvent) {
    const cells = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = cells.indexOf(document.activeElement as HTMLButtonElement)
    const to = cells[stepTo(event.key, { at, cells, isRtl: language === 'he' })]
    if (at < 0 || !to) return
    event.preventDefault()
    to.focus()
  }

  if (shown.length === 0) return <p role="status">{t('dayReason.past')}</p>
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not let arrows through its legend
    <div className={classes.strip} ref={grid} role="group" aria-label={label} onKeyDown={walk}>
      {shown.map(({ half, index }) => (
        <Fragment key={half.slot.starts_at}>
          {index === midnight && <p className={classes.midnight}>{nextDay}</p>}
          <button
            type="button"
            className={classes.half}
            data-free={isFree(half) || undefined}
            aria-pressed={chosen !== null && chosen.first <= index && index <= chosen.last}
            aria-disabled={!isFree(half)}
            aria-label={nameOf(half)}
            tabIndex={index === reachable ? 0 : -1}
            onFocus={() => setFocused(index)}
            onClick={() => isFree(half) && onChoose(touch(halves, chosen, index))}
          >
            {formatWallTime(half.slot.start)}
          </button>
        </Fragment>
      ))}
    </div>
  )
}

/** By how many pixels something stands below or above what of its list can be seen. */
function outOfView(cell: Element, list: Element): number {
  const [inner, outer] = [cell.getBoundingClientRect(), list.getBoundingClientRect()]
  return Math.max(0, inner.bottom - outer.bottom) || Math.min(0, inner.top - outer.top)
}
