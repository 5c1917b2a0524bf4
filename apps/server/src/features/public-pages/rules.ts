import { FINISHED_PAGES } from '@keyhour/contract/finished-pages'
import { SpaceType } from '@keyhour/contract/offices'
import { foundInLanguage, officeInLanguage } from '@keyhour/contract/place-names'
import { Language } from '@keyhour/contract/primitives'
import type { PublicPage } from '@keyhour/contract/public-page'
import { readFilter, SPACES_A_PAGE } from '@keyhour/contract/space-filter'

/** Pages for signed-in members, pages behind links in mails, and the API. */
const NOT_FOR_ENGINES = [
  '/api/',
  '/dev/',
  '/admin-',
  '/booking/',
  '/confirm-deletion',
  '/confirm-email',
  '/credits',
  '/dashboard',
  '/logged-in',
  '/messages',
  '/order',
  '/profile',
  '/reset-password',
  '/undo-deletion',
]

/** Names and addresses in the language of the page. */
export function contentIn(language: Language, content: PublicPage['content']): PublicPage['content'] {
  if (content.kind === 'search') return { ...content, found: foundInLanguage(language, content.found) }
  if (content.kind === 'space') return { ...content, office: officeInLanguage(language, content.office) }
  return content
}

export const writeRobots = (origin: string): string =>
  [
    'User-agent: *',
    ...NOT_FOR_ENGINES.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n')

/** The address of the last page of results, for a request beyond it. */
export function lastPageInstead(asked: URLSearchParams, total: number): string | undefined {
  const last = Math.max(1, Math.ceil(total / SPACES_A_PAGE))
  if (readFilter(asked).page <= last) return undefined
  const query = new URLSearchParams(asked)
  query.set('page', String(last))
  return `/spaces?${query}`
}

export type KnownPage = { path: string; changed_at?: string }

/** Pages that do not depend on what is on offer. */
export const STANDING_PAGES: KnownPage[] = [
  ...Object.keys(FINISHED_PAGES),
  '/spaces',
  ...SpaceType.options.map((type) => `/spaces?type=${type}`),
].map((path) => ({ path }))

/** A sitemap may have 50,000 addresses, and every page has one per language. */
export const PAGES_A_SITEMAP = 50_000 / Language.options.length

const XML = '<?xml version="1.0" encoding="UTF-8"?>'
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9'

export function writeSitemap(origin: string, pages: KnownPage[]): string {
  const urls = pages.flatMap(({ path, changed_at }) => {
    const addresses = Language.options.map((language) => addressIn(language, origin, path))
    const others = [
      ...Language.options.map((language, at) => alternate(language, addresses[at]!)),
      alternate('x-default', addresses[0]!),
    ].join('')
    const changed = changed_at ? `<lastmod>${changed_at}</lastmod>` : ''
    return addresses.map((address) => `<url><loc>${address}</loc>${changed}${others}</url>`)
  })
  return [
    XML,
    `<urlset xmlns="${SITEMAPS}" xmlns:xhtml="http://www.w3.org/1999/xhtml">`,
    ...urls,
    '</urlset>\n',
  ].join('\n')
}

const alternate = (language: string, address: string): string =>
  `<xhtml:link rel="alternate" hreflang="${language}" href="${address}"/>`

/** An address without a language is English. */
function addressIn(language: Language, origin: string, path: string): string {
  if (language === 'en') return `${origin}${path}`
  return `${origin}${path}${path.includes('?') ? '&amp;' : '?'}language=${language}`
}

export const writeSitemapIndex = (origin: string, sitemaps: number): string =>
  [
    XML,
    `<sitemapindex xmlns="${SITEMAPS}">`,
    ...Array.from(
      { length: sitemaps },
      (_, at) => `<sitemap><loc>${origin}/sitemap-${at + 1}.xml</loc></sitemap>`,
    ),
    '</sitemapindex>\n',
  ].join('\n')
