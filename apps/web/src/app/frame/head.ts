import { withoutDirectionSigns } from '@keyhour/contract/direction'
import { hole } from '@keyhour/contract/finished-pages'
import type { Language } from '@keyhour/contract/primitives'

type PageHead = {
  language: Language
  /** Without it, a placeholder that the server fills. */
  origin?: string
  /** Without the language. */
  path: string
  title: string
  description: string
  /** Structured data (schema.org). */
  data?: object[]
  picture?: string | null
  /** Whether search engines may index it. */
  isListed?: boolean
}

const LOCALES: Record<Language, string> = { en: 'en_US', he: 'he_IL' }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** English is the plain address; Hebrew adds a parameter. */
export function addressOf(path: string, language: Language, origin = hole('ORIGIN')): string {
  if (language === 'en') return `${origin}${path}`
  return `${origin}${path}${path.includes('?') ? '&' : '?'}language=${language}`
}

/** What search engines and link previews read. */
export function writeHead({ language, path, ...more }: PageHead): string {
  const title = withoutDirectionSigns(more.title)
  const description = withoutDirectionSigns(more.description)
  const { origin = hole('ORIGIN'), data = [], picture = null, isListed = true } = more
  const address = addressOf(path, language, origin)
  const shown = `${origin}${picture ?? '/social-preview.jpg'}`
  const meta = (attribute: 'name' | 'property', name: string, content: string) =>
    `<meta ${attribute}="${name}" content="${escaped(content)}" />`
  const link = (rel: string, href: string, language?: string) =>
    `<link rel="${rel}"${language ? ` hreflang="${language}"` : ''} href="${escaped(href)}" />`
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    ...(isListed ? [] : [meta('name', 'robots', 'noindex')]),
    link('canonical', address),
    link('alternate', addressOf(path, 'en', origin), 'en'),
    link('alternate', addressOf(path, 'he', origin), 'he'),
    link('alternate', addressOf(path, 'en', origin), 'x-default'),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:site_name', 'Keyhour'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:locale', LOCALES[language]),
    meta('property', 'og:locale:alternate', LOCALES[language === 'he' ? 'en' : 'he']),
    meta('property', 'og:image', shown),
    ...(picture
      ? []
      : [meta('property', 'og:image:width', '1200'), meta('property', 'og:image:height', '630')]),
    meta('name', 'twitter:card', 'summary_large_image'),
    meta('name', 'twitter:title', title),
    meta('name', 'twitter:description', description),
    meta('name', 'twitter:image', shown),
    ...data.map(
      (thing) =>
        `<script type="application/ld+json">${JSON.stringify(thing).replaceAll('<', '\\u003c')}</script>`,
    ),
  ].join('\n    ')
}
