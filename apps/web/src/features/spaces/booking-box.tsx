import { MOST_DAYS } from '@keyhour/contract/day-stays'
import type { Office } from '@keyhour/contract/offices'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Failure } from '#web/features/spaces/failure.tsx'
import { HalfStrip } from '#web/features/spaces/half-strip.tsx'
import { latestDay, type Offer, type Stay } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/space.module.css'
import { daysOf, hasBegun, priceOfStay, troubleWith } from '#web/features/spaces/stay-rules.ts'
import { useTexts } from '#web/features/spaces/texts.ts'
import type { Free } from '#web/features/spaces/use-availability.ts'
import { chosenRange, type Half, halvesOf, isFree, wallOf, withNight } from '#web/format/half-hours.ts'
import { formatMoney } from '#web/format/money.ts'
import { daysAfter, formatDate, formatWallTime } from '#web/format/time.ts'

type Props = {
  office: Office
  offers: Offer[]
  /** The one that is chosen. */
  offer: Offer | undefined
  stay: Stay
  onChange: (stay: Stay) => void
  free: Free
  today: string
}

/**
 * Which space, which day, which hours: then on to booking, signed in or not yet. It is a form, so that what is chosen goes
 * along even while the script is on its way.
 */
export function BookingBox({ office, offers, offer, stay, onChange, free, today }: Props) {
  const t = useTexts()
  const rentType = offer?.rent_type ?? 'hour'
  const halves = halvesFor(office, stay, free)
  const latest = latestDay(today)
  const latestFrom = (date: string) => earlierOf(daysAfter(date, MOST_DAYS - 1), latest)

  const space = useRef<HTMLSelectElement>(null)
  const day = useRef<HTMLInputElement>(null)
  /** What somebody has chosen while the script was still on its way counts as well. */
  const catchUp = useEffectEvent(() => {
    const sub_office_id = space.current ? Number(space.current.value) : stay.sub_office_id
    const asked = day.current?.value ?? ''
    const date = asked >= today && asked <= latest ? asked : stay.date
    if (sub_office_id !== stay.sub_office_id || date !== stay.date)
      onChange({ ...stay, sub_office_id, date, start: null, end: null })
  })
  useEffect(() => catchUp(), [])

  /** A year is typed digit by digit, and the first ones are long past. */
  function setDate(date: string) {
    if (date < today || date > latest) return
    const { last_date } = stay
    onChange({
      ...stay,
      date,
      last_date: last_date && last_date > date ? earlierOf(last_date, latestFrom(date)) : null,
    })
  }

  return (
    <form className={classes.box} id="book" aria-labelledby="book-title" action={`/booking/${office.id}`}>
      <h2 id="book-title">{t('book.title')}</h2>
      {offers.length > 1 ? (
        <label className={classes.field}>
          <span>{t('book.space')}</span>
          <select
            ref={space}
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
      ) : (
        <Said name="sub_office" value={stay.sub_office_id} />
      )}
      <div className={classes.dates}>
        <label className={classes.field}>
          <span>{rentType === 'hour' ? t('field.date') : t('book.firstDay')}</span>
          <input
            ref={day}
            name="date"
            type="date"
            min={today}
            max={latest}
            value={stay.date}
            onChange={(event) => setDate(event.currentTarget.value)}
          />
        </label>
        {rentType === 'day' && (
          <label className={classes.field}>
            <span>{t('book.lastDay')}</span>
            <input
              name="last_date"
              type="date"
              min={stay.date}
              max={latestFrom(stay.date)}
              value={stay.last_date ?? stay.date}
              onChange={({ currentTarget: { value } }) =>
                value >= stay.date &&
                value <= latestFrom(stay.date) &&
                onChange({ ...stay, last_date: value })
              }
            />
          </label>
        )}
      </div>
      {free.hasFailed && <Failure words={t('book.failed')} onRetry={free.retry} />}
      {rentType === 'hour' ? (
        <Hours stay={stay} onChange={onChange} halves={halves} free={free} />
      ) : (
        <WholeDays stay={stay} free={free} />
      )}
      <p className={classes.clock}>{t('book.clock', { zone: office.time_zone })}</p>
      {offer &&
        (rentType === 'hour' ? (
          <SumOfHours offer={offer} office={office} stay={stay} halves={free.isKnown ? halves : undefined} />
        ) : (
          <SumOfDays offer={offer} office={office} stay={stay} free={free} />
        ))}
      {rentType === 'hour' && (
        <>
          <Said name="start" value={stay.start} />
          <Said name="end" value={stay.end} />
        </>
      )}
      <button type="submit" className={`button button-main ${classes.bookIt}`}>
        {t('book.book')}
      </button>
      <p className={classes.small}>{t('book.note')}</p>
    </form>
  )
}

