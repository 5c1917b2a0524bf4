import type { Availability } from '@keyhour/contract/availability'
import type { Office } from '@keyhour/contract/offices'
import { pictureAddress } from '@keyhour/contract/picture-address'
import { withTax } from '@keyhour/contract/price'
import { rateText } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/space.module.css'
import { type Offer, runsOf } from '#web/features/spaces/stay-rules.ts'
import { comfortText, useTexts } from '#web/features/spaces/texts.ts'
import type { Free } from '#web/features/spaces/use-availability.ts'
import { formatMoney } from '#web/format/money.ts'
import { formatWallRange, formatWallTime } from '#web/format/time.ts'
import gallery from '#web/ui/gallery.module.css'
import { Icon } from '#web/ui/icon.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { StoredPicture } from '#web/ui/stored-picture.tsx'
import { TYPE_PICTURES } from '#web/ui/type-pictures.ts'

type Props = {
  offer: Offer
  office: Pick<Office, 'currency' | 'tax_percent'>
  days: [today: string, tomorrow: string]
  free: Free
  isChosen: boolean
  /** How many the visitor searched for. */
  people: number | null
  /** Opens its pictures. */
  onOpen?: () => void
  /** Absent if nothing can be booked. */
  onChoose?: (date: string) => void
}

const SEEN_AT = '(max-width: 640px) 100vw, 240px'

export function OfferCard({ offer, office, days, free, isChosen, people, onOpen, onChoose }: Props) {
  const t = useTexts()
  const { sub_office_id, capacity } = offer
  const kind = t(`type.${offer.type}`)
  return (
    <li className={classes.offer} data-chosen={isChosen || undefined}>
      <OfferPicture offer={offer} {...(onOpen && { onOpen })} />
      <div className={classes.words}>
        <h3>
          <bdi>{offer.name}</bdi>
        </h3>
        <p className={classes.kind}>
          {capacity === null ? kind : t('space.typeFor', { type: kind, count: capacity })}
        </p>
        {people !== null && capacity !== null && capacity < people && (
          <p>
            <strong>{t('office.tooSmall', { count: people })}</strong>
          </p>
        )}
        <ul className={classes.rates}>
          {offer.rates.map(({ cents, per }) => (
            <li key={per}>
              {t(rateText(offer.type, per), {
                price: formatMoney(withTax(cents, office.tax_percent), office.currency),
              })}
            </li>
          ))}
        </ul>
        {(offer.comforts.length > 0 || offer.hasScreen) && (
          <ul className={classes.comforts} aria-label={t('field.amenities')}>
            {offer.hasScreen && <li>{t('amenity.screen')}</li>}
            {offer.comforts.map((comfort) => (
              <li key={comfort}>
                <bdi>{comfortText(t, comfort)}</bdi>
              </li>
            ))}
          </ul>
        )}
        <InfoList info={offer.info} className={classes.offerInfo} />
      </div>
      {onChoose && (
        <div className={classes.days}>
          {days.map((date) => (
            <DayBar
              key={date}
              label={t(date === days[0] ? 'office.today' : 'office.tomorrow')}
              day={free.dayOf(sub_office_id, date)}
              onChoose={() => onChoose(date)}
              name={offer.name}
            />
          ))}
        </div>
      )}
    </li>
  )
}

/** The gallery shows the whole office already. */
function OfferPicture({ offer, onOpen }: Pick<Props, 'offer' | 'onOpen'>) {
  const t = useTexts()
  const { sub_office_id, picture, type, name } = offer
  if (sub_office_id === null) return null
  if (picture === null) return <Picture of={TYPE_PICTURES[type].scene} alt="" sizes={SEEN_AT} />
  const shown = <StoredPicture address={pictureAddress('sub_office', picture)} sizes={SEEN_AT} />
  if (!onOpen) return shown
  return (
    <button
      type="button"
      className={gallery.thumb}
      aria-label={t('gallery.openOf', { name })}
      onClick={onOpen}
    >
      {shown}
    </button>
  )
}

type DayBarProps = { label: string; day: Availability | undefined; name: string; onChoose: () => void }

/** A day as a bar and in words. Choosing it opens its half hours. */
function DayBar({ label, day, name, onChoose }: DayBarProps) {
  const t = useTexts()
  if (!day) return null
  const words = freeInWords(day, t)
  return (
    <button
      type="button"
      className={classes.dayBar}
      onClick={onChoose}
      aria-label={t('office.chooseDay', { name, day: label, free: words })}
    >
      <span className={classes.dayName}>{label}</span>
      <span className={classes.bar} aria-hidden>
        {runsOf(day).map(({ state, start, halves }) => (
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
  if (day.reason === 'closure' || day.reason === 'hours' || day.reason === 'holiday')
    return t('office.dayClosed')
  // By the day, one booking takes the whole day.
  if (day.reason === 'booked') return t('office.dayBooked')
  if (!first)
    return day.slots.every(({ reason }) => reason === 'past') ? t('office.dayOver') : t('office.dayBooked')
  if (day.slots.every(({ free: left }) => left > 0)) return t('office.dayFree')
  const last = free[0]?.end === day.slots.at(-1)?.end
  if (free.length === 1 && last) return t('office.freeFrom', { time: formatWallTime(first.start) })
  const times = free.slice(0, SHOWN_RUNS).map(({ start, end }) => formatWallRange(start, end))
  const more = free.length - times.length
  return more > 0
    ? t('office.freeAtMore', { times: times.join(', '), count: more })
    : t('office.freeAt', { times: times.join(', ') })
}

type InfoListProps = { info: Record<string, string> | null; className: string | undefined }

/** Free text by the admins. */
export function InfoList({ info, className }: InfoListProps) {
  if (info === null) return null
  return (
    <dl className={className}>
      {Object.entries(info).map(([name, text]) => (
        <div key={name}>
          <dt>
            <bdi>{name}</bdi>
          </dt>
          <dd>
            <bdi>{text}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
