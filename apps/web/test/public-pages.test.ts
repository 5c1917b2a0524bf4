// @vitest-environment node
import type { PublicPage } from '@keyhour/contract/public-page'
import { expect, test } from 'vitest'
import {
  sampleDay,
  sampleFoundSpace,
  sampleOffice,
  samplePublicPage,
  sampleSpace,
  sampleSpaceContent,
} from '#test/samples.ts'
import { renderPublicPage } from '../public-pages.tsx'

const FACTS = {
  ORIGIN: 'https://keyhour.test',
  APP_STORE_URL: 'https://apps.test/keyhour',
  PLAY_STORE_URL: 'https://play.test/keyhour',
  NOT_IN_A_STORE: '',
  SOCIAL_HANDLE: 'keyhour_test',
  CONTACT_EMAIL: 'hello@keyhour.test',
}

const render = (page: PublicPage) => renderPublicPage(page, FACTS)

const olive = sampleFoundSpace({ amenities: ['wifi', 'screen'] })

const counts = {
  types: { office: 4, open_space: 0, meeting_room: 1, lecture_room: 0, clinics: 0, podcast_room: 0 },
  amenities: { wifi: 1, printer: 0, parking: 0, kitchen: 0, screen: 1 },
}

const page = (change: Partial<PublicPage> = {}): PublicPage => ({
  ...samplePublicPage({
    kind: 'search',
    found: { total: 1, spaces: [olive], offices: [], counts, near: null },
  }),
  ...change,
})

// Prices in whole units, as the API sends them.
const office = sampleOffice({
  pictures: ['house.webp'],
  additional_info: { Parking: 'Behind the house' },
  sub_offices: [sampleSpace({ price_per_hour: 50, pictures: ['olive.webp'] })],
})

const spacePage = (change: Partial<typeof office> = {}, search = ''): PublicPage =>
  page({
    path: '/spaces/3',
    search,
    content: sampleSpaceContent({ ...office, ...change }, { availability: [sampleDay()] }),
  })

const dataIn = (head: string): Record<string, unknown>[] =>
  [...head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json]) =>
    JSON.parse(json!),
  )

test('the search page works without scripts: results, prices, and the number of each kind', () => {
  const { body } = render(page())

  expect(body).toMatch(/<div id="root">.*<main id="main".*Find a workspace.*<\/main><\/div><footer/)
  expect(body).toContain('<bdi>Olive room</bdi>')
  expect(body).toContain('₪58.88 an hour')
  expect(body).toMatch(/Office(<!-- -->)? <span[^>]*>4</)
  expect(body).toContain('/static/sub_office_images/olive.webp')
  expect(body).toContain('href="/spaces/3?space=17"')
})

test('the first picture is loaded immediately, the others when they come near', () => {
  const lemon = {
    ...olive,
    sub_office_id: 18,
    name: 'Lemon room',
    picture: '/static/sub_office_images/lemon.webp',
  }
  const found = { total: 2, spaces: [olive, lemon], offices: [], counts, near: null }
  const { body } = render(page({ content: { kind: 'search', found } }))
  const [first, second] = [...body.matchAll(/<img[^>]*sub_office_images[^>]*>/g)].map(([tag]) => tag)

  expect(first).toContain('fetchPriority="high"')
  expect(second).toContain('loading="lazy"')
})

test('each language has its own page, and rendering one does not affect the other', () => {
  const hebrew = render(page({ language: 'he' }))
  const english = render(page())

  expect(hebrew.body).toContain('חיפוש חלל עבודה')
  expect(hebrew.body).toContain('חדר ישיבות · עד 8 אנשים')
  expect(english.body).toContain('Meeting Room · up to 8 people')
})

test('the search page lists its results for search engines, and only broad searches may be indexed', () => {
  const { head } = render(page({ search: '?type=meeting_room' }))

  expect(head).toContain('<title>Meeting rooms · Keyhour</title>')
  expect(head).toContain('/spaces?type=meeting_room"')
  expect(head).toContain('/spaces?type=meeting_room&amp;language=he"')
  expect(head).not.toContain('noindex')
  expect(dataIn(head)[0]).toMatchObject({
    '@type': 'ItemList',
    itemListElement: [
      { name: 'Olive room, Jaffa Port House', url: 'https://keyhour.test/spaces/3?space=17' },
    ],
  })
  expect(render(page({ search: '?people=4' })).head).toContain('content="noindex"')
})

test('the page of an office works without scripts: pictures, hours, prices, amenities and how to book', () => {
  const { body } = render(spacePage({}, '?space=17&date=2026-03-04&start=10:00&end=12:00'))

  expect(body).toContain('Jaffa Port House')
  expect(body).toContain('Open every day 8:00 AM – 10:00 PM')
  expect(body).toContain('Open now until 10:00 PM')
  expect(body).not.toContain('Asia/Jerusalem')
  expect(body).toContain('/static/office_images/house.webp')
  expect(body).toContain('₪59.00 an hour')
  expect(body).toContain('Behind the house')
  expect(body).toContain('action="/booking/3"')
  expect(body).toContain('name="start" value="10:00"')
})

