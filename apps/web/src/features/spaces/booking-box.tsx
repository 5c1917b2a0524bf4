import { daysAfter } from '@keyhour/contract/office-clock'
import type { Office } from '@keyhour/contract/offices'
import { MOST_DAYS } from '@keyhour/contract/price'
import { useEffect, useEffectEvent, useRef } from 'react'
import { HalfHourPicker } from '#web/features/availability/half-hour-picker.tsx'
import classes from '#web/features/spaces/booking-box.module.css'
import { usePage } from '#web/features/spaces/page-context.tsx'
import { RetryNote } from '#web/features/spaces/retry-note.tsx'
import { latestDay } from '#web/features/spaces/rules.ts'
import {
  daysOf,
  hasBegun,
  type Offer,
  priceOfStay,
  problemWithStay,
  type Stay,
} from '#web/features/spaces/stay-rules.ts'
import { type SpaceTexts, useTexts } from '#web/features/spaces/texts.ts'
import type { Free } from '#web/features/spaces/use-availability.ts'
import {
  chosenRange,
  type Half,
  halvesOf,
  isFree,
  lastDayAfterMove,
  NEXT_DAY,
  wallOf,
  withNight,
} from '#web/format/half-hours.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDate, formatWallRange, formatWallTime } from '#web/format/time.ts'

type Props = {
  office: Office
  offers: Offer[]
  /** The chosen one. */
  offer: Offer | undefined
  stay: Stay
  onChange: (stay: Stay) => void
  free: Free
  today: string
}

/** Chooses a space and a time for the booking screen. A form, so that it works before the script has loaded. */
export function BookingBox(props: Props) {
  const { office, offer, stay, free } = props
  const t = useTexts()
  const rentType = offer?.rent_type ?? 'hour'
  const form = useCatchUp(props)
  return (
    <form
      ref={form}
      className={classes.box}
      id="book"
      aria-labelledby="book-title"
      action={`/booking/${office.id}`}
    >
      <h2 id="book-title">{t('book.title')}</h2>
      <SpaceField {...props} />
      <div className={classes.dates}>
        <FirstDayField {...props} rentType={rentType} />
        {rentType === 'day' && <LastDayField {...props} />}
      </div>
      {free.hasFailed && <RetryNote words={t('book.failed')} onRetry={free.retry} />}
      {rentType === 'hour' ? <Hours {...props} /> : <WholeDays stay={stay} free={free} />}
      <p className={classes.clock}>{t('book.clock', { zone: office.time_zone })}</p>
      {offer &&
        (rentType === 'hour' ? (
          <SumOfHours {...props} offer={offer} />
        ) : (
          <SumOfDays {...props} offer={offer} />
        ))}
      {rentType === 'hour' && (
        <>
          <Hidden name="start" value={stay.start} />
          <Hidden name="end" value={stay.end} />
        </>
      )}
      <button type="submit" className={`button button-main ${classes.bookIt}`}>
        {t('book.book')}
      </button>
      <p className={classes.small}>{t('book.note')}</p>
    </form>
  )
}

/** Choices made before the script arrived count too. */
function useCatchUp({ stay, onChange, today }: Props) {
  const form = useRef<HTMLFormElement>(null)
  const catchUp = useEffectEvent(() => {
    const typed = new FormData(form.current!)
    const space = typed.get('sub_office')
    const sub_office_id = space ? Number(space) : stay.sub_office_id
    const asked = String(typed.get('date'))
    const date = asked >= today && asked <= latestDay(today) ? asked : stay.date
    if (sub_office_id !== stay.sub_office_id || date !== stay.date)
      onChange({ ...stay, sub_office_id, date, start: null, end: null })
  })
  useEffect(() => catchUp(), [])
  return form
}

