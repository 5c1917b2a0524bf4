import { daysAfter, type Holiday, type OpenHours } from '@keyhour/contract/office-clock'
import type { Office } from '@keyhour/contract/offices'
import { type OpenState, openStateAt } from '@keyhour/contract/open-state'
import { inLanguage } from '@keyhour/contract/place-names'
import type { PublicPage, SpaceContent } from '@keyhour/contract/public-page'
import { AMENITIES, ANYTHING, readFilter, type SpaceFilter } from '@keyhour/contract/space-filter'
import { useEffect, useEffectEvent, useState } from 'react'
import { nowMs } from '#web/clock.ts'
import { NO_TIME } from '#web/features/availability/chosen-time.ts'
import {
  dayOn,
  differsByDay,
  laterHolidays,
  openingWords,
  weekFrom,
} from '#web/features/availability/open-days.ts'
import { useForeignClock } from '#web/features/availability/use-foreign-clock.ts'
import { useOfficeToday } from '#web/features/availability/use-today.ts'
import { BookingBox } from '#web/features/spaces/booking-box.tsx'
import { InfoList, OfferCard } from '#web/features/spaces/offer-card.tsx'
import { OfficeMap } from '#web/features/spaces/office-map.tsx'
import { languageAsked, usePage } from '#web/features/spaces/page-context.tsx'
import { searchAddress } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/space.module.css'
import {
  askAddress,
  canBeBooked,
  daysToFetch,
  leading,
  type Offer,
  type OfficePicture,
  offersOf,
  picturesOf,
  readStay,
  type Stay,
  stayAddress,
} from '#web/features/spaces/stay-rules.ts'
import { type SpaceTexts, useTexts } from '#web/features/spaces/texts.ts'
import { useAvailability } from '#web/features/spaces/use-availability.ts'
import { formatDate, formatFullWeekday, formatWallRange, formatWallTime } from '#web/format/time.ts'
import { Gallery, type ShownPicture } from '#web/ui/gallery.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Lightbox } from '#web/ui/lightbox.tsx'

type Props = { page: PublicPage; content: SpaceContent }

