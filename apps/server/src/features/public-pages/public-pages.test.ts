import type { PublicPage } from '@keyhour/contract/public-page'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { offices } from '#server/db/schema/offices.ts'
import { findSitemap, getSitemap } from '#server/features/public-pages/find-sitemap.ts'
import { STANDING_PAGES } from '#server/features/public-pages/rules.ts'
import { APP_PAGE, fakeWebDist } from '../../../test/web-dist.ts'
import { wholeScansDuring } from '../../../test/whole-scans.ts'
import { startWorld } from '../../../test/world.ts'

const ORIGIN = 'https://keyhour.example'
const world = await startWorld({ PUBLIC_URL: ORIGIN, MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png' })
const app = await buildApp(world, { log: world.app.log, webDist: await fakeWebDist() })
afterAll(() => app.close())
beforeEach(() => world.setNow('2026-03-02T08:00:20.000Z'))

const visit = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })

async function pageAt(url: string): Promise<PublicPage> {
  const { body } = await visit(url)
  return JSON.parse(/<script type="application\/json" id="page">(.*)<\/script>/.exec(body)![1]!)
}

async function spaceOf(url: string) {
  const { content } = await pageAt(url)
  if (content.kind !== 'space') throw new Error(`${url} is about ${content.kind}`)
  return content
}

async function office(given: Partial<typeof offices.$inferInsert> = {}) {
  const { id } = await world.office({ open_hours: '08:00', close_hours: '20:00', ...given })
  const space = await world.subOffice(id)
  await world.unit(id, space.id)
  return { office_id: id, sub_office_id: space.id, url: `/spaces/${id}` }
}

test('the page of an office has its content, and the data that the browser continues with', async () => {
  const { office_id, sub_office_id, url } = await office({ name: 'Fig & <b>Olive</b>' })
  const page = await visit(url)

  expect([page.statusCode, page.headers]).toMatchObject([
    200,
    {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      vary: expect.stringContaining('accept, cookie, accept-language'),
      'content-security-policy': expect.stringContaining(
        "script-src 'self' 'sha256-MeZS89WlF0u+o0hCvHTBt4q1WHU+U+sJKgbdRUc36mY=';",
      ),
    },
  ])
  expect(page.body).toContain('<html lang="en" dir="ltr" data-prerendered>')
  expect(page.body).toContain(`<title>space</title><link rel="canonical" href="${ORIGIN}${url}">`)
  expect(page.body).toContain('<div id="root">en Fig')
  expect(page.body).not.toContain('"Fig & <b>')
  expect(await pageAt(url)).toMatchObject({
    language: 'en',
    origin: ORIGIN,
    path: url,
    search: '',
    now: '2026-03-02T08:00:00.000Z',
    tiles: { url: 'https://tiles.example/{z}/{x}/{y}.png', attribution: 'tiles.example' },
    content: {
      kind: 'space',
      office: {
        id: office_id,
        name: 'Fig & <b>Olive</b>',
        sub_offices: [{ id: sub_office_id, price_per_hour: 50, price_per_week: 1500 }],
      },
      whole: null,
    },
  })
})

test('the page of an office brings its clock, so that the browser need not load time zones', async () => {
  const { url } = await office({ time_zone: 'America/New_York', open_hours: '08:00', close_hours: '22:00' })

  // 8:00 in UTC is 3:00 in New York.
  expect((await pageAt(url)).content).toMatchObject({
    today: '2026-03-02',
    clock: { name: 'New York time', ahead_ms: -5 * 3_600_000 },
    opening: { isOpen: false, opens: { date: '2026-03-02', time: '08:00' }, daysAhead: 0 },
  })
  expect((await pageAt(`${url}?language=he`)).content).toMatchObject({ clock: { name: 'שעון ניו יורק' } })
})

test('a map names the source of its tiles', async () => {
  const attribution = '© OpenStreetMap contributors https://www.openstreetmap.org/copyright'
  const tilesWith = async (change: Partial<typeof world.config>) => {
    const config = { ...world.config, ...change }
    const other = await buildApp({ ...world, config }, { log: world.app.log, webDist: await fakeWebDist() })
    const reply = await other.inject({ url: '/spaces', headers: { accept: 'application/json' } })
    await other.close()
    return reply.json().tiles
  }
  const fromSeveral = 'https://{s}.tile.example/{z}/{x}/{y}.png'

  expect(await tilesWith({ mapTilesAttribution: attribution })).toEqual({
    url: 'https://tiles.example/{z}/{x}/{y}.png',
    attribution,
  })
  expect(await tilesWith({ mapTilesUrl: fromSeveral })).toEqual({
    url: fromSeveral,
    attribution: 'tile.example',
  })
})