function SpaceField({ offers, stay, onChange }: Props) {
  const t = useTexts()
  if (offers.length < 2) return <Hidden name="sub_office" value={stay.sub_office_id} />
  return (
    <label className={classes.field}>
      <span>{t('book.space')}</span>
      <select
        name="sub_office"
        value={stay.sub_office_id ?? ''}
        onChange={(event) =>
          onChange({ ...stay, sub_office_id: Number(event.currentTarget.value), start: null, end: null })
        }
      >
        {offers.map(({ sub_office_id, name }) => (
          <option key={sub_office_id} value={sub_office_id ?? ''}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

const Hidden = ({ name, value }: { name: string; value: string | number | null }) =>
  value !== null && <input type="hidden" name={name} value={value} />

/** The latest last day of a stay that starts on `date`. */
function latestFrom(date: string, today: string): string {
  const [longest, latest] = [daysAfter(date, MOST_DAYS - 1), latestDay(today)]
  return longest < latest ? longest : latest
}

function FirstDayField({ stay, onChange, today, rentType }: Props & { rentType: Offer['rent_type'] }) {
  const t = useTexts()
  const latest = latestDay(today)
  // A date is typed digit by digit: the length of the stay before the first digit counts.
  const beforeTyping = useRef<Stay | null>(null)

  /** The first digits of a year form a date long past. */
  function setDate(date: string) {
    if (date < today || date > latest) return
    const before = beforeTyping.current ?? stay
    const moved = lastDayAfterMove({ first: before.date, last: before.last_date ?? before.date }, date)
    const longest = latestFrom(date, today)
    const last = moved < longest ? moved : longest
    onChange({ ...stay, date, last_date: last > date ? last : null })
  }

  return (
    <label className={classes.field}>
      <span>{rentType === 'hour' ? t('field.date') : t('book.firstDay')}</span>
      <input
        name="date"
        type="date"
        min={today}
        max={latest}
        value={stay.date}
        onChange={(event) => setDate(event.currentTarget.value)}
        onFocus={() => {
          beforeTyping.current = stay
        }}
        onBlur={() => {
          beforeTyping.current = null
        }}
      />
    </label>
  )
}

function LastDayField({ stay, onChange, today }: Props) {
  const t = useTexts()
  const latest = latestFrom(stay.date, today)
  return (
    <label className={classes.field}>
      <span>{t('book.lastDay')}</span>
      <input
        name="last_date"
        type="date"
        min={stay.date}
        max={latest}
        value={stay.last_date ?? stay.date}
        onChange={({ currentTarget: { value } }) =>
          value >= stay.date && value <= latest && onChange({ ...stay, last_date: value })
        }
      />
    </label>
  )
}

function halvesFor({ office, stay: { sub_office_id, date, end }, free }: Props): Half[] | undefined {
  const day = free.dayOf(sub_office_id, date)
  const night = office.open_hours === null ? free.dayOf(sub_office_id, daysAfter(date, 1)) : undefined
  return day && withNight(halvesOf(day, date), night, date, end)
}

/** While the days are loading, and after the space was removed. */
function Unknown({ free }: Pick<Props, 'free'>) {
  const t = useTexts()
  if (free.hasFailed) return null
  return free.isKnown ? (
    <p role="status">{t('dayReason.hidden')}</p>
  ) : (
    <p className={classes.small}>{t('book.looking')}</p>
  )
}

function Hours(props: Props) {
  const t = useTexts()
  const { language } = usePage()
  const { stay, onChange, free } = props
  const halves = halvesFor(props)
  const day = free.dayOf(stay.sub_office_id, stay.date)
  if (!halves || !day) return <Unknown free={free} />
  if (day.reason) return <p role="status">{t(`dayReason.${day.reason}`)}</p>
  if (halves.every(({ slot }) => slot.reason === 'past')) return <p role="status">{t('dayReason.past')}</p>
  const nextDay = formatDate(daysAfter(stay.date, 1))
  return (
    <HalfHourPicker
      isCompact
      halves={halves}
      chosen={chosenRange(halves, stay)}
      label={t('book.halves', { date: formatDate(stay.date) })}
      nextDay={nextDay}
      isRtl={language === 'he'}
      nameOf={(half) => nameOfHalf(half, day.units, nextDay, t)}
      onChoose={(range) =>
        onChange({
          ...stay,
          start: range && (halves[range.first]?.start ?? null),
          end: range && (halves[range.last]?.end ?? null),
        })
      }
    >
      {(half) => <b>{formatWallTime(half.slot.start)}</b>}
    </HalfHourPicker>
  )
}

/** At an office that never closes, half past midnight appears twice. */
function nameOfHalf({ start, slot }: Half, units: number, nextDay: string, t: SpaceTexts): string {
  const time = formatWallRange(slot.start, slot.end)
  const free = units > 1 ? t('book.left', { count: slot.free }) : t('book.free')
  const state = slot.reason ? t(`reason.${slot.reason}`) : free
  return start.endsWith(NEXT_DAY)
    ? t('book.halfOn', { date: nextDay, time, state })
    : t('book.half', { time, state })
}

function WholeDays({ stay, free }: Pick<Props, 'stay' | 'free'>) {
  const t = useTexts()
  const dates = daysOf(stay)
  const days = dates.flatMap((date) => free.wholeDayOf(date) ?? [])
  if (days.length < dates.length) return <Unknown free={free} />

  function inWords(): string {
    const [missing, ...more] = days.filter(({ reason }) => reason !== null)
    if (missing?.reason && dates.length === 1) return t(`dayReason.${missing.reason}`)
    if (missing && more.length > 0)
      return t('book.daysNotFree', { date: formatDate(missing.date), count: more.length })
    if (missing) return t('book.dayNotFree', { date: formatDate(missing.date) })
    if (dates.length > 1) return t('book.daysFree')
    return t(hasBegun(free.dayOf(stay.sub_office_id, stay.date)) ? 'book.restFree' : 'book.wholeDayFree')
  }
  return <p role="status">{inWords()}</p>
}

type SumProps = Props & { offer: Offer }

/** The chosen hours and their price. */
function SumOfHours(props: SumProps) {
  const t = useTexts()
  const { office, stay, offer, free } = props
  const halves = free.isKnown ? halvesFor(props) : undefined
  if (!stay.start || !stay.end)
    return halves?.some(isFree) ? <p className={classes.small}>{t('book.chooseTime')}</p> : null
  const problem = halves && problemWithStay(halves, stay)
  if (problem) return <p role="status">{t(`book.${problem}`)}</p>
  const range = halves && chosenRange(halves, stay)
  const rate = offer.rates.find(({ per }) => per === 'hour')
  return (
    <Sum
      words={timesInWords(stay.date, stay.start, stay.end, t)}
      cents={rate && range ? Math.round((rate.cents * (range.last - range.first + 1)) / 2) : null}
      office={office}
    />
  )
}

/** A start after midnight is on another date than the chosen one. */
function timesInWords(day: string, start: string, end: string, t: SpaceTexts): string {
  const { date, time, isNextDay } = wallOf(day, start)
  const times = { start: formatWallTime(time), end: formatWallTime(wallOf(day, end).time) }
  return isNextDay ? t('book.chosenOn', { ...times, date: formatDate(date) }) : t('book.chosen', times)
}

function SumOfDays({ office, stay, offer, free }: SumProps) {
  const t = useTexts()
  const dates = daysOf(stay)
  if (dates.some((date) => free.wholeDayOf(date)?.reason)) return null
  const words = t('book.days', { count: dates.length })
  return <Sum words={words} cents={priceOfStay(offer, stay)} office={office} />
}

function Sum({ words, cents, office }: { words: string; cents: number | null; office: Office }) {
  const t = useTexts()
  return (
    <p className={classes.sum} role="status">
      <span>{words}</span>
      {cents !== null && (
        <strong>{t('book.beforeTax', { price: formatMoney(cents, office.currency) })}</strong>
      )}
    </p>
  )
}
