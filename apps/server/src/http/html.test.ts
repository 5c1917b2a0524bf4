import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { escaped, PALETTE, writePage } from '#server/http/html.ts'

test('pages and mails have the colours of the web app', async () => {
  const tokens = await readFile(new URL('../../../web/src/ui/tokens.css', import.meta.url), 'utf8')
  const [light = '', dark = ''] = tokens.split(':root[data-mantine-color-scheme="dark"]')

  for (const [name, colour] of Object.entries(PALETTE.light)) expect(light).toContain(`--${name}: ${colour};`)
  for (const [name, colour] of Object.entries(PALETTE.dark)) expect(dark).toContain(`--${name}: ${colour};`)
})

test('text that people wrote is displayed, not executed', () => {
  const page = writePage({ language: 'he', title: '<b>"&\'', body: escaped('<script>'), style: '' })

  expect(page).toContain('<title>&#60;b&#62;&#34;&#38;&#39; · Keyhour</title>')
  expect(page).toContain('<body>\n&#60;script&#62;\n</body>')
  expect(page).toContain('<html lang="he" dir="rtl">')
})
