import {
  asksForTime,
  CURRENCIES,
  completeTime,
  HALF_HOURS,
  moveStart,
  type SearchTime,
  type SpaceFilter,
} from '@keyhour/contract/space-filter'
import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { theirClock } from '#web/clock.ts'
import { useTheirToday } from '#web/features/availability/use-today.ts'
import { usePage } from '#web/features/spaces/page-context.tsx'
import { latestDay, withoutPart } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/search-form.module.css'
import { dateWords, useTexts } from '#web/features/spaces/texts.ts'
import type { Search } from '#web/features/spaces/use-search.ts'
import { signOf } from '#web/format/money.ts'
import { formatCount } from '#web/format/share.ts'
import { formatWallTime } from '#web/format/time.ts'
import { meantBy } from '#web/format/typed-time.ts'
import { PlainDateInput } from '#web/ui/dates/plain-date-input.tsx'
import { Icon } from '#web/ui/icon.tsx'

type TimeFieldsProps = { filter: SpaceFilter; change: Search['change'] }

export function TimeFields({ filter, change }: TimeFieldsProps) {
  const t = useTexts()
  const day = useRef<HTMLInputElement>(null)
  const changeTime = (time: SearchTime) => change(completeTime(time, theirClock()))
  const { date, start, end } = filter

  function clear() {
    change(withoutPart(filter, 'time'))
    // The button disappears.
    day.current?.focus()
  }

  return (
    <fieldset className={classes.time}>
      <legend className="unseen">{t('field.time')}</legend>
      <DateField
        ref={day}
        value={date}
        onChange={(date) =>
          date === null ? change(withoutPart(filter, 'time')) : changeTime({ date, start, end })
        }
      />
      <TimeSelect
        name="start"
        label={t('field.start')}
        value={start}
        onChange={(time) => changeTime(moveStart({ date, start, end }, time))}
      />
      <TimeSelect
        name="end"
        label={t('field.end')}
        value={end}
        after={start}
        onChange={(time) => changeTime({ date, start, end: time })}
      />
      {asksForTime(filter) && (
        <button type="button" className={classes.clear} onClick={clear}>
          <Icon name="close" size={16} />
          {t('field.anyTime')}
        </button>
      )}
    </fieldset>
  )
}

type DateFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  value: string | null
  onChange: (date: string | null) => void
}

function DateField({ ref, value, onChange }: DateFieldProps) {
  const t = useTexts()
  const { now, language } = usePage()
  const today = useTheirToday(now)
  const [id, problemId] = [useId(), useId()]
  const [isWrong, setWrong] = useState(false)
  return (
    <div className={classes.field}>
      <label className={classes.label} htmlFor={id}>
        {t('field.date')}
      </label>
      <PlainDateInput
        ref={ref}
        id={id}
        name="date"
        label={t('field.date')}
        placeholder={t('field.any')}
        value={value ?? ''}
        today={today}
        min={today}
        max={latestDay(today)}
        onPick={(date) => onChange(date || null)}
        onWrong={setWrong}
        words={dateWords(t)}
        isRtl={language === 'he'}
        isClearable
        {...(isWrong && { 'aria-invalid': true, 'aria-describedby': problemId })}
      />
      {isWrong && (
        <p id={problemId} role="alert" className={classes.problem}>
          {t('field.notDate')}
        </p>
      )}
    </div>
  )
}

/** The text of a field: its value, or typed text that is not valid (yet). */
function useTyped(value: string) {
  const [typed, setTyped] = useState<{ text: string; over: string; isLeft: boolean } | null>(null)
  // A value that changes elsewhere replaces what was typed.
  const kept = typed?.over === value ? typed : null
  return {
    text: kept?.text ?? value,
    /** Only after leaving the field. */
    hasProblem: kept?.isLeft === true,
    keep: (text: string, over: string) => setTyped({ text, over, isLeft: false }),
    leave: () => setTyped(kept && { ...kept, isLeft: true }),
    forget: () => setTyped(null),
  }
}

type FieldProps = ComponentProps<'input'> & { label: string; problem: string | false }

