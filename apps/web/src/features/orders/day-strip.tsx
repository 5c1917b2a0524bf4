import { useDirection } from '@mantine/core'
import { Fragment, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import classes from '#web/features/orders/booking.module.css'
import { type Half, type HalfRange, isFree, NEXT_DAY, touch } from '#web/format/half-hours.ts'
import { formatWallRange, formatWallTime } from '#web/format/time.ts'
import { stepTo } from '#web/ui/step-to.ts'

type Props = {
  halves: Half[]
  /** Seats of an open space, else 1. */
  units: number
  chosen: HalfRange | null
  onChoose: (range: HalfRange | null) => void
  label: string
  /** What stands above the half-hours after midnight. */
  nextDay: string
}

/** The half-hours of a day: what is free, what is not and why. Touched twice, it has a start and an end. */
export function DayStrip({ halves, units, chosen, onChoose, label, nextDay }: Props) {
  const { t } = useTranslation('booking')
  const grid = useRef<HTMLDivElement>(null)
  const { dir } = useDirection()
  const [focused, setFocused] = useState<number | null>(null)

  const shown = halves
    .map((half, index) => ({ half, index }))
    .filter(({ half }) => half.slot.reason !== 'past')
  const midnight = halves.findIndex(({ start }) => start.endsWith(NEXT_DAY))
  const passed = halves.length - shown.length
  const isShown = (index: number | null | undefined) => shown.some((one) => one.index === index)
  const firstFree = shown.find(({ half }) => isFree(half))?.index
  // What was focused or chosen on another day, or before time passed, may not be there any more.
  const reachable = [focused, chosen?.first, firstFree, shown[0]?.index].find(isShown)

  function stateOf({ slot: { free, reason } }: Half): string {
    if (reason) return t(`reason.${reason}`)
    return units > 1 ? t('left', { count: free }) : t('free')
  }

  /** Half past midnight is there twice where nobody closes. */
  function timeOf({ start, slot }: Half): string {
    const time = formatWallRange(slot.start, slot.end)
    return start.endsWith(NEXT_DAY) ? t('nextDay', { time }) : time
  }

  function walk(event: KeyboardEvent<HTMLDivElement>) {
    const cells = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = cells.indexOf(document.activeElement as HTMLButtonElement)
    const to = cells[stepTo(event.key, { at, cells, isRtl: dir === 'rtl' })]
    if (at < 0 || !to) return
    event.preventDefault()
    to.focus()
  }

  return (
    <>
      {passed > 0 && shown[0] && (
        <p className={classes.passed}>{t('passed', { time: formatWallTime(shown[0].half.slot.start) })}</p>
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would not let arrows through its legend */}
      <div className={classes.strip} ref={grid} role="group" aria-label={label} onKeyDown={walk}>
        {shown.map(({ half, index }) => {
          const state = stateOf(half)
          const isChosen = chosen !== null && chosen.first <= index && index <= chosen.last
          return (
            <Fragment key={half.slot.starts_at}>
              {index === midnight && <p className={classes.midnight}>{nextDay}</p>}
              <button
                type="button"
                className={classes.half}
                data-free={isFree(half) || undefined}
                data-late={half.slot.start.endsWith(':30') || undefined}
                aria-pressed={isChosen}
                aria-disabled={!isFree(half)}
                aria-label={t('half', { time: timeOf(half), state })}
                tabIndex={index === reachable ? 0 : -1}
                onFocus={() => setFocused(index)}
                onClick={() => isFree(half) && onChoose(touch(halves, chosen, index))}
              >
                <span className={classes.hour}>{formatWallTime(half.slot.start)}</span>
                <span className={classes.state}>{isChosen && isFree(half) ? t('chosen') : state}</span>
              </button>
            </Fragment>
          )
        })}
      </div>
    </>
  )
}