test('a page says nothing that only members of the office may know', async () => {
  const { url } = await office({ wifi_name: 'fig-guests', wifi_password_sealed: 'x', openpath_org_id: '77' })

  expect((await visit(url)).body).not.toMatch(/fig-guests|wifi_password|openpath/)
})

test('today and tomorrow are on the office clock, and match the API', async () => {
  const { office_id, sub_office_id, url } = await office({ cleaning_buffer_minutes: 30 })
  const place = { office_id, sub_office_id }
  const person = await world.user()
  await world.post('/api/orders', { ...place, date: '2026-03-02', start: '14:00', end: '16:00' }, person)
  await world.post('/api/orders/hold', { ...place, date: '2026-03-03', start: '09:00', end: '10:00' }, person)
  const admin = await world.user({ admin: true })
  const closure = { sub_office_id: null, date: '2026-03-03', start: '18:00', end: '19:00', reason: 'Paint' }
  await world.post(`/api/admin/offices/${office_id}/closures`, closure, admin)

  const days = ['2026-03-02', '2026-03-03']
  const called = await Promise.all(
    days.map(async (date) =>
      (
        await world.get(`/api/offices/${office_id}/availability?date=${date}&sub_office_id=${sub_office_id}`)
      ).json(),
    ),
  )
  expect((await spaceOf(url)).availability).toEqual(called)
})

test('after midnight a night that has not ended counts as today', async () => {
  const { url } = await office({ open_hours: '18:00', close_hours: '03:00' })
  world.setNow('2026-03-02T23:30:00.000Z')

  expect((await spaceOf(url)).availability.map(({ date }) => date)).toEqual(['2026-03-02', '2026-03-03'])
})

test('an office rented whole shows its price', async () => {
  const { id } = await world.office({ price_per_hour: 9000, price_per_day: 50_000, price_per_week: 0 })
  await world.unit(id)
  const { whole, availability } = await spaceOf(`/spaces/${id}`)

  expect(whole).toEqual({
    rent_type: 'hour',
    price_per_hour: 90,
    price_per_day: 500,
    price_per_week: 0,
    price_per_month: null,
  })
  expect(availability).toMatchObject([
    { sub_office_id: null, units: 1 },
    { sub_office_id: null, units: 1 },
  ])
})

test('an office rented whole is neither offered nor listed before it has a price', async () => {
  const { id } = await world.office({ price_per_day: 50_000 })
  await world.unit(id)
  const isInSitemap = async () => (await visit('/sitemap.xml')).body.includes(`${ORIGIN}/spaces/${id}<`)

  expect(await spaceOf(`/spaces/${id}`)).toMatchObject({ whole: null, availability: [] })
  expect(await isInSitemap()).toBe(false)
  await world.pool.query(`update offices set rent_type = 'day' where id = $1`, [id])
  expect((await spaceOf(`/spaces/${id}`)).whole).toMatchObject({ price_per_day: 500 })
  expect(await isInSitemap()).toBe(true)
})

test('an office that is coming soon or closed has a page, with nothing to book', async () => {
  for (const flag of ['coming_soon', 'temporarily_closed']) {
    const { url } = await office({ [flag]: true })
    expect(await spaceOf(url)).toMatchObject({ office: { [flag]: true }, availability: [] })
  }
})

test('an office left out of lists still has its page', async () => {
  const { url } = await office({ hide_from_all_view: true })

  expect((await visit(url)).statusCode).toBe(200)
})

test('the page of an office that is hidden, deleted or never existed says so', async () => {
  const [hidden, deleted] = [
    await office({ hidden: true }),
    await office({ deleted_at: '2026-03-01T00:00:00Z' }),
  ]
  for (const url of [
    hidden.url,
    deleted.url,
    '/spaces/987654',
    '/spaces/abc',
    '/spaces/99999999999999999999',
  ]) {
    const page = await visit(url)
    expect([url, page.statusCode, page.headers['content-type']]).toEqual([
      url,
      404,
      'text/html; charset=utf-8',
    ])
    expect(page.body).toContain('<title>missing</title>')
  }
})

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

test.each(['/spaces/%E0%A4%A', '/spaces/%00', '/dash%zzboard', '//%zz/x'])(
  'a visitor with the unreadable address %s sees that the page does not exist',
  async (url) => {
    const page = await visit(`${url}?language=he`, BROWSER)

    expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8'])
    expect(page.body).toContain('<html lang="he"')
    expect(page.body).toContain('<title>missing</title>')
  },
)