function Field({ label, problem, ...input }: FieldProps) {
  const problemId = useId()
  const described = problem ? { 'aria-invalid': true, 'aria-describedby': problemId } : {}
  return (
    <div className={classes.field}>
      <label className={classes.field}>
        <span className={classes.label}>{label}</span>
        <input {...input} {...described} />
      </label>
      {problem && (
        <p id={problemId} role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  )
}

type TimeSelectProps = {
  name: string
  label: string
  value: string | null
  /** Earlier times are on the next day. */
  after?: string | null
  onChange: (time: string) => void
}

function TimeSelect({ name, label, value, after = null, onChange }: TimeSelectProps) {
  const t = useTexts()
  const typing = useTypedTime(value, after, onChange)
  const isNextDay = (time: string) => after !== null && time <= after
  const times = [...HALF_HOURS.filter((time) => !isNextDay(time)), ...HALF_HOURS.filter(isNextDay)]
  return (
    <label className={classes.field}>
      <span className={classes.label}>{label}</span>
      <select
        name={name}
        value={typing.time ?? value ?? ''}
        onChange={(event) => {
          typing.forget()
          onChange(event.currentTarget.value)
        }}
        onKeyDown={typing.type}
        onBlur={typing.take}
      >
        <option value="" disabled={value !== null}>
          {t('field.any')}
        </option>
        {times.map((time) => (
          <option key={time} value={time}>
            {isNextDay(time) ? t('field.nextDay', { time: formatWallTime(time) }) : formatWallTime(time)}
          </option>
        ))}
      </select>
    </label>
  )
}

/** A pause this long ends the typing. */
const TYPING_MS = 800

/** Matches a typed time in any format; browsers match only the label. */
function useTypedTime(value: string | null, after: string | null, onChange: (time: string) => void) {
  const [typed, setTyped] = useState('')
  const times = HALF_HOURS.map((time) => ({
    time,
    label: formatWallTime(time),
    isUnlikely: after !== null && time <= after,
  }))
  const shown = times.find(({ time }) => time === value)
  const meant = typed ? meantBy(typed, times, shown)[0] : undefined
  const forget = () => setTyped('')

  function take() {
    forget()
    if (meant && meant !== shown) onChange(meant.time)
  }

  function type(event: KeyboardEvent<HTMLSelectElement>) {
    if (event.key === 'Enter' && typed) return take()
    if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return
    // A space alone opens the list.
    if (!(typed + event.key).trim()) return
    event.preventDefault()
    const [longer, anew] = [typed + event.key, event.key]
    setTyped(meantBy(longer, times, shown).length > 0 ? longer : anew)
  }

  const takeIt = useEffectEvent(take)
  useEffect(() => {
    if (!typed) return
    const timer = setTimeout(() => takeIt(), TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { time: meant?.time, type, take, forget }
}

type NumberFieldProps = {
  name: string
  label: string
  most: number
  value: number | null
  onChange: (value: number | null) => void
}

/** A number below 1 or above `most` counts as none. */
export function NumberField({ name, label, most, value, onChange }: NumberFieldProps) {
  const t = useTexts()
  const field = useTyped(value === null ? '' : String(value))

  function type({ value: text, valueAsNumber }: HTMLInputElement) {
    const typed = Math.trunc(valueAsNumber)
    const isNumber = typed >= 1 && typed <= most
    if (isNumber || text === '') field.forget()
    else field.keep(text, '')
    onChange(isNumber ? typed : null)
  }

  return (
    <Field
      label={label}
      problem={field.hasProblem && t('field.notNumber', { most: formatCount(most) })}
      type="number"
      name={name}
      min={1}
      max={most}
      inputMode="numeric"
      placeholder={t('field.any')}
      value={field.text}
      onChange={(event) => type(event.currentTarget)}
      onBlur={field.leave}
    />
  )
}

type CurrencySelectProps = {
  value: SpaceFilter['currency']
  onChange: (currency: SpaceFilter['currency']) => void
}

/** Prices are compared only within a currency: of the limit, and which come first by price. */
export function CurrencySelect({ value, onChange }: CurrencySelectProps) {
  const t = useTexts()
  return (
    <label className={classes.field}>
      <span className="unseen">{t('field.currency')}</span>
      <select
        name="currency"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as SpaceFilter['currency'])}
      >
        {CURRENCIES.map((currency) => (
          <option key={currency} value={currency}>
            {`${signOf(currency)} ${currency}`}
          </option>
        ))}
      </select>
    </label>
  )
}
