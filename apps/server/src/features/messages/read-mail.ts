import { createHash } from 'node:crypto'
import type { Address, Email } from 'postal-mime'
import { textOfHtml, wordsOf } from '#server/features/messages/reply-rules.ts'

export type Reply = { from: string; mailId: string; words: string }

const ADDRESS_LENGTH = 254
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
  const names = mail.attachments.filter(({ related }) => !related).map(({ filename }) => filename ?? '')
  const words = wordsOf(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''), names)
  return { from, mailId: mailIdOf(mail, `${from}\n${mail.date}\n${words}`), words }
}

const withoutBrackets = (value: string): string => /<([^<>]*)>/.exec(value)?.[1] ?? value

const addressesOf = (found: (Address | undefined)[]): string[] =>
  found.flatMap((one) => (one?.group ? one.group : one)).flatMap((one) => (one?.address ? [one.address] : []))

/** A mail without a usable Message-ID is known by its content. */
function mailIdOf({ messageId }: Email, content: string): string {
  const given = messageId?.trim() ?? ''
  if (/^<[\x21-\x7e]{1,250}>$/.test(given)) return given
  return `<${createHash('sha256').update(content).digest('hex')}@content>`
}
