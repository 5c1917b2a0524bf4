import type { Language } from '@keyhour/contract/primitives'
import type { Mail } from '#server/outside/mail.ts'

/** What a mail says. All texts are plain; the layout is the same for every mail. */
export type Letter = {
  subject: string
  greeting: string
  paragraphs: string[]
  /** The one thing to do. */
  action?: { label: string; url: string }
  /** Small, below: what to do when it was not you. */
  footnote?: string
}

/** Written twice, as every mail program expects: once plain, once designed. */
export const writeMail = (to: string, language: Language, letter: Letter): Mail => ({
  to,
  subject: letter.subject,
  text: plain(letter),
  html: designed(letter, language),
})

const plain = ({ greeting, paragraphs, action, footnote }: Letter): string =>
  [greeting, ...paragraphs, action && `${action.label}:\n${action.url}`, footnote, '-- \nKeyhour']
    .filter(Boolean)
    .join('\n\n')

const COLOUR = {
  paper: '#f6f3ec',
  card: '#fffdf8',
  ink: '#22201c',
  quiet: '#5f5a50',
  line: '#e2dccf',
  brass: '#8a5a00',
}
const FONT = 'font-family:Heebo,Arial,Helvetica,sans-serif'

/** Tables and inline styles, because that is what mail programs understand; no picture, because they block them. */
function designed({ subject, greeting, paragraphs, action, footnote }: Letter, language: Language): string {
  const [dir, start] = language === 'he' ? ['rtl', 'right'] : ['ltr', 'left']
  const text = (words: string, style: string) =>
    `<p style="margin:0 0 16px;${FONT};${style}">${escaped(words)}</p>`
  const body = 'font-size:16px;line-height:1.6'
  const small = `font-size:13px;line-height:1.6;color:${COLOUR.quiet}`
  const button =
    action &&
    `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 24px"><tr><td bgcolor="${COLOUR.brass}" style="border-radius:8px">
      <a href="${escaped(action.url)}" style="display:inline-block;padding:14px 28px;${FONT};font-size:16px;font-weight:700;color:#ffffff;text-decoration:none">${escaped(action.label)}</a>
    </td></tr></table>
    <p style="margin:0 0 16px;${FONT};${small};word-break:break-all" dir="ltr" align="${start}"><a href="${escaped(action.url)}" style="color:${COLOUR.brass}">${escaped(action.url)}</a></p>`
  return `<!doctype html>
<html lang="${language}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:0;background:${COLOUR.paper}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="${COLOUR.paper}"><tr><td align="center" style="padding:32px 16px">
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px" dir="${dir}">
    <tr><td align="${start}" style="padding:0 8px 16px;${FONT};font-size:20px;font-weight:700;color:${COLOUR.ink}"><span dir="ltr">Key<span style="color:${COLOUR.brass}">hour</span></span></td></tr>
    <tr><td align="${start}" bgcolor="${COLOUR.card}" style="padding:32px;border:1px solid ${COLOUR.line};border-radius:8px;color:${COLOUR.ink}">
    <h1 style="margin:0 0 16px;${FONT};font-size:22px;line-height:1.3">${escaped(subject)}</h1>
    ${[greeting, ...paragraphs].map((words) => text(words, body)).join('\n    ')}
    ${button ?? ''}
    ${footnote ? `<hr style="border:0;border-top:1px solid ${COLOUR.line};margin:8px 0 16px">${text(footnote, small)}` : ''}
    </td></tr>
  </table>
</td></tr></table>
</body></html>`
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
