import { daysAfter } from '@keyhour/contract/office-clock'
import type { Office } from '@keyhour/contract/offices'
import type { PublicPage, SpaceContent } from '@keyhour/contract/public-page'
import { AMENITIES, ANYTHING } from '@keyhour/contract/space-filter'
import { useState } from 'react'
import { NO_TIME } from '#web/features/availability/chosen-time.ts'
import { BookingBox } from '#web/features/spaces/booking-box.tsx'
import { Gallery } from '#web/features/spaces/gallery.tsx'
import { InfoList, OfferCard } from '#web/features/spaces/offer-card.tsx'
import { OfficeMap } from '#web/features/spaces/office-map.tsx'
import { languageAsked, usePage } from '#web/features/spaces/page-context.tsx'
import { searchAddress } from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/space.module.css'
import {
  askAddress,
  canBeBooked,
  daysToFetch,
  offersOf,
  picturesOf,
  readStay,
  type Stay,
  stayAddress,
} from '#web/features/spaces/stay-rules.ts'
import { useTexts } from '#web/features/spaces/texts.ts'
import { useAvailability } from '#web/features/spaces/use-availability.ts'
import { useOfficeToday } from '#web/features/spaces/use-today.ts'
import { formatWallRange } from '#web/format/time.ts'
import { Icon } from '#web/ui/icon.tsx'

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
  // A page left open overnight moves on to today.
  const stay = chosen.date < today ? { ...chosen, ...NO_TIME, date: today } : chosen
  const isBookable = canBeBooked(office) && offers.length > 0
  const offer = offers.find(({ sub_office_id }) => sub_office_id === stay.sub_office_id)
  const toFetch = daysToFetch(office, isBookable ? offer : undefined, stay, days)
  const free = useAvailability(office.id, availability, toFetch)

  /** Kept in the address for a reload, and for switching the language. */
  function change(next: Stay) {
    setChosen(next)
    window.history.replaceState(window.history.state, '', stayAddress(office.id, next, languageAsked(page)))
  }

  function choose(sub_office_id: number | null, date: string) {
    change({ ...NO_TIME, sub_office_id, date })
    document.getElementById('book')?.scrollIntoView({ block: 'nearest' })
  }

  const box = { office, offers, offer, stay, onChange: change, free, today }
  return (
    <main id="main" className={`wide ${classes.screen}`}>
      <Breadcrumbs office={office} />
      <Head office={office} hasOffers={offers.length > 0} />
      <Gallery pictures={picturesOf(office)} />
      <div className={classes.columns} data-bookable={isBookable || undefined}>
        <div className={classes.about}>
          {isBookable && (
            <a className={`button button-main ${classes.toBook}`} href="#book">
              {t('book.title')}
            </a>
          )}
          <Facts office={office} />
          {offers.length > 0 && (
            <section aria-labelledby="spaces">
              <h2 id="spaces">{t('office.spaces')}</h2>
              <ul className={classes.offers}>
                {offers.map((one) => (
                  <OfferCard
                    key={one.sub_office_id}
                    offer={one}
                    currency={office.currency}
                    days={days}
                    free={free}
                    isChosen={isBookable && one === offer}
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

function Breadcrumbs({ office }: { office: Office }) {
  const t = useTexts()
  const language = languageAsked(usePage())
  return (
    <nav className={classes.crumbs} aria-label={t('office.crumbs')}>
      <ol>
        <li>
          <a href={searchAddress(ANYTHING, language)}>{t('search.heading')}</a>
        </li>
        <li aria-current="page">
          <bdi>{office.name}</bdi>
        </li>
      </ol>
    </nav>
  )
}

function Head({ office, hasOffers }: { office: Office; hasOffers: boolean }) {
  const t = useTexts()
  const language = languageAsked(usePage())
  return (
    <header className={classes.head}>
      <h1>
        <bdi>{office.name}</bdi>
      </h1>
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

function Facts({ office }: { office: Office }) {
  const t = useTexts()
  return (
    <section aria-labelledby="about">
      <h2 id="about">{t('office.about')}</h2>
      <ul className={classes.facts}>
        {canBeBooked(office) && (
          <li>
            <Icon name="clock" />
            {hoursOf(office, t)}
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
      <InfoList info={office.additional_info} className={classes.info} />
    </section>
  )
}

function hoursOf({ open_hours, close_hours, time_zone }: Office, t: ReturnType<typeof useTexts>): string {
  if (!open_hours || !close_hours) return t('office.aroundTheClock', { zone: time_zone })
  return t('office.openDaily', { hours: formatWallRange(open_hours, close_hours), zone: time_zone })
}
