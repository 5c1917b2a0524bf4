import type { Holiday, OpenHours } from '@keyhour/contract/office-clock'
import type { Office } from '@keyhour/contract/offices'
import { withTax } from '@keyhour/contract/price'
import type { Language } from '@keyhour/contract/primitives'
import type { PublicPage, SearchContent, SpaceContent } from '@keyhour/contract/public-page'
import { ANYTHING, readFilter, SPACES_A_PAGE } from '@keyhour/contract/space-filter'
import type { Space } from '@keyhour/contract/spaces'
import { isFiltered, searchAddress, spaceAddress } from '#web/features/spaces/rules.ts'
import { canBeBooked, type Offer, offersOf, picturesOf } from '#web/features/spaces/stay-rules.ts'
import { officeTitle, type SpaceTexts, searchTitle, titled } from '#web/features/spaces/texts.ts'
import { formatMoney } from '#web/format/money.ts'

/** For search engines and link previews. */
type AboutPage = {
  title: string
  description: string
  /** Its address without the language. */
  path: string
  /** Whether search engines may index it. */
  isListed: boolean
  picture: string | null
  /** Structured data (schema.org). */
  data: object[]
}

export function aboutPage(page: PublicPage, t: SpaceTexts): AboutPage {
  switch (page.content.kind) {
    case 'search':
      return aboutSearch(page, page.content, t)
    case 'space':
      return aboutSpace(page, page.content, t)
    case 'missing':
      return {
        title: titled(t, t('missing.heading')),
        description: t('missing.text'),
        path: page.path,
        isListed: false,
        picture: null,
        data: [],
      }
  }
}

const CONTEXT = { '@context': 'https://schema.org' }

/** In the page's language; English needs no parameter. */
function addressesIn({ language, origin }: { language: Language; origin: string }) {
  const said = language === 'en' ? null : language
  return {
    search: `${origin}${searchAddress(ANYTHING, said)}`,
    of: (space: Pick<Space, 'office_id' | 'sub_office_id'>) =>
      `${origin}${spaceAddress(space, ANYTHING, said)}`,
  }
}

function aboutSearch({ search, ...page }: PublicPage, { found }: SearchContent, t: SpaceTexts): AboutPage {
  const filter = readFilter(search)
  const { type } = filter
  const addresses = addressesIn(page)
  return {
    title: searchTitle(t, filter),
    description: type
      ? t('search.descriptionOfType', { type: t(`search.ofType.${type}`) })
      : t('search.description'),
    path: searchAddress(filter),
    isListed: !isFiltered(filter),
    picture: null,
    data: [
      {
        ...CONTEXT,
        '@type': 'ItemList',
        numberOfItems: found.total,
        itemListElement: found.spaces.map((space, at) => ({
          '@type': 'ListItem',
          position: (filter.page - 1) * SPACES_A_PAGE + at + 1,
          name: nameOf(space),
          url: addresses.of(space),
        })),
      },
      breadcrumbs([[t('search.heading'), addresses.search]]),
    ],
  }
}

const nameOf = ({ sub_office_id, name, office_name }: Space): string =>
  sub_office_id === null ? name : `${name}, ${office_name}`

function aboutSpace(page: PublicPage, content: SpaceContent, t: SpaceTexts): AboutPage {
  const { office } = content
  const path = `/spaces/${office.id}`
  const addresses = addressesIn(page)
  const at = (sub_office_id: number | null) => addresses.of({ office_id: office.id, sub_office_id })
  const offers = offersOf(office, content.whole)
  const [picture] = picturesOf(office)
  return {
    title: officeTitle(t, office),
    description: describe(office, offers, t),
    path,
    isListed: !office.hide_from_all_view && offers.length > 0,
    picture: picture?.address.startsWith('/') ? picture.address : null,
    data: [
      businessOf(office, offers, { origin: page.origin, at, today: content.today }, t),
      breadcrumbs([
        [t('search.heading'), addresses.search],
        [office.name, at(null)],
      ]),
    ],
  }
}

function describe(office: Office, offers: Offer[], t: SpaceTexts): string {
  const { name, address, coming_soon, temporarily_closed } = office
  const kinds = [...new Set(offers.map(({ type }) => type))]
  const types = kinds.map((type) => t(`type.${type}`)).join(', ')
  if (!types) return t('space.at', { name, address })
  if (coming_soon) return t('office.descriptionSoon', { name, address, types })
  if (temporarily_closed) return t('office.descriptionClosed', { name, address, types })
  return t('office.description', { name, address, types })
}

const breadcrumbs = (steps: [name: string, address: string][]): object => ({
  ...CONTEXT,
  '@type': 'BreadcrumbList',
  itemListElement: steps.map(([name, item], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    name,
    item,
  })),
})