/** An office: pictures, facts, its spaces and when they are free, and the booking box. */
export function SpaceScreen({ page, content }: Props) {
  const t = useTexts()
  const { office, availability } = content
  const offers = offersOf(office, content.whole)
  const today = useOfficeToday(office, content.today)
  const days: [string, string] = [today, daysAfter(today, 1)]
  const [chosen, setChosen] = useState(() =>
    readStay(page.search, { offers, hours: office, days, availability }),
  )
  // What was tapped in the search stays in front, whatever is chosen later.
  const [asked] = useState(() => new URLSearchParams(page.search).has('space') && chosen.sub_office_id)
  const [opened, setOpened] = useState<number | null>(null)
  const came = readFilter(page.search)
  // A page left open overnight moves on to today.
  const stay = chosen.date < today ? { ...chosen, ...NO_TIME, date: today } : chosen
  const isBookable = canBeBooked(office) && offers.length > 0
  const offer = offers.find(({ sub_office_id }) => sub_office_id === stay.sub_office_id)
  const toFetch = daysToFetch(office, isBookable ? offer : undefined, stay, days)
  const free = useAvailability(office.id, availability, toFetch)

  /** Kept in the address for a reload, and for switching the language. */
  function change(next: Stay) {
    setChosen(next)
    window.history.replaceState(
      window.history.state,
      '',
      stayAddress(office.id, next, { language: languageAsked(page), people: came.people }),
    )
  }

  function choose(sub_office_id: number | null, date: string) {
    change({ ...NO_TIME, sub_office_id, date })
    document.getElementById('book')?.scrollIntoView({ block: 'nearest' })
  }

  const inFront = offers.find(({ sub_office_id }) => asked !== false && sub_office_id === asked)
  const pictures = picturesOf(office, inFront?.sub_office_id)

  const box = { office, clock: content.clock, offers, offer, stay, onChange: change, free, today }
  return (
    <main id="main" className={`wide ${classes.screen}`}>
      <Breadcrumbs office={office} came={came} />
      <Head office={office} hasOffers={offers.length > 0} asked={inFront} />
      <Pictures pictures={pictures} opened={opened} onOpen={setOpened} />
      <div className={classes.columns} data-bookable={isBookable || undefined}>
        <div className={classes.about}>
          {isBookable && <ToBook />}
          <Facts content={content} today={today} />
          {offers.length > 0 && (
            <section aria-labelledby="spaces">
              <h2 id="spaces">{t('office.spaces')}</h2>
              {office.tax_percent > 0 && (
                <p className={classes.taxNote}>{t('office.withTax', { percent: office.tax_percent })}</p>
              )}
              <ul className={classes.offers}>
                {leading(offers, (one) => one === inFront).map((one) => (
                  <OfferCard
                    key={one.sub_office_id}
                    offer={one}
                    office={office}
                    days={days}
                    free={free}
                    isChosen={isBookable && one === offer}
                    people={came.people}
                    {...openerOf(one, pictures, setOpened)}
                    {...(isBookable && { onChoose: (date: string) => choose(one.sub_office_id, date) })}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
        {isBookable && <BookingBox {...box} />}
        <Where office={office} />
      </div>
    </main>
  )
}

/** Opens the pictures of a space. */
function openerOf(
  { sub_office_id }: Offer,
  pictures: OfficePicture[],
  open: (at: number) => void,
): { onOpen?: () => void } {
  const at = pictures.findIndex(({ space }) => sub_office_id !== null && space === sub_office_id)
  return at === -1 ? {} : { onOpen: () => open(at) }
}

function ToBook() {
  const t = useTexts()
  return (
    <a className={`button button-main ${classes.toBook}`} href="#book">
      {t('book.title')}
    </a>
  )
}

type PicturesProps = { pictures: ShownPicture[]; opened: number | null; onOpen: (at: number | null) => void }

function Pictures({ pictures, opened, onOpen }: PicturesProps) {
  const t = useTexts()
  const isRtl = usePage().language === 'he'
  const words = {
    label: t('gallery.label'),
    open: (name: string, at: number, count: number) => t('gallery.open', { name, at, count }),
    picture: (name: string) => t('gallery.picture', { name }),
    at: (at: number, count: number) => t('gallery.at', { at, count }),
    before: t('gallery.before'),
    after: t('gallery.after'),
    close: t('gallery.close'),
  }
  const shown = { pictures, words, isRtl }
  return (
    <>
      <Gallery {...shown} onOpen={onOpen} />
      {opened !== null && <Lightbox {...shown} first={opened} onClose={() => onOpen(null)} />}
    </>
  )
}

function Where({ office }: { office: Office }) {
  const t = useTexts()
  return (
    <section className={classes.where} aria-labelledby="where">
      <h2 id="where">{t('office.where')}</h2>
      <p>
        <bdi>{office.address}</bdi>
      </p>
      <OfficeMap office={office} />
    </section>
  )
}

/** Back to the search with the time and people it was about. */
function Breadcrumbs({ office, came }: { office: Office; came: SpaceFilter }) {
  const t = useTexts()
  const language = languageAsked(usePage())
  const { date, start, end, people } = came
  return (
    <nav className={classes.crumbs} aria-label={t('office.crumbs')}>
      <ol>
        <li>
          <a href={searchAddress({ ...ANYTHING, date, start, end, people }, language)}>
            {t('search.heading')}
          </a>
        </li>
        <li aria-current="page">
          <bdi>{office.name}</bdi>
        </li>
      </ol>
    </nav>
  )
}

type HeadProps = { office: Office; hasOffers: boolean; asked: Offer | undefined }

function Head({ office, hasOffers, asked }: HeadProps) {
  const t = useTexts()
  const language = languageAsked(usePage())
  return (
    <header className={classes.head}>
      <h1>
        <bdi>{office.name}</bdi>
      </h1>
      {asked && asked.sub_office_id !== null && (
        <p className={classes.asked}>
          <bdi>{asked.name}</bdi>
          {' · '}
          {asked.capacity === null
            ? t(`type.${asked.type}`)
            : t('space.typeFor', { type: t(`type.${asked.type}`), count: asked.capacity })}
        </p>
      )}
      <p className={classes.address}>
        <Icon name="pin" />
        <a href="#where">
          <bdi>{office.address}</bdi>
        </a>
      </p>
      <p className={classes.ask}>
        <a href={askAddress(office.id, language)}>{t('office.ask')}</a>
      </p>
      {office.coming_soon && <p className={classes.note}>{t('office.comingSoonNote')}</p>}
      {office.temporarily_closed && <p className={classes.note}>{t('office.closedNote')}</p>}
      {canBeBooked(office) && !hasOffers && <p className={classes.note}>{t('dayReason.no_price')}</p>}
    </header>
  )
}

type FactsProps = { content: SpaceContent; today: string }

function Facts({ content, today }: FactsProps) {
  const { office } = content
  const t = useTexts()
  return (
    <section aria-labelledby="about">
      <h2 id="about">{t('office.about')}</h2>
      <ul className={classes.facts}>
        {canBeBooked(office) && (
          <li className={classes.openings}>
            <Icon name="clock" />
            <HoursToday content={content} today={today} />
          </li>
        )}
        {AMENITIES.filter((amenity) => amenity !== 'screen' && office.amenities[amenity]).map((amenity) => (
          <li key={amenity}>
            <Icon name={amenity} />
            {t(`amenity.${amenity}`)}
          </li>
        ))}
        {office.phone_number && (
          <li>
            <Icon name="phone" />
            <a href={`tel:${office.phone_number.replace(/[^+\d]/g, '')}`}>
              <bdi dir="ltr">{office.phone_number}</bdi>
            </a>
          </li>
        )}
        {office.email && (
          <li>
            <Icon name="mail" />
            <a href={`mailto:${office.email}`}>
              <bdi dir="ltr">{office.email}</bdi>
            </a>
          </li>
        )}
      </ul>
      {canBeBooked(office) && <WeekOfHours office={office} today={today} />}
      <InfoList info={office.additional_info} className={classes.info} />
    </section>
  )
}

type HoursProps = { office: Office; today: string }

const MINUTE_MS = 60_000
const HOLIDAYS_SHOWN = 3

/** Today's hours, and whether the office is open now. */
function HoursToday({ content, today }: FactsProps) {
  const t = useTexts()
  const { office } = content
  const clock = useForeignClock(content.clock)
  return (
    <span>
      {differsByDay(office, today) ? hoursOfToday({ office, today }, t) : hoursOfEveryDay(office, t)}
      {clock && <bdi> ({clock})</bdi>}
      <OpenNow office={office} first={content.opening} />
    </span>
  )
}

function hoursOfEveryDay({ open_hours, close_hours }: Office, t: SpaceTexts): string {
  if (!open_hours || !close_hours) return t('office.aroundTheClock')
  return t('office.openDaily', { hours: formatWallRange(open_hours, close_hours) })
}

function hoursOfToday({ office, today }: HoursProps, t: SpaceTexts): string {
  const { hours } = dayOn(office, today)
  return hours ? t('office.openToday', { hours: rangeInWords(hours, t) }) : t('office.closedToday')
}

const rangeInWords = ({ open_hours, close_hours }: OpenHours, t: SpaceTexts): string =>
  open_hours === close_hours && open_hours === '00:00'
    ? t('office.allDay')
    : formatWallRange(open_hours, close_hours)

/** First as the server saw it. A page that the browser kept for going back may be older than a minute. */
function OpenNow({ office, first }: { office: Office; first: OpenState }) {
  const t = useTexts()
  const { now } = usePage()
  const [state, setState] = useState(first)
  const look = useEffectEvent(() => setState(openStateAt(office, nowMs())))
  useEffect(() => {
    const lookAgain = () => look()
    if (nowMs() - Date.parse(now) >= MINUTE_MS) lookAgain()
    const timer = setInterval(lookAgain, MINUTE_MS)
    return () => clearInterval(timer)
  }, [now])
  const words = stateInWords(state, t)
  return words && <small className={classes.openNow}>{words}</small>
}

function stateInWords(state: OpenState, t: SpaceTexts): string {
  if (state.isOpen)
    return state.closes ? t('office.openUntil', { time: formatWallTime(state.closes.time) }) : ''
  const said = openingWords(state)
  if (said.key === 'closedNow') return t('office.closedNow')
  const time = formatWallTime(said.time)
  if (said.key === 'opensToday') return t('office.opensToday', { time })
  return said.key === 'opensOn'
    ? t('office.opensOn', { day: formatFullWeekday(said.date), time })
    : t('office.opensLater', { date: formatDate(said.date), time })
}

/** The seven days from today, and the next holidays. Nothing where every day is the same. */
function WeekOfHours({ office, today }: HoursProps) {
  const t = useTexts()
  const { language } = usePage()
  if (!differsByDay(office, today)) return null
  const nameOf = (holiday: Holiday) => inLanguage(language, holiday).name
  return (
    <section className={classes.hours} aria-labelledby="hours">
      <h3 id="hours">{t('office.hours')}</h3>
      <dl>
        {weekFrom(office, today).map(({ date, hours, holiday }) => (
          <div key={date} data-today={date === today || undefined}>
            <dt>
              {date === today
                ? t('office.todayIs', { day: formatFullWeekday(date) })
                : formatFullWeekday(date)}
            </dt>
            <dd>
              {hours ? rangeInWords(hours, t) : t('office.dayClosed')}
              {holiday && <small>{nameOf(holiday)}</small>}
            </dd>
          </div>
        ))}
        {laterHolidays(office, today, HOLIDAYS_SHOWN).map((holiday) => (
          <div key={holiday.first_day} data-later>
            <dt>
              <bdi>{nameOf(holiday)}</bdi>
            </dt>
            <dd>
              {daysInWords(holiday)}
              <small>{holiday.hours ? rangeInWords(holiday.hours, t) : t('office.dayClosed')}</small>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const daysInWords = ({ first_day, last_day }: Holiday): string =>
  first_day === last_day ? formatDate(first_day) : `${formatDate(first_day)} – ${formatDate(last_day)}`
