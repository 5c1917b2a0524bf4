import { logo } from '@keyhour/artwork/logo'
import type { Language } from '@keyhour/contract/primitives'
import { POLICY, type Policy, SINCE } from '#server/features/privacy/policy.ts'
import { directionOf, escaped, writePage } from '#server/http/html.ts'

type Reader = { language: Language; scheme: 'light' | 'dark' | undefined; contactEmail: string }

const OTHER = {
  en: { language: 'he', name: 'עברית' },
  he: { language: 'en', name: 'English' },
} as const

export function policyPage({ language, scheme, contactEmail }: Reader): string {
  const policy = POLICY[language]
  const other = OTHER[language]
  const words = (text: string) =>
    marked(text.replaceAll('{contact}', `[${contactEmail}](mailto:${contactEmail})`))
  return writePage({
    language,
    scheme,
    title: policy.title,
    style: STYLE,
    body: `<header>
<a class="home" href="/">${logo().replace('role="img" aria-label="Keyhour"', 'aria-hidden="true"')}<span>Keyhour</span></a>
<a href="?language=${other.language}" lang="${other.language}" dir="${directionOf(other.language)}" hreflang="${other.language}">${other.name}</a>
</header>
<main>
<h1>${escaped(policy.title)}</h1>
<p class="soft">${escaped(policy.since(dateInWords(language)))}</p>
${policy.intro.map((text) => `<p class="lead">${words(text)}</p>`).join('\n')}
<div class="short"><h2>${escaped(policy.short.heading)}</h2>${list(policy.short.points, words)}</div>
${policy.sections.map((section) => sectionOf(section, words)).join('\n')}
</main>`,
  })
}

const sectionOf = (
  { heading, blocks }: Policy['sections'][number],
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

const dateInWords = (language: Language): string =>
  new Intl.DateTimeFormat(language === 'he' ? 'he-IL' : 'en-GB', {
    dateStyle: 'long',
    timeZone: 'UTC',
  }).format(new Date(SINCE))

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
@media print { header { display: none } }`
