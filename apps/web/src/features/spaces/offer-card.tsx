import type { Availability } from '@keyhour/contract/availability'
import { pictureAddress } from '@keyhour/contract/picture-address'
import type { Currency } from '@keyhour/contract/primitives'
import { Icon } from '#web/features/spaces/icon.tsx'
import { type Offer, rateText, runsOf } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/space.module.css'
import { StoredPicture } from '#web/features/spaces/stored-picture.tsx'
import { useTexts } from '#web/features/spaces/texts.ts'
import type { Free } from '#web/features/spaces/use-availability.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatWallRange, formatWallTime } from '#web/format/time.ts'
import { Picture } from '#web/ui/picture.tsx'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

type Props = {
  offer: Offer
  currency: Currency
  days: [today: string, tomorrow: string]
  free: Free
  isChosen: boolean
  /** Without it nothing can be booked here. */
  onChoose?: (date: string) => void
}

const SEEN_AT = '(max-width: 640px) 100vw, 240px'

/** One space: what it is, for how many, what it asks, and when it is free. */
export function OfferCard({ offer, currency, days: [today, tomorrow], free, isChosen, onChoose }: Props) {
  const t = useTexts()
  const { sub_office_id, capacity } = offer
  const kind = t(`type.${offer.type}`)
  return (
    <li className={classes.offer} data-chosen={isChosen || undefined}>
      <OfferPicture offer={offer} />
      <div className={classes.words}>
        <h3>
          <bdi>{offer.name}</bdi>
        </h3>
        <p className={classes.kind}>
          {capacity === null ? kind : t('space.typeFor', { type: kind, count: capacity })}
        </p>
        <ul className={classes.rates}>
          {offer.rates.map(({ cents, per }) => (
            <li key={per}>{t(rateText(offer.type, per), { price: formatMoney(cents, currency) })}</li>
          ))}
        </ul>
        {(offer.comforts.length > 0 || offer.hasScreen) && (
          <ul className={classes.comforts} aria-label={t('field.amenities')}>
            {offer.hasScreen && <li>{t('amenity.screen')}</li>}
            {offer.comforts.map((comfort) => (
              <li key={comfort}>
                <bdi>{comfort}</bdi>
              </li>
            ))}
          </ul>
        )}
      </div>
      {onChoose && (
        <div className={classes.days}>
          <DayBar
            label={t('space.today')}
            day={free.dayOf(sub_office_id, today)}
            onChoose={() => onChoose(today)}
            name={offer.name}
          />
          <DayBar
            label={t('space.tomorrow')}
            day={free.dayOf(sub_office_id, tomorrow)}
            onChoose={() => onChoose(tomorrow)}
            name={offer.name}
          />
        </div>
      )}
    </li>
  )
}

/** A whole office is in the gallery above. */
function OfferPicture({ offer: { sub_office_id, picture, type } }: { offer: Offer }) {
  if (sub_office_id === null) return null
  if (picture === null) return <Picture of={TYPE_PICTURES[type].scene} alt="" sizes={SEEN_AT} />
  return <StoredPicture address={pictureAddress('sub_office', picture)} sizes={SEEN_AT} />
}

type DayBarProps = { label: string; day: Availability | undefined; name: string; onChoose: () => void }

/** A day as a strip of half-hours, and the same in words. Touched, it is the day to choose from. */
function DayBar({ label, day, name, onChoose }: DayBarProps) {
  const t = useTexts()
  if (!day) return null
  const runs = runsOf(day)
  const words = freeInWords(day, t)
  return (
    <button
      type="button"
      className={classes.dayBar}
      onClick={onChoose}
      aria-label={t('space.chooseDay', { name, day: label, free: words })}
    >
      <span className={classes.dayName}>{label}</span>
      <span className={classes.bar} aria-hidden>
        {runs.map(({ state, start, halves }) => (
          <span key={start} data-state={state} style={{ flexGrow: halves }} />
        ))}
      </span>
      <span className={classes.dayWords}>{words}</span>
      <Icon name="calendar" size={18} />
    </button>
  )
}

const SHOWN_RUNS = 2

function freeInWords(day: Availability, t: ReturnType<typeof useTexts>): string {
  const free = runsOf(day).filter(({ state }) => state === 'free')
  const first = free[0]
  if (day.reason === 'closure' || day.reason === 'hours') return t('space.dayClosed')
  // What is rented by the day is booked as soon as some of it is.
  if (day.reason === 'booked') return t('space.dayBooked')
  if (!first)
    return day.slots.every(({ reason }) => reason === 'past') ? t('space.dayOver') : t('space.dayBooked')
  if (day.slots.every(({ free: left }) => left > 0)) return t('space.dayFree')
  const last = free[0]?.end === day.slots.at(-1)?.end
  if (free.length === 1 && last) return t('space.freeFrom', { time: formatWallTime(first.start) })
  const times = free.slice(0, SHOWN_RUNS).map(({ start, end }) => formatWallRange(start, end))
  const more = free.length - times.length
  return more > 0
    ? t('space.freeAtMore', { times: times.join(', '), count: more })
    : t('space.freeAt', { times: times.join(', ') })
}
