import type { Availability } from '@keyhour/contract/availability'
import { daysAfter, goesOver } from '@keyhour/contract/office-clock'
import type { Office } from '@keyhour/contract/offices'
import { percentOf, priceOfTime, withTax } from '@keyhour/contract/price'
import type { Language } from '@keyhour/contract/primitives'
import type { OfficeClock } from '@keyhour/contract/public-page'
import { useEffect, useEffectEvent, useRef } from 'react'
import { daysInTheWay } from '#web/features/availability/days-in-the-way.ts'
import { endFrom } from '#web/features/availability/rules.ts'
import { TimeStrip } from '#web/features/availability/time-strip.tsx'
import { useForeignClock } from '#web/features/availability/use-foreign-clock.ts'
import classes from '#web/features/spaces/booking-box.module.css'
import { FirstDayField, LastDayField } from '#web/features/spaces/box-days.tsx'
import { endTimes, startTimes } from '#web/features/spaces/box-times.ts'
import { FreeInstead } from '#web/features/spaces/free-instead.tsx'
import { usePage } from '#web/features/spaces/page-context.tsx'
import { RetryNote } from '#web/features/spaces/retry-note.tsx'
import { latestDay } from '#web/features/spaces/rules.ts'
import {
  daysOf,
  hasBegun,
  type Offer,
  paidDays,
  priceOfDays,
  problemWithStay,
  type Stay,
} from '#web/features/spaces/stay-rules.ts'
import { type SpaceTexts, useTexts } from '#web/features/spaces/texts.ts'
import type { Free } from '#web/features/spaces/use-availability.ts'
import {
  chosenRange,
  HALF_HOUR_MS,
  type Half,
  halvesOf,
  isFree,
  wallOf,
  withNight,
} from '#web/format/half-hours.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatDate, formatWallRange, formatWallTime } from '#web/format/time.ts'
import { Breakdown } from '#web/ui/breakdown.tsx'

type Props = {
  office: Office
  clock: OfficeClock
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
  const { office, clock, offer, stay, free } = props
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
      <Clock clock={clock} />
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
      <p className={classes.small}>{t('book.note')}</p>
      <Bar {...props} />
    </form>
  )
}

function Clock({ clock }: Pick<Props, 'clock'>) {
  const t = useTexts()
  const name = useForeignClock(clock)
  return (
    <p className={classes.clock}>{name ? t('book.foreignClock', { clock: name }) : t('book.officeClock')}</p>
  )
}

/** On a phone it stays in reach of the thumb, and says what it books. */
function Bar({ office, offer, stay, free }: Props) {
  const t = useTexts()
  const needsTime = offer?.rent_type === 'hour' && (!stay.start || !stay.end)
  const cents = offer && !needsTime ? priceOf({ office, offer, stay, free }) : null
  return (
    <div className={classes.bar} data-bottom-bar>
      <p className={classes.short}>
        {offer && <bdi>{offer.name}</bdi>}
        <span>{needsTime ? formatDate(stay.date) : whenInShort(stay)}</span>
        {cents !== null && (
          <strong>{formatMoney(withTax(cents, office.tax_percent), office.currency)}</strong>
        )}
      </p>
      {needsTime && (
        <a className={`button button-main ${classes.toTimes}`} href="#book">
          {t('book.toTimes')}
        </a>
      )}
      <button
        type="submit"
        className={`button button-main ${classes.bookIt}`}
        data-later={needsTime || undefined}
      >
        {t('book.book')}
      </button>
    </div>
  )
}