test('an unreadable address gets an error instead of a page unless a browser asks for a page', async () => {
  for (const [url, headers] of [
    ['/spaces/%E0%A4%A', {}],
    ['/api/offices/%zz', BROWSER],
    ['/static/%zz', BROWSER],
  ] as const) {
    const reply = await visit(url, headers)
    expect([url, reply.statusCode, reply.json()]).toEqual([
      url,
      400,
      { detail: 'The address cannot be read.' },
    ])
  }
  expect((await app.inject({ method: 'POST', url: '/spaces/%zz', headers: BROWSER })).statusCode).toBe(400)
})

test('null characters in a place are ignored', async () => {
  await office({ address: 'Savory Lane 1' })

  expect((await pageAt('/spaces?place=%00')).content).toMatchObject({ kind: 'search' })
  expect((await pageAt('/spaces?place=savory%00%20lane')).content).toMatchObject({ found: { total: 1 } })
  expect((await visit('/api/spaces?place=%00')).statusCode).toBe(400)
})

test('an address with an extra slash redirects to the page and keeps the query', async () => {
  const { url } = await office()
  for (const [asked, right] of [
    ['/spaces/', '/spaces'],
    ['/spaces/?type=office&place=a%20b', '/spaces?type=office&place=a%20b'],
    [`${url}/?language=he`, `${url}?language=he`],
  ]) {
    const { statusCode, headers } = await visit(asked!)
    expect([asked, statusCode, headers.location]).toEqual([asked, 308, right])
  }
})

test('the search page has its results', async () => {
  const { sub_office_id } = await office({ address: 'Mint Lane 1' })
  const { content, search } = await pageAt('/spaces?place=mint%20lane&date=2026-03-03&start=09:00&end=10:00')

  expect(search).toBe('?place=mint%20lane&date=2026-03-03&start=09:00&end=10:00')
  expect(content).toMatchObject({
    kind: 'search',
    found: { total: 1, spaces: [{ sub_office_id, price_per_hour: 50, free: 1 }] },
  })
})

test('a request beyond the last page of results redirects to the last one', async () => {
  for (let number = 1; number <= 21; number += 1) await office({ address: `Basil Lane ${number}` })
  const locationOf = async (url: string) => (await visit(url)).headers.location

  expect(await locationOf('/spaces?place=basil+lane&page=99&language=he')).toBe(
    '/spaces?place=basil+lane&page=2&language=he',
  )
  expect(await locationOf('/spaces?place=basil+lane&page=2')).toBeUndefined()
  expect((await visit('/spaces?page=2&place=nowhere')).statusCode).toBe(302)
  expect(await locationOf('/spaces?page=1&place=nowhere')).toBeUndefined()
})

test.each([
  'date=2026-03-03',
  'date=&start=&end=&type=&people=&max_price=&lat=&lon=',
  'type=castle&people=-1&sort=distance',
  'date=2026-03-03&start=11:00&end=09:00',
  'date=yesterday&start=9&end=10',
  'page=0&page_size=5000',
  'amenities=pool',
  'lat=1000&lon=0',
])('the search is a page for every query: %s', async (query) => {
  await office({ address: 'Sage Lane 1' })
  const { content } = await pageAt(`/spaces?place=sage%20lane&${query}`)

  expect(content).toMatchObject({ kind: 'search', found: { total: expect.any(Number) } })
})

test('the server searches for exactly what the page says it shows', async () => {
  const amenities = { wifi: true, printer: false, parking: false, kitchen: false }
  const [byDay, byNight] = [
    await world.office({ address: 'Laurel Lane 1', open_hours: '08:00', close_hours: '20:00', amenities }),
    await world.office({
      address: 'Laurel Lane 2',
      open_hours: '18:00',
      close_hours: '03:00',
      price_per_hour: 9000,
    }),
  ]
  const room = await world.subOffice(byDay.id, { type: 'clinics' })
  await world.unit(byDay.id, room.id)
  await world.unit(byNight.id)
  const foundBy = async (query: string) => {
    const { content } = await pageAt(`/spaces?${query}`)
    return content.kind === 'search' && content.found.spaces.map(({ office_id }) => office_id)
  }

  expect(await foundBy('place=laurel&date=2026-03-03&start=22:00&end=02:00')).toEqual([byNight.id])
  expect(await foundBy('place=laurel&date=2026-02-31&start=22:00&end=02:00')).toEqual([byNight.id])
  expect(await foundBy('place=laurel&date=2026-02-31')).toHaveLength(2)
  expect(await foundBy('place=laurel&date=2026-03-03')).toEqual([byDay.id])
  expect(await foundBy('place=laurel&end=02:00')).toEqual([byNight.id])
  expect(await foundBy('place=laurel&type=clinics&type=office')).toEqual([byDay.id])
  expect(await foundBy('place=laurel&amenities=wifi,bogus')).toEqual([byDay.id])
  expect(await foundBy(`place=laurel${'l'.repeat(200)}`)).toEqual([])
  expect(await foundBy('place=laurel&page_size=1&direction=desc')).toHaveLength(2)
})

