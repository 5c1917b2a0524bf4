import { expect, test } from 'vitest'
import { POLICY } from '#server/features/privacy/policy.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ CONTACT_EMAIL: 'privacy@keyhour.example' })
const visit = (headers: Record<string, string> = {}, query = '') =>
  world.send({ url: `/api/privacy-policy${query}`, headers })

test('the privacy policy is a page for everybody, even with a token that is worth nothing', async () => {
  const page = await visit({ authorization: 'Bearer rubbish' })

  expect(page.statusCode).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    vary: expect.stringContaining('cookie'),
  })
  expect(page.body).toContain('<h1>Privacy policy</h1>')
  expect(page.body).toContain('<a href="mailto:privacy@keyhour.example">privacy@keyhour.example</a>')
  expect(page.body).toContain('<code dir="ltr">color_scheme</code>')
})

test.each([
  [{ cookie: 'a=b; language=he' }, '', 'he'],
  [{ 'accept-language': 'he-IL,he;q=0.9,en' }, '', 'he'],
  [{ cookie: 'language=en', 'accept-language': 'he' }, '', 'en'],
  [{ cookie: 'language=en' }, '?language=he', 'he'],
  [{ cookie: 'language=he' }, '?language=xx', 'he'],
  [{}, '', 'en'],
])('with %j and "%s" it comes in %s, with a link to the other language', async (headers, query, language) => {
  const { body } = await visit(headers, query)

  expect(body).toContain(`<html lang="${language}" dir="${language === 'he' ? 'rtl' : 'ltr'}"`)
  expect(body).toContain(`href="?language=${language === 'he' ? 'en' : 'he'}"`)
})

test('it is as light or dark as the visitor chose', async () => {
  expect((await visit({ cookie: 'color_scheme=dark' })).body).toContain('data-mantine-color-scheme="dark">')
  expect((await visit({ cookie: 'color_scheme=auto' })).body).toContain('dir="ltr">')
})

test('both languages say the same things, and lead to the same pages', () => {
  const shape = ({ intro, short, sections }: (typeof POLICY)['en']) => ({
    lengths: [intro.length, short.points.length],
    sections: sections.map(({ blocks }) => blocks.map((block) => (Array.isArray(block) ? block.length : 1))),
    marks: JSON.stringify(sections).match(/`\w+`|\]\([^)]+\)|\{contact\}/g),
  })

  expect(shape(POLICY.he)).toEqual(shape(POLICY.en))
})