function whenInShort({ date, start, end, last_date }: Stay): string {
  if (!start || !end) return last_date ? `${formatDate(date)} – ${formatDate(last_date)}` : formatDate(date)
  const from = wallOf(date, start)
  return `${formatDate(from.date)}, ${formatWallRange(from.time, wallOf(date, end).time)}`
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

type Looked = Pick<Props, 'office' | 'stay' | 'free'>

function halvesFor({ office, stay: { sub_office_id, date, end }, free }: Looked): Half[] | undefined {
  const day = free.dayOf(sub_office_id, date)
  const night = goesOver(office, date) ? free.dayOf(sub_office_id, daysAfter(date, 1)) : undefined
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
  if (day.reason)
    return (
      <>
        <p role="status">{whyClosed(day, t, language)}</p>
        <FreeInstead {...props} />
      </>
    )
  if (halves.every(({ slot }) => slot.reason === 'past')) return <p role="status">{t('dayReason.past')}</p>
  const isRtl = language === 'he'
  return (
    <>
      <TimeStrip
        label={t('book.start')}
        times={startTimes(halves, day, stay.date, t)}
        chosen={stay.start}
        onChoose={(start) => onChange({ ...stay, start, end: endFrom(start, stay, halves) })}
        isRtl={isRtl}
      />
      {stay.start !== null && (
        <TimeStrip
          label={t('book.end')}
          times={endTimes(halves, day, stay, t)}
          chosen={stay.end}
          onChoose={(end) => onChange({ ...stay, end })}
          isRtl={isRtl}
        />
      )}
    </>
  )
}

const whyClosed = ({ reason, holiday }: Availability, t: SpaceTexts, language: Language): string =>
  reason === 'holiday' && holiday
    ? t('book.onHoliday', { name: (language === 'he' && holiday.name_he) || holiday.name })
    : t(`dayReason.${reason!}`)

function WholeDays({ stay, free }: Pick<Props, 'stay' | 'free'>) {
  const t = useTexts()
  const dates = daysOf(stay)
  const days = dates.flatMap((date) => free.wholeDayOf(date) ?? [])
  if (days.length < dates.length) return <Unknown free={free} />

  function inWords(): string {
    const [missing, ...more] = daysInTheWay(days, dates[0]!, dates.at(-1)!)
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
  const { office, stay, free } = props
  const halves = free.isKnown ? halvesFor(props) : undefined
  if (!stay.start || !stay.end)
    return halves?.some(isFree) ? <p className={classes.small}>{t('book.chooseTime')}</p> : null
  const problem = halves && problemWithStay(halves, stay)
  if (problem) return <p role="status">{t(`book.${problem}`)}</p>
  return (
    <Sum words={timesInWords(stay.date, stay.start, stay.end, t)} cents={priceOf(props)} office={office} />
  )
}

/** Before tax; null without a price, or before the day is known. */
function priceOf(props: Pick<Props, 'office' | 'stay' | 'free'> & { offer: Offer }): number | null {
  const { office, offer, stay } = props
  if (offer.rent_type === 'day') return priceOfDays(offer, paidDays(office, stay))
  const halves = halvesFor(props)
  const range = halves && chosenRange(halves, stay)
  const rate = offer.rates.find(({ per }) => per === 'hour')
  if (!rate || !range) return null
  return priceOfTime(rate.cents, 'hour', (range.last - range.first + 1) * HALF_HOUR_MS)
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
  const known = dates.flatMap((date) => free.wholeDayOf(date) ?? [])
  if (daysInTheWay(known, dates[0]!, dates.at(-1)!).length > 0) return null
  const count = paidDays(office, stay)
  return <Sum words={t('book.days', { count })} cents={priceOfDays(offer, count)} office={office} />
}

function Sum({ words, cents, office }: { words: string; cents: number | null; office: Office }) {
  const t = useTexts()
  const money = (amount: number) => formatMoney(amount, office.currency)
  const { tax_percent } = office
  const tax = percentOf(cents ?? 0, tax_percent)
  return (
    <div>
      <p className={classes.sum} role="status">
        <span>{words}</span>
        {cents !== null && <strong>{money(cents + tax)}</strong>}
      </p>
      {cents !== null && tax > 0 && (
        <Breakdown
          summary={t('book.includingTax', { tax: money(tax) })}
          rows={[
            [t('book.beforeTax'), money(cents)],
            [t('book.tax', { percent: tax_percent }), money(tax)],
          ]}
        />
      )}
    </div>
  )
}
