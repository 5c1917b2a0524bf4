import { createHash } from 'node:crypto'
import PostalMime, { type Address, type Email } from 'postal-mime'
import { isAutomatic, textOfHtml, wordsOf } from '#server/features/messages/reply-rules.ts'

export type ReadMail = {
  /** Every address it may have been sent to. */
  recipients: string[]
  from: string
  mailId: string
  words: string
  isAutomatic: boolean
}

const ADDRESS_LENGTH = 254
/** Mail servers add these when the address is no longer among the visible recipients. */
const DELIVERED = ['delivered-to', 'x-original-to', 'x-forwarded-to', 'envelope-to']

export async function readMail(raw: Buffer): Promise<ReadMail> {
  const mail = await PostalMime.parse(raw)
  const from = (addressesOf([mail.from, mail.sender])[0] ?? 'unknown').slice(0, ADDRESS_LENGTH)
  const names = mail.attachments.filter(({ related }) => !related).map(({ filename }) => filename ?? '')
  const words = wordsOf(mail.text?.trim() ? mail.text : textOfHtml(mail.html ?? ''), names)
  const delivered = mail.headers.filter(({ key }) => DELIVERED.includes(key))
  return {
    recipients: [
      ...addressesOf([...(mail.to ?? []), ...(mail.cc ?? [])]),
      ...delivered.map(({ value }) => value.replace(/^.*<|>.*$/g, '').trim()),
    ],
    from,
    mailId: mailIdOf(mail, `${from}\n${mail.date}\n${words}`),
    words,
    isAutomatic: isAutomatic(mail.headers),
  }
}

const addressesOf = (found: (Address | undefined)[]): string[] =>
  found.flatMap((one) => (one?.group ? one.group : one)).flatMap((one) => (one?.address ? [one.address] : []))

/** A mail without a usable Message-ID is known by its content. */
function mailIdOf({ messageId }: Email, content: string): string {
  const given = messageId?.trim() ?? ''
  if (/^<[\x21-\x7e]{1,250}>$/.test(given)) return given
  return `<${createHash('sha256').update(content).digest('hex')}@content>`
}
