import { isolated, withoutDirectionSigns } from '@keyhour/contract/direction'
import type { Language } from '@keyhour/contract/primitives'
import { directionOf, escaped, PALETTE } from '#server/http/html.ts'
import type { Mail } from '#server/outside/compose-mail.ts'

/** Plain text only; every mail has the same layout. */
export type Letter = {
  subject: string
  /** Left out when a person wrote the paragraphs; then each has the direction of its own language. */
  greeting?: string
  /** The first one is also the preview in the inbox. */
  paragraphs: string[]
  action?: { label: string; url: string }
  /** Words of a stranger: nothing in them becomes a link. */
  quote?: { intro: string; text: string }
  /** What to do if the recipient did not expect the mail. */
  footnote?: string
}

export type Recipient = { name: string; language: Language }

export const letterTo = (
  { name, language }: Recipient,
  words: Record<Language, Omit<Letter, 'greeting'>>,
): Letter => {
  const reader = isolated(name, language)
  return { greeting: { en: `Hello ${reader},`, he: `שלום ${reader},` }[language], ...words[language] }
}

/** A name that is isolated within one piece of text, or another direction sign. */
const SIGNS = /\u2068([^\u202a-\u202e\u2066-\u2069<]*)\u2069|[\u202a-\u202e\u2066-\u2069]/g

/** Of all direction signs only those stay that end where they should; others would turn the text around them. */
const settled = (text: string, [begin, end]: [string, string]): string =>
  text.replace(SIGNS, (_, name?: string) => (name === undefined ? '' : `${begin}${name}${end}`))

export const writeMail = (to: string, language: Language, letter: Letter): Mail => ({
  to,
  subject: withoutDirectionSigns(letter.subject),
  text: settled(plain(letter), ['\u2068', '\u2069']),
  html: settled(designed(letter, language), ['<bdi>', '</bdi>']),
})

const plain = ({ greeting, paragraphs, action, quote, footnote }: Letter): string =>
  [
    greeting,
    ...paragraphs,
    action && `${action.label}:\n${action.url}`,
    quote && `${quote.intro}\n${unlinked(quote.text).replace(/^/gm, '> ')}`,
    footnote,
    '-- \nKeyhour',
  ]
    .filter(Boolean)
    .join('\n\n')

const { light, dark } = PALETTE
const FONT = 'font-family:Heebo,Assistant,Arial,Helvetica,sans-serif'
const BODY = `${FONT};font-size:16px;line-height:1.6;color:${light.ink}`
const SMALL = `${FONT};font-size:13px;line-height:1.6;color:${light['ink-soft']}`

/** Mail programs without dark mode use the light colours of the inline styles. */
const DARK = `
:root { color-scheme: light dark; supported-color-schemes: light dark }
@media (prefers-color-scheme: dark) {
  .paper { background: ${dark.paper} !important }
  .card { background: ${dark.surface} !important; border-color: ${dark.line} !important }
  .ink { color: ${dark.ink} !important }
  .soft { color: ${dark['ink-soft']} !important }
  .link { color: ${dark['brass-ink']} !important }
  .rule { border-color: ${dark.line} !important }
}
@media (max-width: 480px) {
  .card { padding: 24px 20px 8px !important }
}`

/** Mail programs need tables and inline styles, and block pictures. */
function designed(letter: Letter, language: Language): string {
  const { subject, greeting, paragraphs, action, quote, footnote } = letter
  const dir = directionOf(language)
  const start = dir === 'rtl' ? 'right' : 'left'
  const text = (html: string, style: string, kind: string, own = '') =>
    `<p class="${kind}"${own} style="margin:0 0 16px;${style}">${html}</p>`
  const own = greeting === undefined ? OWN_DIRECTION : ''
  return `<!doctype html>
<html lang="${language}" dir="${dir}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<title>${escaped(withoutDirectionSigns(subject))}</title>
<style>${DARK}
</style>
</head>
<body class="paper" dir="${dir}" style="margin:0;padding:0;background:${light.paper};-webkit-text-size-adjust:100%">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(paragraphs[0] ?? '')}${'&#8199;&#847; '.repeat(60)}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" bgcolor="${light.paper}" style="background:${light.paper}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" dir="${dir}" style="max-width:560px">
<tr><td class="ink" align="${start}" style="padding:0 4px 16px;${FONT};font-size:20px;line-height:1.4;font-weight:700;color:${light.ink}"><span style="color:${light.brass}">&#9679;</span>&nbsp;Keyhour</td></tr>
<tr><td class="card" align="${start}" bgcolor="${light.surface}" style="padding:32px 32px 16px;background:${light.surface};border:1px solid ${light.line};border-radius:8px">
<h1 class="ink" style="margin:0 0 16px;${FONT};font-size:24px;line-height:1.3;font-weight:700;color:${light.ink}">${escaped(subject)}</h1>
${greeting === undefined ? '' : text(escaped(greeting), BODY, 'ink')}
${paragraphs.map((words) => text(linked(words), BODY, 'ink', own)).join('\n')}
${action ? button(action, start) : ''}
${quote ? `${text(escaped(quote.intro), SMALL, 'soft')}\n${quoted(quote.text, start)}` : ''}
${footnote ? `<hr class="rule" style="margin:8px 0 16px;border:0;border-top:1px solid ${light.line}">\n${text(escaped(footnote), SMALL, 'soft')}` : ''}
</td></tr>
</table>
</td></tr></table>
</body>
</html>`
}

const OWN_DIRECTION = ' dir="auto"'

const ZERO_WIDTH_SPACE = '\u200b'

/** For words of strangers: mail programs make links of what looks like an address. */
export const unlinked = (words: string): string =>
  words.replace(/(?<=\S)[.:/@](?=\S)/g, `$&${ZERO_WIDTH_SPACE}`)

const quoted = (words: string, start: string): string =>
  `<blockquote class="soft rule"${OWN_DIRECTION} style="margin:0 0 16px;padding:0 12px;border:0;border-${start}:3px solid ${light.line};overflow-wrap:anywhere;${SMALL}">${withBreaks(escaped(unlinked(words)))}</blockquote>`

const withBreaks = (html: string): string => html.replace(/\r?\n/g, '<br>')

/** Shows the address too, for programs without buttons and people who check it first. */
const button = ({ label, url }: NonNullable<Letter['action']>, start: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="${light.brass}" style="border-radius:8px;background:${light.brass}"><a href="${escaped(url)}" style="display:inline-block;padding:14px 28px;${FONT};font-size:16px;line-height:1.25;font-weight:700;color:${light['on-brass']};text-decoration:none">${escaped(label)}</a></td></tr></table>
<p class="soft" dir="ltr" align="${start}" style="margin:0 0 16px;text-align:${start};word-break:break-all;${SMALL}">${linked(url)}</p>`

const linked = (words: string): string =>
  words
    .split(/(https?:\/\/\S+)/)
    .map((part, at) =>
      at % 2
        ? `<a class="link" dir="ltr" href="${escaped(part)}" style="color:${light['brass-ink']}">${escaped(part)}</a>`
        : withBreaks(escaped(part)),
    )
    .join('')