test('every box that is ticked in the form counts, even without scripts', async () => {
  const amenities = { wifi: true, printer: false, parking: true, kitchen: false }
  await office({ address: 'Thyme Lane 1', amenities })
  await office({ address: 'Thyme Lane 2', amenities: { ...amenities, parking: false } })

  const { content } = await pageAt('/spaces?place=thyme&amenities=wifi&amenities=parking')
  expect(content).toMatchObject({ found: { total: 1 } })
})

test('pages are in the language of the address, else the chosen one, else that of the browser', async () => {
  const { url } = await office()
  const language = async (path: string, headers: Record<string, string> = {}) =>
    /<html lang="(\w+)" dir="(\w+)"/.exec((await visit(path, headers)).body)!.slice(1)

  expect(await language(url)).toEqual(['en', 'ltr'])
  expect(await language(url, { 'accept-language': 'he-IL' })).toEqual(['he', 'rtl'])
  expect(await language(url, { cookie: 'language=en', 'accept-language': 'he-IL' })).toEqual(['en', 'ltr'])
  expect(await language(`${url}?language=he`, { cookie: 'language=en' })).toEqual(['he', 'rtl'])
})

test('pages have the chosen colour scheme', async () => {
  expect((await visit('/spaces', { cookie: 'color_scheme=dark' })).body).toContain(
    '<html data-mantine-color-scheme="dark" lang="en"',
  )
})

test('a page that has not changed is not sent again', async () => {
  const { url } = await office()
  const { headers } = await visit(url)
  const again = () => visit(url, { 'if-none-match': `"other", ${headers.etag}` })

  const unchanged = await again()
  expect([unchanged.statusCode, unchanged.body]).toEqual([304, ''])
  expect((await visit(`${url}?language=he`, { 'if-none-match': String(headers.etag) })).statusCode).toBe(200)
  world.setNow('2026-03-02T08:30:20.000Z')
  expect((await again()).statusCode).toBe(200)
})

test('a HEAD request gets only the headers, and pages cannot be written to', async () => {
  const { url } = await office()
  const head = await app.inject({ method: 'HEAD', url })

  expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([
    200,
    '',
    'text/html; charset=utf-8',
  ])
  expect((await app.inject({ method: 'POST', url })).statusCode).toBe(404)
})

test('the browser renders a page that the server cannot render', async () => {
  const { url } = await office({ name: 'Still there' })
  const { statusCode, body } = await visit(`${url}?impossible`)

  expect(statusCode).toBe(200)
  expect(body).toContain('<title>Keyhour</title>')
  expect(body).toContain('<div id="root"></div>')
  expect(await pageAt(`${url}?impossible`)).toMatchObject({ content: { office: { name: 'Still there' } } })
})

test('text about an office cannot end the script', async () => {
  const { url } = await office({ additional_info: { Note: '</script><script>alert(1)</script>' } })
  const { body } = await visit(url)

  expect(body).not.toContain('alert(1)</script>')
  expect(await spaceOf(url)).toMatchObject({
    office: { additional_info: { Note: '</script><script>alert(1)</script>' } },
  })
})

test('text about an office is never mistaken for a placeholder of the server', async () => {
  const { url } = await office({ name: 'At %ORIGIN%' })

  expect((await visit(url)).body).toContain('<div id="root">en At %ORIGIN%</div>')
})

test('a development server that renders the pages gets the data for them', async () => {
  const { url } = await office({ name: 'Half built' })
  const [unbuilt, reply] = [await world.get(url), await visit(url, { accept: 'application/json' })]

  expect(unbuilt.json()).toEqual(reply.json())
  expect(reply.headers['content-type']).toBe('application/json; charset=utf-8')
  expect(reply.json()).toMatchObject({
    path: url,
    content: { kind: 'space', office: { name: 'Half built' } },
  })
})

