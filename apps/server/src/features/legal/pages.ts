import type { Language } from '@keyhour/contract/primitives'
import type { Config } from '#server/config.ts'
import type { LegalDocument, LegalText } from '#server/features/legal/document.ts'
import { directionOf, escaped, writePage } from '#server/http/html.ts'
import { dayInWords } from '#server/time/moment-in-words.ts'

type Reader = {
  language: Language
  scheme: 'light' | 'dark' | undefined
  config: Pick<Config, 'contactEmail' | 'publicUrl'>
}

const OTHER = {
  en: { language: 'he', name: 'עברית' },
  he: { language: 'en', name: 'English' },
} as const

const LOCALES = { en: 'en_US', he: 'he_IL' } as const

/** Inline: these pages load no file of the web app except the icon. */
const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" width="64" height="64" aria-hidden="true" stroke-linecap="round" stroke-linejoin="round"><g fill="none" stroke="#CC8D2A" stroke-width="6.5"><circle cx="24" cy="24" r="18.500"/><path d="M24 14.500V24L58 58M45.500 45.500l8 -8M54.500 54.500l5 -5"/></g></svg>'

const LINKS: Record<Language, [href: string, name: string][]> = {
  en: [
    ['/privacy', 'Privacy Policy'],
    ['/terms', 'Terms'],
    ['/cookies', 'Cookie Policy'],
    ['/contact', 'Contact us'],
  ],
  he: [
    ['/privacy', 'מדיניות הפרטיות'],
    ['/terms', 'תנאי השימוש'],
    ['/cookies', 'מדיניות העוגיות'],
    ['/contact', 'יצירת קשר'],
  ],
}

export function legalPage(
  { path, changed_on, texts }: LegalDocument,
  { language, scheme, config }: Reader,
): string {
  const text = texts[language]
  const other = OTHER[language]
  const { contactEmail } = config
  const words = (line: string) =>
    marked(line.replaceAll('{contact}', `[${contactEmail}](mailto:${contactEmail})`))
  return writePage({
    language,
    scheme,
    title: text.title,
    head: headOf(config.publicUrl, path, language, text),
    style: STYLE,
    body: `<header>
<a class="home" href="/">${LOGO}<span>Keyhour</span></a>
<a href="?language=${other.language}" lang="${other.language}" dir="${directionOf(other.language)}" hreflang="${other.language}">${other.name}</a>
</header>
<main>
<h1>${escaped(text.title)}</h1>
<p class="soft">${escaped(text.since(dayInWords(language, changed_on, 'UTC')))}</p>
${text.intro.map((line) => `<p class="lead">${words(line)}</p>`).join('\n')}
<div class="short"><h2>${escaped(text.short.heading)}</h2>${list(text.short.points, words)}</div>
${text.sections.map((section) => sectionOf(section, words)).join('\n')}
</main>
<footer>
${LINKS[language].map(([href, name]) => `<a href="${href}"${href === path ? ' aria-current="page"' : ''}>${name}</a>`).join('\n')}
</footer>`,
  })
}

/** Without `?language`, the page is English. */
function headOf(
  origin: string,
  path: LegalDocument['path'],
  language: Language,
  { title, description }: LegalText,
): string {
  const addresses = { en: `${origin}${path}`, he: `${origin}${path}?language=he` }
  const shown = {
    'og:type': 'website',
    'og:site_name': 'Keyhour',
    'og:title': `${title} · Keyhour`,
    'og:description': description,
    'og:url': addresses[language],
    'og:locale': LOCALES[language],
    'og:locale:alternate': LOCALES[OTHER[language].language],
    'og:image': `${origin}/social-preview.jpg`,
    'og:image:width': '1200',
    'og:image:height': '630',
  }
  return [
    `<meta name="description" content="${escaped(description)}">`,
    `<link rel="canonical" href="${escaped(addresses[language])}">`,
    `<link rel="alternate" hreflang="en" href="${escaped(addresses.en)}">`,
    `<link rel="alternate" hreflang="he" href="${escaped(addresses.he)}">`,
    `<link rel="alternate" hreflang="x-default" href="${escaped(addresses.en)}">`,
    ...Object.entries(shown).map(
      ([property, content]) => `<meta property="${property}" content="${escaped(content)}">`,
    ),
    '<meta name="twitter:card" content="summary_large_image">',
  ].join('\n')
}

const sectionOf = (
  { heading, blocks }: LegalText['sections'][number],
  words: (text: string) => string,
): string =>
  `<section>
<h2>${escaped(heading)}</h2>
${blocks.map((block) => (typeof block === 'string' ? `<p>${words(block)}</p>` : list(block, words))).join('\n')}
</section>`

const list = (points: string[], words: (text: string) => string): string =>
  `<ul>\n${points.map((point) => `<li>${words(point)}</li>`).join('\n')}\n</ul>`

/** `**strong**`, `` `code` `` and `[link](address)`. */
const marked = (text: string): string =>
  escaped(text)
    .replace(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
    .replace(/`(.+?)`/g, '<code dir="ltr">$1</code>')
    .replace(/\[(.+?)\]\((.+?)\)/g, '<a href="$2">$1</a>')

const STYLE = `
header { display: flex; justify-content: space-between; align-items: center; gap: 16px; max-width: 44rem; margin: 0 auto; padding: 16px }
.home { display: inline-flex; align-items: center; gap: 8px; color: var(--ink); font-size: 18px; font-weight: 700; text-decoration: none }
.home svg { width: 32px; height: 32px }
main { max-width: 44rem; margin: 0 auto; padding: 32px 16px 96px }
h1 { margin: 0; font-size: clamp(2rem, 6vw, 2.75rem); line-height: 1.15; letter-spacing: -0.01em }
h2 { margin: 0 0 12px; font-size: 1.35rem; line-height: 1.3 }
p, ul { margin: 0 0 16px }
ul { padding-inline-start: 22px }
li { margin: 0 0 8px }
li::marker { color: var(--brass) }
.soft { margin-top: 8px; color: var(--ink-soft) }
.lead { font-size: 1.15rem }
.short { margin: 32px 0; padding: 24px; background: var(--surface); border: 1px solid var(--line); border-inline-start: 4px solid var(--brass); border-radius: 8px }
.short h2 { font-size: 1.1rem }
.short ul, .short li:last-child, section > :last-child { margin-bottom: 0 }
section { margin-top: 48px }
code { padding: 1px 6px; background: var(--sunken); border-radius: 4px; font-size: .9em }
footer { display: flex; flex-wrap: wrap; gap: 8px 24px; max-width: 44rem; margin: 0 auto; padding: 24px 16px 48px; border-top: 1px solid var(--line) }
footer a { padding: 8px 0 }
[aria-current] { color: var(--ink); text-decoration: none }
@media print { header, footer { display: none } }`
