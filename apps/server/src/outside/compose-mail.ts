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
  replyTo: z.string().optional(),
  /** The Message-IDs of earlier mails of the same conversation, oldest first. */
  references: z.array(z.string()).optional(),
  /** Written by a person, so it is not marked as automatic. */
  isPersonal: z.boolean().optional(),
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
export function composeMail(mail: StampedMail, { from, now }: Sender): ComposedMail {
  const { id, to, subject, text, html, ics, attachments = [] } = mail
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
    `Message-ID: ${messageIdOf(id, from)}`,
    `Date: ${now().toUTCString().replace('GMT', '+0000')}`,
    ...conversationHeaders(mail),
    'MIME-Version: 1.0',
  ]
  return {
    raw: Buffer.from(headers.join(EOL) + EOL + whole + EOL),
    envelope: { from: sender.address, to: [recipient] },
  }
}

/** What the mail with this id is known by, everywhere. */
export const messageIdOf = (id: string, from: string): string =>
  `<${id}@${mailboxOf(from).address.split('@')[1] ?? 'keyhour'}>`

/** Of a long conversation, what mail programs need to keep it together. */
const MOST_REFERENCES = 20
/** Others could end the header and start another one. */
const MESSAGE_ID = /^<[\x21-\x3b\x3d\x3f-\x7e]{1,250}>$/

function conversationHeaders({ replyTo, references = [], isPersonal }: StampedMail): string[] {
  const known = references.filter((one) => MESSAGE_ID.test(one))
  const kept = known.length > MOST_REFERENCES ? [known[0]!, ...known.slice(1 - MOST_REFERENCES)] : known
  return [
    ...(replyTo ? [`Reply-To: ${withAsciiDomain(replyTo.replace(/[\r\n]+/g, ''))}`] : []),
    ...(kept.length > 0 ? [`In-Reply-To: ${kept.at(-1)}`, `References: ${kept.join(`${EOL} `)}`] : []),
    // Stops automatic replies.
    ...(isPersonal ? [] : ['Auto-Submitted: auto-generated']),
  ]
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