test('the renderer is not served', async () => {
  expect((await visit('/server/public-pages.mjs')).body).toBe(APP_PAGE)
})

test('a page reads no growing table as a whole', async () => {
  const { url } = await office()

  expect(await wholeScansDuring(world.pool, () => visit(url))).toEqual({})
})

test('robots.txt excludes private pages and names the sitemap', async () => {
  const { headers, body } = await visit('/robots.txt')

  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /api/',
      'Disallow: /dev/',
      'Disallow: /credits',
      'Disallow: /dashboard',
      'Disallow: /admin-',
      `Sitemap: ${ORIGIN}/sitemap.xml`,
    ]),
  )
})

test('the sitemap has every page in each language, and the offices that are listed publicly', async () => {
  const shown = await office({ updated_at: '2026-02-01T10:00:00Z' })
  const [hidden, left, deleted] = [
    await office({ hidden: true }),
    await office({ hide_from_all_view: true }),
    await office({ deleted_at: '2026-03-01T00:00:00Z' }),
  ]
  const { headers, body } = await visit('/sitemap.xml')

  expect(headers['content-type']).toBe('application/xml; charset=utf-8')
  for (const path of [
    '/',
    '/for-businesses',
    '/contact',
    '/terms',
    '/spaces',
    '/spaces?type=open_space',
    shown.url,
  ])
    expect(body).toContain(`<loc>${ORIGIN}${path}</loc>`)
  expect(body).toContain(`<loc>${ORIGIN}/spaces?type=open_space&amp;language=he</loc>`)
  expect(body).toMatch(
    new RegExp(
      `<url><loc>${ORIGIN}${shown.url}\\?language=he</loc><lastmod>\\d{4}-\\d\\d-\\d\\dT[^<]+</lastmod>` +
        `<xhtml:link rel="alternate" hreflang="en" href="${ORIGIN}${shown.url}"/>` +
        `<xhtml:link rel="alternate" hreflang="he" href="${ORIGIN}${shown.url}\\?language=he"/>` +
        `<xhtml:link rel="alternate" hreflang="x-default" href="${ORIGIN}${shown.url}"/></url>`,
    ),
  )
  for (const { url } of [hidden, left, deleted]) expect(body).not.toContain(`${ORIGIN}${url}<`)
})

test('the page of an office has changed when the office or one of its spaces has', async () => {
  const { id } = await world.office({ updated_at: '2026-02-01T10:00:00Z' })
  await world.subOffice(id, { updated_at: '2026-02-20T10:00:00Z' })
  const { body } = await visit('/sitemap.xml')

  expect(body).toContain(`<loc>${ORIGIN}/spaces/${id}</loc><lastmod>2026-02-20T10:00:00.000Z</lastmod>`)
})

test('if one sitemap cannot hold all pages, there are several, with each page in exactly one', async () => {
  await office()
  const index = await getSitemap(world, 10)
  const count = index.split('<sitemap>').length - 1
  const all = (await getSitemap(world)).match(/<loc>[^<]+/g)!
  const parts = await Promise.all(
    Array.from(
      { length: count },
      async (_, at) => (await findSitemap(world, at + 1, 10))!.match(/<loc>[^<]+/g)!,
    ),
  )

  expect(index).toContain(`<sitemap><loc>${ORIGIN}/sitemap-1.xml</loc></sitemap>`)
  expect(parts.flat()).toEqual(all)
  expect(await findSitemap(world, count + 1, 10)).toBeUndefined()
  expect((await visit('/sitemap-1.xml')).statusCode).toBe(200)
  expect((await visit('/sitemap-1.xml')).body).toContain(STANDING_PAGES.at(-1)!.path)
})

test.each([0, 7])('sitemap %i does not exist', async (number) => {
  expect((await visit(`/sitemap-${number}.xml`)).statusCode).toBe(404)
})

test('Hebrew pages use Hebrew names of offices and places, English pages the others', async () => {
  const { url } = await office({
    name: 'Harbour House',
    name_he: 'בית הנמל',
    address_he: 'רציף העלייה השנייה 3',
  })
  const hebrew = await pageAt(`${url}?language=he`)

  expect(hebrew.content).toMatchObject({ office: { name: 'בית הנמל', address: 'רציף העלייה השנייה 3' } })
  expect((await pageAt(url)).content).toMatchObject({ office: { name: 'Harbour House' } })
  const found = await pageAt(`/spaces?place=${encodeURIComponent('בית הנמל')}&language=he`)
  expect(found.content).toMatchObject({ found: { spaces: [{ office_name: 'בית הנמל' }] } })
})
