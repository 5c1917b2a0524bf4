// @vitest-environment node
import { FINISHED_PAGES, type FinishedPath } from '@keyhour/contract/finished-pages'
import { expect, test } from 'vitest'
import { renderPage } from '../prerender.tsx'

const PATHS = Object.keys(FINISHED_PAGES) as FinishedPath[]
const everyPage = PATHS.flatMap((path) => [[path, 'en'] as const, [path, 'he'] as const])

const landing = renderPage('/', 'en')
/** Without tags, with plain apostrophes. */
const wordsOf = (html: string) =>
  html
    .replace(/<[^>]+>/g, '\n')
    .replaceAll('&#x27;', "'")
    .split('\n')
    .filter((line) => line.trim() !== '')
const words = wordsOf(landing.page)

test('the landing page says what the specification says, in its order', () => {
  const said = [
    'For Businesses',
    'How it Works',
    'Space Owner Login',
    'Sign Up',
    'Work from anywhere',
    'Book workspaces instantly - offices, meeting rooms, or desks, whenever you need them.',
    'Download the app',
    'For businesses',
    'Spaces That Fit Your Day',
    'Book a space',
    'Start in Seconds',
    'Full Transparency',
    'Workspaces that work for you',
    'Ready to Go',
    'Spaces near you',
    'On-demand or pre-book',
    'Browse by space type',
    'Real people. Real work.',
    'Install the app',
    'Download on the App Store',
    'Get it on Google Play',
    "Show us how you're using Keyhour",
    'Want to be featured? Tag @%SOCIAL_HANDLE% on IG',
    'Explore',
    'Company',
    'Support',
    'Community',
    'Privacy Policy',
    'Terms',
    'Cookie Policy',
    'English (US)',
  ]
  let from = 0
  for (const line of said) {
    const at = words.indexOf(line, from)
    expect(at, line).toBeGreaterThanOrEqual(from)
    from = at
  }
})

test.each([
  ['Office', 'office', '1-6 people', '24/7 access at select locations'],
  ['Open Space', 'open_space', '1+ people'],
  ['Meeting Room', 'meeting_room', '2-12 people', 'Bookable by the hour'],
  ['Lecture Room', 'lecture_room', '10-50 people'],
  ['Clinics', 'clinics', '1-3 treatment rooms'],
  ['Podcast Room', 'podcast_room', 'Professional microphones', 'Sound-proofed'],
])(
  'the showcase describes %s, with three bullets and a button that searches for it',
  (title, type, ...facts) => {
    const [panel = ''] =
      landing.page.match(new RegExp(`<article class="panel" data-type="${type}">.*?</article>`)) ?? []

    expect(wordsOf(panel)).toEqual(expect.arrayContaining([title, ...facts, `Book ${title}`]))
    expect(panel.match(/<li>/g)).toHaveLength(3)
    expect(panel).toContain(`href="/spaces?type=${type}"`)
  },
)

test('the showcase begins with Office', () => {
  const chosen = landing.page.match(/<input[^>]*checked=""[^>]*>/g) ?? []

  expect(chosen).toHaveLength(1)
  expect(chosen[0]).toContain('value="office"')
})

test('opening one of the five questions closes the others, and search engines get all of them', () => {
  const told = [...landing.head.matchAll(/"@type":"Question","name":"([^"]+)"/g)].map(([, name]) => name)

  expect(landing.page.match(/<details name="faq">/g)).toHaveLength(5)
  expect(told).toHaveLength(5)
  expect(words).toEqual(expect.arrayContaining(told))
  expect(landing.page).toContain('There are no contracts.')
  expect(landing.page).toContain('Booking takes seconds')
  expect(landing.page).toContain('Companies can buy credits for employees, usable on any workspace.')
})

test.each(everyPage)(
  '%s in %s has one heading, sized pictures, no script, and no leftover placeholders',
  (path, language) => {
    const { page } = renderPage(path, language)

    expect(page.match(/<h1>/g)).toHaveLength(1)
    expect(page.match(/<img(?![^>]*width="\d+" height="\d+")[^>]*>/g)).toBeNull()
    expect(page.match(/<img(?![^>]*alt=")[^>]*>/g)).toBeNull()
    expect(page).not.toMatch(/<script|onclick|javascript:|\{\{/)
    if (language === 'he') expect(page).toMatch(/<h1>[^<]*[א-ת]/)
  },
)

test.each(everyPage)(
  '%s in %s tells search engines its address and that of the other language',
  (path, language) => {
    const { head } = renderPage(path, language)
    const hebrew = `%ORIGIN%${path}?language=he`

    expect(head).toContain(
      `<link rel="canonical" href="${language === 'he' ? hebrew : `%ORIGIN%${path}`}" />`,
    )
    expect(head).toContain(`<link rel="alternate" hreflang="en" href="%ORIGIN%${path}" />`)
    expect(head).toContain(`<link rel="alternate" hreflang="he" href="${hebrew}" />`)
    expect(head).toMatch(/<title>[^<]{10,70}<\/title>/)
    expect(head).toMatch(/<meta name="description" content="[^"]{40,170}" \/>/)
    expect(head).toContain('<meta property="og:image" content="%ORIGIN%/social-preview.jpg" />')
    for (const [, data = ''] of head.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g))
      expect(JSON.parse(data)).toMatchObject({ '@context': 'https://schema.org' })
  },
)

test('the landing page offers search engines a site search', () => {
  expect(landing.head).toContain('"urlTemplate":"%ORIGIN%/spaces?place={place}"')
  expect(landing.head).toContain('"@type":"Organization"')
})

test.each([
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms'],
  ['/cookies', 'Cookie Policy'],
] as const)('%s says since when it is in force and whom to ask', (path, title) => {
  const { page } = renderPage(path, 'en')

  expect(page).toContain(`<h1>${title}</h1>`)
  expect(page).toMatch(/In force since \w{3} \d+\w\w 2026/)
  expect(page).toContain('<a href="mailto:%CONTACT_EMAIL%">%CONTACT_EMAIL%</a>')
})

test('the cookie policy names every cookie and stored item', () => {
  const { page } = renderPage('/cookies', 'en')

  for (const name of ['language', 'color_scheme', 'device', 'token', 'page-asked-for'])
    expect(page).toContain(`<code dir="ltr">${name}</code>`)
})
