import { daysAfter, daysOfMonth } from '@keyhour/contract/office-clock'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { formatDate, formatMonth, formatWeekday, monthsAfter, weekdayOf } from '#web/format/time.ts'
import classes from '#web/ui/dates/dates.module.css'
import { type DateLimits, isBetween } from '#web/ui/dates/use-date-text.ts'
import { Icon } from '#web/ui/icon.tsx'

/** What is special about a day: that it cannot be chosen, or its name. */
type DayNote = { isClosed: boolean; words: string; isHoliday?: boolean }
export type NoteOf = (date: string) => DayNote | undefined

export type DateWords = {
  open: string
  before: string
  after: string
  today: string
  clear: string
  close: string
}

type Props = DateLimits & {
  value: string
  today: string
  onPick: (date: string) => void
  noteOf?: NoteOf | undefined
  words: DateWords
  isRtl: boolean
}

const A_SUNDAY = '2026-03-01'
const WEEK = [0, 1, 2, 3, 4, 5, 6]
const monthOf = (date: string): string => date.slice(0, 7)

/** One month; weeks begin on Sunday. The arrow keys move by day and week, Page Up and Down by month, with Shift by year. */
export function DateCalendar({ value, today, min, max, onPick, noteOf, words, isRtl }: Props) {
  const first = nearest(value || today, { min, max })
  const [month, setMonth] = useState(monthOf(first))
  const [focused, setFocused] = useState(first)
  const grid = useRef<HTMLDivElement>(null)
  const dates = daysOfMonth(month)
  const reachable = monthOf(focused) === month ? focused : dates[0]!

  // Also on opening: the keyboard goes on from the chosen day.
  useEffect(() => {
    grid.current?.querySelector<HTMLElement>(`[data-date="${focused}"]`)?.focus()
  }, [focused])

  function goTo(date: string) {
    const to = nearest(date, { min, max })
    setMonth(monthOf(to))
    setFocused(to)
  }

  function walk(event: KeyboardEvent) {
    const to = stepFrom(reachable, event, isRtl)
    if (!to) return
    event.preventDefault()
    goTo(to)
  }

  const notes = dates.flatMap((date) => {
    const note = noteOf?.(date)
    return note?.isHoliday && isBetween(date, { min, max }) ? [{ date, words: note.words }] : []
  })

  return (
    <div className={classes.calendar}>
      <div className={classes.head}>
        <Turn
          words={words.before}
          isDisabled={monthOf(min ?? '') >= month}
          onTurn={() => setMonth(monthsAfter(month, -1))}
          icon={isRtl ? 'forward' : 'back'}
        />
        <p aria-live="polite">{formatMonth(month)}</p>
        <Turn
          words={words.after}
          isDisabled={monthOf(max ?? '~') <= month}
          onTurn={() => setMonth(monthsAfter(month, 1))}
          icon={isRtl ? 'back' : 'forward'}
        />
      </div>
      <div className={classes.weekdays} aria-hidden>
        {WEEK.map((day) => (
          <span key={day}>{formatWeekday(daysAfter(A_SUNDAY, day))}</span>
        ))}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would not let arrows through its legend */}
      <div className={classes.days} role="group" aria-label={formatMonth(month)} ref={grid} onKeyDown={walk}>
        {dates.map((date) => (
          <DayButton
            key={date}
            date={date}
            value={value}
            today={today}
            note={noteOf?.(date)}
            isInRange={isBetween(date, { min, max })}
            isReachable={date === reachable}
            onPick={onPick}
          />
        ))}
      </div>
      {notes.length > 0 && (
        <ul className={classes.notes}>
          {notes.map(({ date, words }) => (
            <li key={date}>
              {formatDate(date)}: <bdi>{words}</bdi>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type DayProps = {
  date: string
  value: string
  today: string
  note: ReturnType<NoteOf>
  isInRange: boolean
  /** By the Tab key; the arrow keys reach the others. */
  isReachable: boolean
  onPick: (date: string) => void
}

function DayButton({ date, value, today, note, isInRange, isReachable, onPick }: DayProps) {
  const canBePicked = isInRange && !note?.isClosed
  return (
    <button
      type="button"
      data-date={date}
      data-mantine-stop-propagation="true"
      data-holiday={note?.isHoliday || undefined}
      style={{ gridColumnStart: weekdayOf(date) + 1 }}
      tabIndex={isReachable ? 0 : -1}
      aria-pressed={date === value}
      aria-current={date === today ? 'date' : undefined}
      aria-disabled={!canBePicked}
      aria-label={note ? `${formatDate(date)}: ${note.words}` : formatDate(date)}
      title={note?.words}
      onClick={() => canBePicked && onPick(date)}
    >
      {Number(date.slice(8))}
    </button>
  )
}

type TurnProps = { words: string; isDisabled: boolean; onTurn: () => void; icon: 'back' | 'forward' }

const Turn = ({ words, isDisabled, onTurn, icon }: TurnProps) => (
  <button
    type="button"
    className={classes.turn}
    data-mantine-stop-propagation="true"
    aria-label={words}
    disabled={isDisabled}
    onClick={onTurn}
  >
    <Icon name={icon} />
  </button>
)

const nearest = (date: string, { min = date, max = date }: DateLimits): string =>
  date < min ? min : date > max ? max : date

function stepFrom(date: string, { key, shiftKey }: KeyboardEvent, isRtl: boolean): string | null {
  const days: Record<string, number> = {
    [isRtl ? 'ArrowLeft' : 'ArrowRight']: 1,
    [isRtl ? 'ArrowRight' : 'ArrowLeft']: -1,
    ArrowDown: 7,
    ArrowUp: -7,
    Home: -weekdayOf(date),
    End: 6 - weekdayOf(date),
  }
  if (days[key] !== undefined) return daysAfter(date, days[key])
  if (key !== 'PageDown' && key !== 'PageUp') return null
  const months = (shiftKey ? 12 : 1) * (key === 'PageDown' ? 1 : -1)
  const month = daysOfMonth(monthsAfter(monthOf(date), months))
  return month[Math.min(Number(date.slice(8)), month.length) - 1]!
}
