import type { Office } from '@keyhour/contract/offices'
import { useEffect, useEffectEvent, useRef } from 'react'
import { HalfStrip } from '#web/features/spaces/half-strip.tsx'
import { bookingAddress, type Offer, type Stay } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/space.module.css'
import { useTexts } from '#web/features/spaces/texts.ts'
import type { Free } from '#web/features/spaces/use-availability.ts'
import { chosenRange, type Half, halvesOf, isFree, wallOf, withNight } from '#web/format/half-hours.ts'
import { formatMoney } from '#web/format/money.ts'
import { daysAfter, formatDate, formatWallTime } from '#web/format/time.ts'

const MOST_DAYS_AHEAD = 366

type Props = {
  office: Office
  offers: Offer[]
  stay: Stay
  onChange: (stay: Stay) => void
  free: Free
  today: string
}

/** Which space, which day, which hours: then on to booking, signed in or not yet. */
export function BookingBox({ office, offers, stay, onChange, free, today }: Props) {
  const t = useTexts()
  const offer = offers.find(({ sub_office_id }) => sub_office_id === stay.sub_office_id) ?? offers[0]
  const rentType = offer?.rent_type ?? 'hour'
  const halves = useHalves(office, stay, free)
  const latest = daysAfter(today, MOST_DAYS_AHEAD)

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
    onChange({ ...stay, date, last_date: stay.last_date && stay.last_date > date ? stay.last_date : null })
  }

  return (
    <aside className={classes.box} id="book" aria-labelledby="book-title">
      <h2 id="book-title">{t('book.title')}</h2>
      {offers.length > 1 && (
        <label className={classes.field}>
          <span>{t('book.space')}</span>
          <select
            ref={space}
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
      )}
      <div className={classes.dates}>
        <label className={classes.field}>
          <span>{rentType === 'hour' ? t('field.date') : t('book.firstDay')}</span>
          <input
            ref={day}
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
              type="date"
              min={stay.date}
              max={latest}
              value={stay.last_date ?? stay.date}
              onChange={({ currentTarget: { value } }) =>
                value >= stay.date && onChange({ ...stay, last_date: value })
              }
            />
          </label>
        )}
      </div>
      {rentType === 'hour' ? (
        <Hours stay={stay} onChange={onChange} halves={halves} free={free} />
      ) : (
        <WholeDay stay={stay} free={free} />
      )}
      <p className={classes.clock}>{t('book.clock', { zone: office.time_zone })}</p>
      <Sum offer={offer} office={office} stay={stay} halves={halves ?? []} />
      <a className={`button button-main ${classes.bookIt}`} href={bookingAddress(office.id, stay, rentType)}>
        {t('book.book')}
      </a>
      <p className={classes.small}>{t('book.note')}</p>
    </aside>
  )
}

function useHalves(office: Office, { sub_office_id, date }: Stay, free: Free): Half[] | undefined {
  const day = free.dayOf(sub_office_id, date)
  const isMissing = day === undefined
  const ask = useEffectEvent(() => void free.ask(date))
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each day
  useEffect(() => {
    if (isMissing) ask()
  }, [isMissing, date])
  if (!day) return undefined
  const night = office.open_hours === null ? free.dayOf(sub_office_id, daysAfter(date, 1)) : undefined
  return withNight(halvesOf(day, date), night, date)
}

type HoursProps = Pick<Props, 'stay' | 'onChange' | 'free'> & { halves: Half[] | undefined }

function Hours({ stay, onChange, halves, free }: HoursProps) {
  const t = useTexts()
  const day = free.dayOf(stay.sub_office_id, stay.date)
  if (!halves || !day) return <p className={classes.small}>{t('book.looking')}</p>
  if (day.reason) return <p role="status">{t(`dayReason.${day.reason}`)}</p>
  return (
    <HalfStrip
      halves={halves}
      units={day.units}
      chosen={chosenRange(halves, stay)}
      label={t('book.halves', { date: formatDate(stay.date) })}
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

function WholeDay({ stay, free }: Pick<Props, 'stay' | 'free'>) {
  const t = useTexts()
  const day = free.dayOf(stay.sub_office_id, stay.date)
  if (!day) return <p className={classes.small}>{t('book.looking')}</p>
  const isFreeAllDay = day.reason === null && day.slots.every((slot) => slot.free > 0)
  const words = day.reason
    ? t(`dayReason.${day.reason}`)
    : t(isFreeAllDay ? 'book.wholeDayFree' : 'book.wholeDayTaken')
  return <p role="status">{words}</p>
}

type SumProps = Pick<Props, 'office' | 'stay'> & { offer: Offer | undefined; halves: Half[] }

/** What is chosen, in words, with what the hours cost. */
function Sum({ office, stay, offer, halves }: SumProps) {
  const t = useTexts()
  if (offer?.rent_type !== 'hour') return null
  if (!stay.start || !stay.end) return <p className={classes.small}>{t('book.chooseTime')}</p>
  const range = chosenRange(halves, stay)
  const taken = range
    ? halves.slice(range.first, range.last + 1).some((half) => !isFree(half))
    : halves.length > 0
  if (taken) return <p role="status">{t('book.taken')}</p>
  const price = offer.rates.find(({ per }) => per === 'hour')
  const length = range ? range.last - range.first + 1 : 0
  return (
    <p className={classes.sum} role="status">
      <span>{t('book.chosen', { start: timeOf(stay, stay.start), end: timeOf(stay, stay.end) })}</span>
      {price && length > 0 && (
        <strong>
          {t('book.beforeTax', {
            price: formatMoney(Math.round((price.cents * length) / 2), office.currency),
          })}
        </strong>
      )}
    </p>
  )
}

const timeOf = ({ date }: Stay, key: string): string => formatWallTime(wallOf(date, key).time)
