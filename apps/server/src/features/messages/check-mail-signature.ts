import { createHmac, timingSafeEqual } from 'node:crypto'
import { Refusal } from '#server/http/refusal.ts'

const TOLERANCE_SECONDS = 300

type MailSignature = { seconds: string; signed: Buffer }

const refuse = (): never => {
  throw new Refusal('unauthenticated', 'The signature is wrong, or older than five minutes.')
}

/** `t=1772438400,v1=5f2c…`. Refuses one that was made too long ago, so that it cannot be used again later. */
export function readMailSignature(header: string | string[] | undefined, now: Date): MailSignature {
  const [, seconds, hex] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/i.exec(String(header ?? '')) ?? []
  if (!seconds || !hex) return refuse()
  if (Math.abs(now.getTime() / 1000 - Number(seconds)) > TOLERANCE_SECONDS) return refuse()
  return { seconds, signed: Buffer.from(hex, 'hex') }
}

export function checkMailSignature(secret: string, { seconds, signed }: MailSignature, body: Buffer): void {
  const expected = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest()
  if (!timingSafeEqual(expected, signed)) refuse()
}
