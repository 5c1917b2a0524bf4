import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '#server/secrets/secrets.ts'

/** In hexadecimal digits, because mail servers may change the case of an address, and half of it may have 64 characters. */
const SIGNATURE_BYTES = 12

const signatureOf = (secrets: Secrets, messageId: number): Buffer =>
  createHmac('sha256', secrets.signingKey('reply address'))
    .update(String(messageId))
    .digest()
    .subarray(0, SIGNATURE_BYTES)

/** Whoever has it can write into the thread of this message, and only there. */
export function replyAddressOf(secrets: Secrets, address: string, messageId: number): string {
  const [local, domain] = address.split('@')
  return `${local}+${messageId}.${signatureOf(secrets, messageId).toString('hex')}@${domain}`
}

export type Addressed = { to: 'nobody' } | { to: 'forged' } | { to: 'message'; id: number }

/** Which message a mail to this address belongs to. `nobody`: it is not one of our addresses. */
export function readReplyAddress(secrets: Secrets, address: string, received: string): Addressed {
  const [local, domain] = address.toLowerCase().split('@') as [string, string]
  const written = received.trim().toLowerCase()
  if (!written.startsWith(`${local}+`) || !written.endsWith(`@${domain}`)) return { to: 'nobody' }
  const token = written.slice(local.length + 1, -domain.length - 1)
  const [, digits, signed] = /^([1-9]\d{0,14})\.([0-9a-f]{24})$/.exec(token) ?? []
  if (!digits || !signed) return { to: 'forged' }
  const id = Number(digits)
  const isOurs = timingSafeEqual(Buffer.from(signed, 'hex'), signatureOf(secrets, id))
  return isOurs ? { to: 'message', id } : { to: 'forged' }
}
