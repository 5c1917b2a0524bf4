import { readFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const code = readFileSync(path.resolve(import.meta.dirname, '../boot.js'), 'utf8')
const root = document.documentElement

function setCookie(text: string) {
  // biome-ignore lint/suspicious/noDocumentCookie: the test is about these cookies
  document.cookie = text
}

beforeEach(() => root.removeAttribute('data-prerendered'))
afterEach(() => void vi.unstubAllGlobals())

function boot(languages: string[], prefersDark = false) {
  vi.stubGlobal('navigator', { languages })
  vi.stubGlobal('matchMedia', () => ({ matches: prefersDark }))
  // biome-ignore lint/security/noGlobalEval: as the browser runs it, before anything else
  globalThis.eval(code)
  return [root.lang, root.dir, root.dataset.mantineColorScheme]
}

test('a browser that asks for Hebrew first gets Hebrew, right-to-left', () => {
  expect(boot(['he-IL', 'en'])).toEqual(['he', 'rtl', 'light'])
})

test('a browser in an unsupported language gets English', () => {
  expect(boot(['fr-FR', 'de'], true)).toEqual(['en', 'ltr', 'dark'])
})

test("the person's choice wins over the browser's languages", () => {
  setCookie('language=en')
  setCookie('color_scheme=dark')

  expect(boot(['he-IL'])).toEqual(['en', 'ltr', 'dark'])
})

test('a page that arrives in its language keeps it', () => {
  root.lang = 'he'
  root.dir = 'rtl'
  root.setAttribute('data-prerendered', '')

  expect(boot(['en']).slice(0, 2)).toEqual(['he', 'rtl'])
})
