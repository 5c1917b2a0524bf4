import { withoutDirectionSigns } from '@keyhour/contract/direction'

const REPLY_LENGTH = 50_000
/** What is looked at to find the words. */
const TEXT_LENGTH = 2 * REPLY_LENGTH
const HTML_LENGTH = 1_000_000
const NAME_LENGTH = 100

type Header = { key: string; value: string }

const AUTOMATIC: Record<string, RegExp> = {
  'auto-submitted': /^(?!no\b)/i,
  precedence: /^(bulk|junk|list|auto_reply)\b/i,
  'x-autoreply': /^(?!no\b)/i,
  'x-autorespond': /^(?!no\b)/i,
  'return-path': /^<>$/,
  'content-type': /^multipart\/report\b/i,
}

/** Absence notes and mails that could not be delivered: no person wrote them. */
export const isAutomatic = (headers: Header[]): boolean =>
  headers.some(({ key, value }) => AUTOMATIC[key.toLowerCase()]?.test(value.trim()))

/** What the visitor wrote, without the mail they answered. */
export function wordsOf(text: string): string {
  const plain = withoutDirectionSigns(text.slice(0, TEXT_LENGTH).replaceAll('\0', '')).replace(/\r\n?/g, '\n')
  return withoutHistory(plain).trim().slice(0, REPLY_LENGTH)
}

/** Names the files that could not be kept. */
export const withNames = (words: string, names: string[]): string =>
  [words, names.map((name) => `📎 ${name}`).join('\n')].filter(Boolean).join('\n\n')

const ENTITIES: Record<string, string> = { nbsp: ' ', lt: '<', gt: '>', quot: '"', amp: '&' }
/** The name is read to its end, so that there is one way to divide what follows a `<`. */
const TAG = /<(\/?)([a-z!][a-z0-9]*)(?![a-z0-9])[^<>]*>/gi
const UNSEEN = ['style', 'script', 'head', 'title']
const ENDS_LINE = /^(\/(p|div|li|tr|h\d|blockquote)|br)$/

/** For mails that have no plain text. Nothing of it is ever shown as HTML. Reads every character once. */
export function textOfHtml(html: string): string {
  const given = html.slice(0, HTML_LENGTH).replace(/\s+/g, ' ')
  let [text, from, unseen] = ['', 0, '']
  for (const { 0: tag, 1: slash = '', 2: kind = '', index } of given.matchAll(TAG)) {
    const name = kind.toLowerCase()
    if (unseen === '') text += given.slice(from, index)
    if (unseen === '' && ENDS_LINE.test(slash + name)) text += '\n'
    if (unseen === '' && slash === '' && UNSEEN.includes(name)) unseen = name
    else if (slash !== '' && name === unseen) unseen = ''
    from = index + tag.length
  }
  if (unseen === '') text += given.slice(from)
  return text
    .replace(/&#(\d{1,7});/g, (_, code: string) => characterOf(Number(code)))
    .replace(/&(\w{1,10});/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole)
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
}

const characterOf = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : '')

export const nameOnOneLine = (name: string): string =>
  withoutDirectionSigns(name.replace(/\p{Cc}+/gu, ' ')).slice(0, NAME_LENGTH) || '?'

const LONGEST_MARK = 300
/** A single line that everything after is the earlier mail of. Gmail, Apple Mail and Outlook write these. */
const MARKS = [
  /^On .+ wrote:$/i,
  /^בתאריך .+ (כתב|מאת).*:$/,
  /^[-_\s]*(original message|הודעה מקורית)[-_\s]*$/i,
  /^_{20,}$/,
]
const SENDER = /^\**(from|מאת):\**\s/i
const SENT = /^\**(sent|date|נשלח|תאריך):\**\s/i

/** Mail programs put the earlier mail below the new words. Cut only if something is left above it. */
function withoutHistory(text: string): string {
  const lines = text.split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    if (!beginsHistory(lines, at) || !isAllHistory(lines.slice(at + 1))) continue
    const above = lines.slice(0, at).join('\n')
    if (above.trim() !== '') return above
  }
  const end = lines.findLastIndex((line) => line.trim() !== '' && !line.startsWith('>'))
  return end < 0 ? text : lines.slice(0, end + 1).join('\n')
}

function beginsHistory(lines: string[], at: number): boolean {
  const line = lines[at]!.replace(/[\u200e\u200f]/g, '').trim()
  if (line === '' || line.length > LONGEST_MARK) return false
  // Long ones are broken in two.
  const both = `${line} ${lines[at + 1]?.trim() ?? ''}`.slice(0, LONGEST_MARK)
  if (MARKS.some((mark) => mark.test(line) || mark.test(both))) return true
  return SENDER.test(line) && lines.slice(at + 1, at + 4).some((next) => SENT.test(next.trim()))
}

/** False for somebody who writes between the lines of the earlier mail. */
function isAllHistory(rest: string[]): boolean {
  const first = rest.findIndex((line) => line.startsWith('>'))
  return first < 0 || rest.slice(first).every((line) => line.startsWith('>') || line.trim() === '')
}
