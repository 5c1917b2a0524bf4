import { createHmac } from 'node:crypto'
import type { DeliveryFailure } from '@keyhour/contract/webhooks'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Together about 22 hours. */
const PAUSES = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 3 * HOUR, 6 * HOUR, 12 * HOUR]
const FAILING_MS = 3 * 24 * HOUR

/** Undefined after the last try. */
export function nextDeliveryTry(tries: number, now: Date): string | undefined {
  const pause = PAUSES[tries - 1]
  return pause === undefined ? undefined : new Date(now.getTime() + pause).toISOString()
}

/** Undefined: it worked. */
export function failureOf(status: number): DeliveryFailure | undefined {
  if (status >= 200 && status < 300) return undefined
  if (status === 410) return 'gone'
  return status >= 300 && status < 400 ? 'redirected' : 'error_status'
}

export const failsTooLong = (since: string, now: Date): boolean =>
  now.getTime() - Date.parse(since) >= FAILING_MS

const MOST_KEPT = 500

/** What the log keeps of an answer. PostgreSQL stores no NUL. */
export const excerptOf = (answer: string): string =>
  [...answer.slice(0, 3 * MOST_KEPT).replaceAll('\0', '')].slice(0, MOST_KEPT).join('')

/** `t=1772438400,v1=5f2c…`, with one more `v1` for each further secret. */
export function signatureOf(secrets: string[], body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000)
  const signatures = secrets.map((secret) =>
    createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex'),
  )
  return [`t=${seconds}`, ...signatures.map((hex) => `v1=${hex}`)].join(',')
}
