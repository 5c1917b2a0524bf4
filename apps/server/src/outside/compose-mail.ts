import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'
import { z } from 'zod'

/** Mail programs offer to add it to the calendar or remove it. */
const Invitation = z.object({ method: z.enum(['REQUEST', 'CANCEL']), content: z.string() })

export const Mail = z.object({
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  ics: Invitation.optional(),
  /** Their content is base64. */
  attachments: z
    .array(z.object({ filename: z.string(), contentType: z.string(), content: z.string() }))
    .optional(),
})
export type Mail = z.infer<typeof Mail>

/** `id` is the same at every try, so that a recipient can recognise a duplicate. */
export const StampedMail = Mail.extend({ id: z.uuid() })
export type StampedMail = z.infer<typeof StampedMail>

export type Sender = { from: string; now: () => Date }

export type ComposedMail = { raw: Buffer; envelope: { from: string; to: string[] } }

const EOL = '\r\n'

/**
 * The mail as it travels (RFC 5322 and 2045), in one piece. Every booking sends one, and nodemailer's composer, made for
 * streams of any size, takes several times as long.
 */
export function composeMail(
  { id, to, subject, text, html, ics, attachments = [] }: StampedMail,
  { from, now }: Sender,
): ComposedMail {
  const sender = mailboxOf(from)
  const recipient = withAsciiDomain(to)
  const words = [textPart('text/plain', text), textPart('text/html', html)]
  if (ics) words.push(textPart(`text/calendar; method=${ics.method}`, ics.content))
  const files = [...attachments]
  if (ics)
    files.push({
      filename: 'keyhour.ics',
      contentType: 'application/ics',
      content: Buffer.from(ics.content).toString('base64'),
    })
  const body = multipart('alternative', `${id}-words`, words)
  const whole =
    files.length === 0 ? body : multipart('mixed', `${id}-whole`, [body, ...files.map(attachedPart)])
  const headers = [
    `From: ${sender.name ? `${phrase(sender.name)} <${sender.address}>` : sender.address}`,
    `To: ${recipient}`,
    `Subject: ${phrase(subject)}`,
    `Message-ID: <${id}@${sender.address.split('@')[1] ?? 'keyhour'}>`,
    `Date: ${now().toUTCString().replace('GMT', '+0000')}`,
    // Stops automatic replies.
    'Auto-Submitted: auto-generated',
    'MIME-Version: 1.0',
  ]
  return {
    raw: Buffer.from(headers.join(EOL) + EOL + whole + EOL),
    envelope: { from: sender.address, to: [recipient] },
  }
}

function mailboxOf(written: string): { name: string; address: string } {
  const [mailbox] = addressparser(written, { flatten: true })
  return { name: mailbox?.name ?? '', address: withAsciiDomain(mailbox?.address ?? '') }
}

/** Mail servers know only the ASCII form of a name such as קיהאואר.co.il. */
function withAsciiDomain(address: string): string {
  const at = address.lastIndexOf('@')
  return address.slice(0, at + 1) + (domainToASCII(address.slice(at + 1)) || address.slice(at + 1))
}

const PLAIN = /^[\x20-\x7e]*$/
/** Characters that end a name or start something else in a header (RFC 5322, `specials`), and encoded words. */
const SPECIAL = /[()<>[\]:;@\\,."]|=\?/
/** So that a word with its frame has at most 75 characters. */
const BYTES_OF_WORD = 45

/** Text in a header. It cannot start another header, whatever it contains. */
function phrase(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' ')
  if (PLAIN.test(line) && !SPECIAL.test(line) && line.length < 60) return line
  return chunksOf(line)
    .map((chunk) => `=?UTF-8?B?${Buffer.from(chunk).toString('base64')}?=`)
    .join(`${EOL} `)
}

/** Never splits a character. */
function chunksOf(text: string): string[] {
  const chunks = ['']
  let room = BYTES_OF_WORD
  for (const character of text) {
    const size = Buffer.byteLength(character)
    if (size > room) {
      chunks.push('')
      room = BYTES_OF_WORD
    }
    chunks[chunks.length - 1] += character
    room -= size
  }
  return chunks
}

const multipart = (kind: string, boundary: string, parts: string[]): string =>
  [
    `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    '',
    ...parts.map((part) => `--${boundary}${EOL}${part}`),
    `--${boundary}--`,
  ].join(EOL)

const READABLE = /^[\t\r\n\x20-\x7e]*$/
/** Mail servers may refuse lines of more than 998 characters. */
const LONG_LINE = /[^\n]{900}/

function textPart(type: string, content: string): string {
  const lines = content.replace(/\r?\n/g, EOL)
  const [encoding, body] =
    READABLE.test(lines) && !LONG_LINE.test(lines)
      ? ['7bit', lines]
      : ['base64', folded(Buffer.from(lines).toString('base64'))]
  return [`Content-Type: ${type}; charset=utf-8`, `Content-Transfer-Encoding: ${encoding}`, '', body].join(
    EOL,
  )
}

type File = NonNullable<StampedMail['attachments']>[number]

const attachedPart = ({ filename, contentType, content }: File): string =>
  [
    `Content-Type: ${contentType}; name="${filename}"`,
    `Content-Disposition: attachment; filename="${filename}"`,
    'Content-Transfer-Encoding: base64',
    '',
    folded(content),
  ].join(EOL)

const folded = (base64: string): string => base64.replace(/.{76}(?!$)/g, `$&${EOL}`)
