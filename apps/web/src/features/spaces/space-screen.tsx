import type { Office } from '@keyhour/contract/offices'
import type { PublicPage, SpaceContent } from '@keyhour/contract/public-page'
import { AMENITIES, ANYTHING } from '@keyhour/contract/space-wish'
import { useState } from 'react'
import { BookingBox } from '#web/features/spaces/booking-box.tsx'
import { Gallery } from '#web/features/spaces/gallery.tsx'
import { Icon, type IconName } from '#web/features/spaces/icon.tsx'
import { OfferCard } from '#web/features/spaces/offer-card.tsx'
import { languageAsked, usePage } from '#web/features/spaces/page-context.ts'
import { PlaceMap } from '#web/features/spaces/place-map.tsx'
import {
  canBeBooked,
  NO_TIME,
  offersOf,
  picturesOf,
  readStay,
  type Stay,
  searchAddress,
  stayAddress,
} from '#web/features/spaces/rules.ts'
import classes from '#web/features/spaces/space.module.css'
import { wantedFor } from '#web/features/spaces/stay-rules.ts'
import { useTexts } from '#web/features/spaces/texts.ts'
import { useAvailability } from '#web/features/spaces/use-availability.ts'
import { useOfficeToday } from '#web/features/spaces/use-today.ts'
import { daysAfter, formatWallRange } from '#web/format/time.ts'

type Props = { page: PublicPage; content: SpaceContent }

/** One office: what it looks like, what it has, when it is free, and the way to book it. */
export function SpaceScreen({ page, content }: Props) {
  const t = useTexts()
  const { office, whole, availability } = content
  const offers = offersOf(office, whole)
  const today = useOfficeToday(office, content.today)
  const days: [string, string] = [today, daysAfter(today, 1)]
  const [chosen, setChosen] = useState(() =>
    readStay(page.search, { offers, hours: office, days, availability }),
  )
  // Who leaves a page open overnight does not stay in the day before.
  const stay = chosen.date < today ? { ...chosen, ...NO_TIME, date: today } : chosen
  const isBookable = canBeBooked(office) && offers.length > 0
  const offer = offers.find(({ sub_office_id }) => sub_office_id === stay.sub_office_id)
  const free = useAvailability(
    office.id,
    availability,
    wantedFor(office, isBookable ? offer : undefined, stay, days),
  )

  /** It stands in the address as well, for who reloads, comes back or reads on in another language. */
  function change(next: Stay) {
    setChosen(next)
    window.history.replaceState(window.history.state, '', stayAddress(office.id, next, languageAsked(page)))
  }

  function choose(sub_office_id: number | null, date: string) {
    change({ ...NO_TIME, sub_office_id, date })
    document.getElementById('book')?.scrollIntoView({ block: 'nearest' })
  }

  return (
    <main id="main" className={classes.screen}>
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
              <h2 id="spaces">{t('space.spaces')}</h2>
              <ul className={classes.offers}>
                {offers.map((offer) => (
                  <OfferCard
                    key={offer.sub_office_id}
                    offer={offer}
                    currency={office.currency}
                    days={days}
                    free={free}
                    isChosen={isBookable && offer.sub_office_id === stay.sub_office_id}
                    {...(isBookable && { onChoose: (date: string) => choose(offer.sub_office_id, date) })}
                  />
                ))}
              </ul>
            </section>
          )}
        </div>
        {isBookable && (
          <BookingBox
            office={office}
            offers={offers}
            offer={offer}
            stay={stay}
            onChange={change}
            free={free}
            today={today}
          />
        )}
        <section className={classes.where} aria-labelledby="where">
          <h2 id="where">{t('space.where')}</h2>
          <p>
            <bdi>{office.address}</bdi>
          </p>
          <PlaceMap office={office} />
        </section>
      </div>
    </main>
  )
}

function Breadcrumbs({ office }: { office: Office }) {
  const t = useTexts()
  const language = languageAsked(usePage())
  return (
    <nav className={classes.crumbs} aria-label={t('space.crumbs')}>
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
      {office.coming_soon && <p className={classes.note}>{t('space.comingSoonNote')}</p>}
      {office.temporarily_closed && <p className={classes.note}>{t('space.closedNote')}</p>}
      {canBeBooked(office) && !hasOffers && <p className={classes.note}>{t('dayReason.no_price')}</p>}
    </header>
  )
}

function Facts({ office }: { office: Office }) {
  const t = useTexts()
  const has: IconName[] = AMENITIES.filter((amenity) => amenity !== 'screen' && office.amenities[amenity])
  return (
    <section aria-labelledby="about">
      <h2 id="about">{t('space.about')}</h2>
      <ul className={classes.facts}>
        {canBeBooked(office) && (
          <li>
            <Icon name="clock" />
            {hoursOf(office, t)}
          </li>
        )}
        {AMENITIES.map(
          (amenity) =>
            has.includes(amenity) && (
              <li key={amenity}>
                <Icon name={amenity} />
                {t(`amenity.${amenity}`)}
              </li>
            ),
        )}
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
      {office.additional_info && (
        <dl className={classes.info}>
          {Object.entries(office.additional_info).map(([name, text]) => (
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
      )}
    </section>
  )
}

function hoursOf({ open_hours, close_hours, time_zone }: Office, t: ReturnType<typeof useTexts>): string {
  if (!open_hours || !close_hours) return t('space.aroundTheClock', { zone: time_zone })
  return t('space.openDaily', { hours: formatWallRange(open_hours, close_hours), zone: time_zone })
}