const UNITS = { hour: 'HUR', day: 'DAY', week: 'WEE', month: 'MON' } as const
const UNIT_NAMES = ['hour', 'day', 'week', 'month'] as const

type AddressOf = (sub_office_id: number | null) => string
/** `today` at the office. */
type Facts = { at: AddressOf; today: string }

function businessOf(
  office: Office,
  offers: Offer[],
  { origin, at, today }: Facts & { origin: string },
  t: SpaceTexts,
): object {
  const pictures = picturesOf(office).filter(({ address }) => address.startsWith('/'))
  return {
    ...CONTEXT,
    '@type': 'LocalBusiness',
    '@id': `${origin}/spaces/${office.id}`,
    url: at(null),
    name: office.name,
    address: office.address,
    geo: { '@type': 'GeoCoordinates', latitude: office.lat, longitude: office.lon },
    image: pictures.map(({ address }) => `${origin}${address}`),
    ...(office.phone_number && { telephone: office.phone_number }),
    ...(office.email && { email: office.email }),
    currenciesAccepted: office.currency,
    amenityFeature: Object.entries(office.amenities).map(([name, value]) => ({
      '@type': 'LocationFeatureSpecification',
      name,
      value,
    })),
    ...(canBeBooked(office)
      ? openBusiness(office, offers, { at, today }, t)
      : { makesOffer: offers.map((offer) => ({ ...offerOf(offer, at), availability: OUT_OF_STOCK })) }),
  }
}

const IN_STOCK = 'https://schema.org/InStock'
/** Coming soon or closed. */
const OUT_OF_STOCK = 'https://schema.org/OutOfStock'

function openBusiness(office: Office, offers: Offer[], { at, today }: Facts, t: SpaceTexts): object {
  const holidays = office.holidays.filter(({ last_day }) => last_day >= today)
  const prices = priceRange(offers, office, t)
  return {
    openingHours: openingHours(office),
    ...(holidays.length > 0 && { specialOpeningHoursSpecification: holidays.map(holidayHours) }),
    ...(prices && { priceRange: prices }),
    makesOffer: offers.flatMap((offer) =>
      offer.rates.map(({ cents, per }) => ({
        ...offerOf(offer, at),
        availability: IN_STOCK,
        priceSpecification: {
          '@type': 'UnitPriceSpecification',
          price: withTax(cents, office.tax_percent) / 100,
          priceCurrency: office.currency,
          valueAddedTaxIncluded: true,
          unitCode: UNITS[per],
        },
      })),
    ),
  }
}

const DAY_NAMES = ['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa'] as const

/** A closing time past midnight is written the same way and means the next day. Closed days are left out. */
function openingHours({ open_hours, close_hours, week_hours }: Office): string | string[] {
  const everyDay = open_hours && close_hours ? { open_hours, close_hours } : ALL_DAY
  if (week_hours.length === 0) return `Mo-Su ${rangeOf(everyDay)}`
  return DAY_NAMES.flatMap((name, weekday) => {
    const own = week_hours.find((day) => day.weekday === weekday)
    const hours = own ? own.hours : everyDay
    return hours ? [`${name} ${rangeOf(hours)}`] : []
  })
}

const ALL_DAY = { open_hours: '00:00', close_hours: '23:59' }
const rangeOf = ({ open_hours, close_hours }: OpenHours): string => `${open_hours}-${close_hours}`

/** Search engines read the same time for both as closed. */
const holidayHours = ({ first_day, last_day, name, hours }: Holiday): object => ({
  '@type': 'OpeningHoursSpecification',
  name,
  validFrom: first_day,
  validThrough: last_day,
  opens: hours?.open_hours ?? '00:00',
  closes: hours?.close_hours ?? '00:00',
})

/** Of the shortest stays, per unit. */
function priceRange(offers: Offer[], { currency, tax_percent }: Office, t: SpaceTexts): string {
  const rates = offers.flatMap((offer) => offer.rates.slice(0, 1))
  const ranges = UNIT_NAMES.flatMap((unit) => {
    const prices = rates.filter(({ per }) => per === unit).map(({ cents }) => withTax(cents, tax_percent))
    if (prices.length === 0) return []
    const ends = [...new Set([Math.min(...prices), Math.max(...prices)])]
    return [t(`rate.${unit}`, { price: ends.map((cents) => formatMoney(cents, currency)).join('–') })]
  })
  return ranges.join(', ')
}

const offerOf = ({ name, sub_office_id }: Offer, at: AddressOf): object => ({
  '@type': 'Offer',
  itemOffered: { '@type': 'Room', name },
  url: at(sub_office_id),
})
