import { Fragment, type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import classes from '#web/features/availability/half-hour-picker.module.css'
import { type Half, type HalfRange, isFree, NEXT_DAY, touch } from '#web/format/half-hours.ts'
import { stepTo } from '#web/ui/step-to.ts'

type Props = {
  halves: Half[]
  chosen: HalfRange | null
  onChoose: (range: HalfRange | null) => void
  label: string
  /** The heading above the half hours after midnight. */
  nextDay: string
  isRtl: boolean
  /** What a screen reader says of a half hour. */
  nameOf: (half: Half) => string
  children: (half: Half, isChosen: boolean) => ReactNode
}

/** The half hours of a day. The first touch chooses a start, the second an end. */
export function HalfHourPicker(props: Props) {
  const { halves, chosen, onChoose, label, nextDay, isRtl, nameOf, children } = props
  const grid = useRef<HTMLDivElement>(null)
  const [focused, setFocused] = useState<number | null>(null)
  const shown = halves
    .map((half, index) => ({ half, index }))
    .filter(({ half }) => half.slot.reason !== 'past')
  const midnight = halves.findIndex(({ start }) => start.endsWith(NEXT_DAY))
  const isShown = (index: number | null | undefined) => shown.some((one) => one.index === index)
  const firstFree = shown.find(({ half }) => isFree(half))?.index
  // The focused or chosen cell may be gone by now.
  const reachable = [focused, chosen?.first, firstFree, shown[0]?.index].find(isShown)

  function walk(event: KeyboardEvent) {
    const cells = [...(grid.current?.querySelectorAll('button') ?? [])]
    const at = cells.indexOf(document.activeElement as HTMLButtonElement)
    const to = cells[stepTo(event.key, { at, cells, isRtl })]
    if (at < 0 || !to) return
    event.preventDefault()
    to.focus()
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would not let arrows through its legend
    <div className={classes.strip} ref={grid} role="group" aria-label={label} onKeyDown={walk}>
      {shown.map(({ half, index }) => {
        const isChosen = chosen !== null && chosen.first <= index && index <= chosen.last
        return (
          <Fragment key={half.slot.starts_at}>
            {index === midnight && <p className={classes.midnight}>{nextDay}</p>}
            <button
              type="button"
              className={classes.cell}
              data-free={isFree(half) || undefined}
              data-late={half.slot.start.endsWith(':30') || undefined}
              aria-pressed={isChosen}
              aria-disabled={!isFree(half)}
              aria-label={nameOf(half)}
              tabIndex={index === reachable ? 0 : -1}
              onFocus={() => setFocused(index)}
              onClick={() => isFree(half) && onChoose(touch(halves, chosen, index))}
            >
              {children(half, isChosen)}
            </button>
          </Fragment>
        )
      })}
    </div>
  )
}
