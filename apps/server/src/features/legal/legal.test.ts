import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { cookiePolicy } from '#server/features/legal/cookie-policy.ts'
import type { LegalText } from '#server/features/legal/document.ts'
import { privacyPolicy } from '#server/features/legal/privacy-policy.ts'
import { terms } from '#server/features/legal/terms.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ CONTACT_EMAIL: 'privacy@keyhour.example' })
const visit = (headers: Record<string, string> = {}, url = '/api/privacy-policy') =>
  world.send({ url, headers })

test.each([
  ['/api/privacy-policy', 'Privacy Policy'],
  ['/privacy', 'Privacy Policy'],
  ['/terms', 'Terms'],
  ['/cookies', 'Cookie Policy'],
])('%s is public, even with an invalid token', async (url, title) => {
  const page = await visit({ authorization: 'Bearer rubbish' }, url)

  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    vary: expect.stringContaining('cookie'),
  })
  expect(page.body).toContain(`<h1>${title}</h1>`)
  expect(page.body).toContain('<a href="mailto:privacy@keyhour.example">privacy@keyhour.example</a>')
  for (const link of ['/privacy', '/terms', '/cookies', '/contact'])
    expect(page.body).toContain(`href="${link}"`)
})

test('search engines get one canonical address per language', async () => {
  const { publicUrl } = world.config
  const english = await visit()
  const hebrew = await visit({}, '/privacy?language=he')

  expect(english.body).toContain(`<link rel="canonical" href="${publicUrl}/privacy">`)
  expect(hebrew.body).toContain(`<link rel="canonical" href="${publicUrl}/privacy?language=he">`)
  expect(hebrew.body).toMatch(/<meta name="description" content="[^"]*[א-ת]/)
})

test('legal pages show the logo of the web app', async () => {
  const logo = await readFile(new URL('../../../../web/src/pictures/logo.svg', import.meta.url), 'utf8')

  expect((await visit()).body).toContain(
    logo.replace('role="img" aria-label="Keyhour"', 'aria-hidden="true"'),
  )
})

test('a shared link shows a title, description and picture', async () => {
  const { publicUrl } = world.config
  const tagsIn = async (url: string) => {
    const { body } = await visit({}, url)
    return Object.fromEntries(
      [...body.matchAll(/<meta property="og:(.+?)" content="(.*?)">/g)].map(([, name, content]) => [
        name,
        content,
      ]),
    )
  }

  expect(await tagsIn('/terms')).toEqual({
    type: 'website',
    site_name: 'Keyhour',
    title: 'Terms · Keyhour',
    description: terms.texts.en.description,
    url: `${publicUrl}/terms`,
    locale: 'en_US',
    'locale:alternate': 'he_IL',
    image: `${publicUrl}/social-preview.jpg`,
    'image:width': '1200',
    'image:height': '630',
  })
  expect(await tagsIn('/cookies?language=he')).toMatchObject({
    title: `${cookiePolicy.texts.he.title} · Keyhour`,
    url: `${publicUrl}/cookies?language=he`,
    locale: 'he_IL',
  })
})

test.each([
  [{ cookie: 'a=b; language=he' }, '', 'he'],
  [{ 'accept-language': 'he-IL,he;q=0.9,en' }, '', 'he'],
  [{ cookie: 'language=en', 'accept-language': 'he' }, '', 'en'],
  [{ cookie: 'language=en' }, '?language=he', 'he'],
  [{ cookie: 'language=he' }, '?language=xx', 'he'],
  [{}, '', 'en'],
])('with %j and "%s" it is in %s, with a link to the other language', async (headers, query, language) => {
  const { body } = await visit(headers, `/terms${query}`)

  expect(body).toContain(`<html lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}"`)
  expect(body).toContain(`href="?language=${language === 'he' ? 'en' : 'he'}"`)
})

test('the page is light or dark as the visitor chose', async () => {
  expect((await visit({ cookie: 'color_scheme=dark' })).body).toContain('data-mantine-color-scheme="dark">')
  expect((await visit({ cookie: 'color_scheme=auto' })).body).toContain('dir="ltr">')
})

test('the cookie policy names every cookie and stored item', async () => {
  const { body } = await visit({}, '/cookies')

  for (const name of ['language', 'color_scheme', 'device', 'token', 'page-asked-for'])
    expect(body).toContain(`<code dir="ltr">${name}</code>`)
})

test.each([privacyPolicy, terms, cookiePolicy])(
  'both languages say the same things and link to the same pages: $path',
  ({ texts }) => {
    const shape = ({ intro, short, sections }: LegalText) => ({
      lengths: [intro.length, short.points.length],
      sections: sections.map(({ blocks }) =>
        blocks.map((block) => (Array.isArray(block) ? block.length : 1)),
      ),
      marks: JSON.stringify(sections).match(/`\w+`|\]\([^)]+\)|\{contact\}/g),
    })

    expect(shape(texts.he)).toEqual(shape(texts.en))
  },
)