/** Goes along without being asked for here. */
const Said = ({ name, value }: { name: string; value: string | number | null }) =>
  value !== null && <input type="hidden" name={name} value={value} />

const earlierOf = (a: string, b: string): string => (a < b ? a : b)

function halvesFor(office: Office, { sub_office_id, date, end }: Stay, free: Free): Half[] | undefined {
  const day = free.dayOf(sub_office_id, date)
  const night = office.open_hours === null ? free.dayOf(sub_office_id, daysAfter(date, 1)) : undefined
  return day && withNight(halvesOf(day, date), night, date, end)
}

/** While it is being asked what is free, and where a space has gone meanwhile. */
function Unknown({ free }: Pick<Props, 'free'>) {
  const t = useTexts()
  if (free.hasFailed) return null
  return free.isKnown ? (
    <p role="status">{t('dayReason.hidden')}</p>
  ) : (
    <p className={classes.small}>{t('book.looking')}</p>
  )
}

type HoursProps = Pick<Props, 'stay' | 'onChange' | 'free'> & { halves: Half[] | undefined }

function Hours({ stay, onChange, halves, free }: HoursProps) {
  const t = useTexts()
  const day = free.dayOf(stay.sub_office_id, stay.date)
  if (!halves || !day) return <Unknown free={free} />
  if (day.reason) return <p role="status">{t(`dayReason.${day.reason}`)}</p>
  return (
    <HalfStrip
      halves={halves}
      units={day.units}
      chosen={chosenRange(halves, stay)}
      label={t('book.halves', { date: formatDate(stay.date) })}
      nextDay={formatDate(daysAfter(stay.date, 1))}
      onChoose={(range) =>
        onChange({
          ...stay,
          start: range && (halves[range.first]?.start ?? null),
          end: range && (halves[range.last]?.end ?? null),
        })
      }
    />
  )
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

type SumProps = Pick<Props, 'office' | 'stay'> & { offer: Offer }

/** What is chosen, in words, with what the hours cost. Before the halves are known nobody can say more. */
function SumOfHours({ office, stay, offer, halves }: SumProps & { halves: Half[] | undefined }) {
  const t = useTexts()
  if (!stay.start || !stay.end)
    return halves?.some(isFree) ? <p className={classes.small}>{t('book.chooseTime')}</p> : null
  const trouble = halves && troubleWith(halves, stay)
  if (trouble) return <p role="status">{t(`book.${trouble}`)}</p>
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

/** A night that is booked from after midnight is on another date than the one that is chosen. */
function timesInWords(day: string, start: string, end: string, t: ReturnType<typeof useTexts>): string {
  const { date, time, isNextDay } = wallOf(day, start)
  const times = { start: formatWallTime(time), end: formatWallTime(wallOf(day, end).time) }
  return isNextDay ? t('book.chosenOn', { ...times, date: formatDate(date) }) : t('book.chosen', times)
}

function SumOfDays({ office, stay, offer, free }: SumProps & Pick<Props, 'free'>) {
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