test('the page of an office tells search engines where it is, when it is open, and what it offers', () => {
  const { head } = render(spacePage())
  const [business, crumbs] = dataIn(head)

  expect(head).toContain('<title>Jaffa Port House, 3 Port Street, Tel Aviv-Yafo · Keyhour</title>')
  expect(head).toContain('/static/office_images/house.webp"')
  expect(business).toMatchObject({
    '@type': 'LocalBusiness',
    geo: { latitude: 32.05, longitude: 34.75 },
    openingHours: 'Mo-Su 08:00-22:00',
    priceRange: '₪59.00 an hour',
    makesOffer: [
      {
        availability: 'https://schema.org/InStock',
        priceSpecification: { price: 59, priceCurrency: 'ILS', unitCode: 'HUR' },
      },
    ],
  })
  expect(crumbs).toMatchObject({
    '@type': 'BreadcrumbList',
    itemListElement: [
      { item: 'https://keyhour.test/spaces' },
      { name: 'Jaffa Port House', item: 'https://keyhour.test/spaces/3' },
    ],
  })
})

test('what a Hebrew page tells search engines links to Hebrew pages', () => {
  const [list, crumb] = dataIn(render(page({ language: 'he' })).head)
  const [business, crumbs] = dataIn(render({ ...spacePage(), language: 'he' }).head)
  const [search, here] = ['https://keyhour.test/spaces', 'https://keyhour.test/spaces/3']

  expect(list).toMatchObject({ itemListElement: [{ url: `${here}?space=17&language=he` }] })
  expect(crumb).toMatchObject({ itemListElement: [{ item: `${search}?language=he` }] })
  expect(business).toMatchObject({
    '@id': here,
    url: `${here}?language=he`,
    makesOffer: [{ url: `${here}?space=17&language=he` }],
  })
  expect(crumbs).toMatchObject({
    itemListElement: [{ item: `${search}?language=he` }, { item: `${here}?language=he` }],
  })
})

test.each([
  [
    'coming_soon',
    'Coming soon: this office is not open yet and cannot be booked.',
    'Coming soon: see pictures and what it will offer. It cannot be booked yet.',
  ],
  [
    'temporarily_closed',
    'Temporarily closed: this office cannot be booked at the moment.',
    'Temporarily closed: see pictures and what it offers. It cannot be booked at the moment.',
  ],
])('an office that is %s says so and cannot be booked', (flag, note, description) => {
  const { head, body } = render(spacePage({ [flag]: true }))

  expect(head).toContain(`: Meeting Room. ${description}"`)
  expect(head).not.toContain('book what is free')

  expect(body).toContain(note)
  expect(body).not.toContain('href="/booking/')
  const [business] = dataIn(head)
  expect(business).toMatchObject({
    makesOffer: [{ itemOffered: { name: 'Olive room' }, availability: 'https://schema.org/OutOfStock' }],
  })
  expect(JSON.stringify(business)).not.toMatch(/openingHours|price/i)
})

test('an office hidden from the search is hidden from search engines', () => {
  expect(render(spacePage({ hide_from_all_view: true })).head).toContain('content="noindex"')
})

test('an office that is rented as a whole shows its price', () => {
  const whole = {
    rent_type: 'day' as const,
    price_per_hour: 0,
    price_per_day: 900,
    price_per_week: 4000,
    price_per_month: null,
  }
  const content = sampleSpaceContent({ ...office, sub_offices: [] }, { whole })
  const { body } = render(page({ path: '/spaces/3', content }))

  expect(body).toContain('₪1,062.00 a day')
  expect(body).toContain('₪4,720.00 a week')
})

test('an office that is rented as a whole and has no price yet cannot be booked, and says so', () => {
  const content = sampleSpaceContent({ ...office, sub_offices: [] })
  const { head, body } = render(page({ path: '/spaces/3', content }))

  expect(body).toContain('This office has no price yet and cannot be booked.')
  expect(body).not.toMatch(/href="\/booking\/|id="book"|id="spaces"/)
  expect(head).toContain('content="noindex"')
})

test('hourly and daily prices are not merged into one range', () => {
  const rooms = [
    { price_per_hour: 50 },
    { price_per_hour: 120 },
    { rent_type: 'day' as const, price_per_day: 900, price_per_week: 0 },
  ].map((change, at) => sampleSpace({ id: 17 + at, ...change }))
  const rangeIn = (language: 'en' | 'he') =>
    dataIn(render({ ...spacePage({ sub_offices: rooms }), language }).head)[0]!.priceRange

  expect(rangeIn('en')).toBe('₪59.00–₪141.60 an hour, ₪1,062.00 a day')
  expect(rangeIn('he')).toContain('₪59.00–₪141.60')
})

test('the positions on a later page continue those of the pages before', () => {
  const [list] = dataIn(render(page({ search: '?page=3' })).head)

  expect(list).toMatchObject({ itemListElement: [{ position: 41 }] })
})

test('a missing page says so and links to the search', () => {
  const { head, body } = render(page({ path: '/spaces/9', content: { kind: 'missing' } }))

  expect(head).toContain('content="noindex"')
  expect(body).toContain('Space not found')
  expect(body).toContain('href="/spaces"')
})

test('markup in the name of an office stays text', () => {
  const name = '</script><script>alert(1)</script>'
  const { head, body } = render(spacePage({ name }))

  expect(head + body).not.toContain('<script>alert')
  expect(dataIn(head)[0]).toMatchObject({ name })
})

test('the facts of the installation go into the frame and the head, never into what people wrote', () => {
  const name = 'At %ORIGIN% with %SOCIAL_HANDLE%'
  const { head, body } = render(spacePage({ name }, '?place=%SOCIAL_HANDLE%'))

  expect(body).toContain(`<h1><bdi>${name}</bdi></h1>`)
  expect(body).toContain('href="https://x.com/keyhour_test"')
  expect(head).toContain('<link rel="canonical" href="https://keyhour.test/spaces/3" />')
  expect(dataIn(head)[0]).toMatchObject({ name })
  expect((head + body).replaceAll(name, '')).not.toMatch(/%[A-Z_]+%/)
})
