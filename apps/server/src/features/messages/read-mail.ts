import { createHash } from 'node:crypto'
import type { Address, Email } from 'postal-mime'
import type { GivenFile } from '#server/features/attachments/keep-attachments.ts'
import { nameOnOneLine, textOfHtml, wordsOf } from '#server/features/messages/reply-rules.ts'

export type Reply = { from: string; mailId: string; words: string; files: GivenFile[] }

const ADDRESS_LENGTH = 254
/** Those that are looked at. */
const MOST_FILES = 20
/** Mail servers add these when the address is no longer among the visible recipients. */
const DELIVERED = ['delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to']

/** Every address it may have been sent to. */
export function recipientsOf({ to = [], cc = [], headers }: Email): string[] {
  const delivered = headers.filter(({ key }) => DELIVERED.includes(key))
  return [...addressesOf([...to, ...cc]), ...delivered.map(({ value }) => withoutBrackets(value).trim())]
}

/** Takes time: only for a mail that is known to be for a thread. */
export function readReply(mail: Email): Reply {
  const from = (addressesOf([mail.from, mail.sender])[0] ?? 'unknown').slice(0, ADDRESS_LENGTH)
  const words = wordsOf(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''))
  const files = filesOf(mail)
  const names = files.map(({ name }) => name).join('\n')
  return { from, mailId: mailIdOf(mail, `${from}\n${mail.date}\n${words}\n${names}`), words, files }
}

/** Without pictures that are part of the text, such as a logo. */
const filesOf = ({ attachments }: Email): GivenFile[] =>
  attachments
    .filter(({ related }) => !related)
    .slice(0, MOST_FILES)
    .map(({ filename, content }) => ({
      name: nameOnOneLine(filename ?? ''),
      content: typeof content === 'string' ? Buffer.from(content) : Buffer.from(content as ArrayBuffer),
    }))

const withoutBrackets = (value: string): string => /<([^<>]*)>/.exec(value)?.[1] ?? value

const addressesOf = (found: (Address | undefined)[]): string[] =>
  found.flatMap((one) => (one?.group ? one.group : one)).flatMap((one) => (one?.address ? [one.address] : []))

/** A mail without a usable Message-ID is known by its content. */
function mailIdOf({ messageId }: Email, content: string): string {
  const given = messageId?.trim() ?? ''
  if (/^<[\x21-\x7e]{1,250}>$/.test(given)) return given
  return `<${createHash('sha256').update(content).digest('hex')}@content>`
}
