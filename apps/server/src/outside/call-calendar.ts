import type { z } from 'zod'
import { CalendarFailed, type CalendarFailure } from '#server/outside/calendar-service.ts'
import { DoorFailed } from '#server/outside/door-driver.ts'
import { type Answer, onLine, parseJson, type Sending } from '#server/outside/line.ts'

/** For the lookup of the name, and again for the call. */
const PATIENCE_MS = 15_000

export type CallSetting = {
  /** What is called is below it. */
  url: string
  ms?: number
  /** Whether this address may be called. Left out: our own setting names the address, so it may be anywhere. */
  mayCall?: (address: string) => boolean
}

/** Any status is an answer. `path` begins with one slash, and is added to the path of the setting's address. */
export async function callCalendar(
  { url, ms = PATIENCE_MS, mayCall = () => true }: CallSetting,
  { path, ...sending }: Omit<Sending, 'ms'>,
): Promise<Answer> {
  const base = new URL(url)
  const whole = new URL(`${base.href.replace(/\/+$/, '')}${path}`)
  if (whole.origin !== base.origin) throw new CalendarFailed('address_refused')
  try {
    return await onLine(base, { mayCall, ms }, (line) => line.send({ ...sending, path: whole.href, ms }))
  } catch (error) {
    throw error instanceof DoorFailed ? new CalendarFailed(failureOf(error)) : error
  }
}

function failureOf({ reason }: DoorFailed): CalendarFailure {
  return reason === 'too_slow' || reason === 'unreadable' || reason === 'address_refused'
    ? reason
    : 'unreachable'
}

const LONGEST_WAIT_MS = 24 * 3_600_000

/** From `Retry-After`, which is a number of seconds or a moment. Undefined without it. */
export function waitOf({ headers }: Answer, now: Date): number | undefined {
  const text = headers['retry-after']
  if (text === undefined) return undefined
  const ms = /^\d+$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now.getTime()
  return Number.isNaN(ms) ? undefined : Math.min(Math.max(ms, 1000), LONGEST_WAIT_MS)
}

/** PostgreSQL keeps no such character. */
export const withoutNul = (text: string): string => text.replaceAll('\0', '')

/** For answers whose status says that all went well. */
export function readAnswer<T>({ text }: Answer, schema: z.ZodType<T>): T {
  const change = (_key: string, value: unknown) => (typeof value === 'string' ? withoutNul(value) : value)
  const parsed = schema.safeParse(parseJson(text, text.includes('\\u0000') ? change : undefined))
  if (!parsed.success) throw new CalendarFailed('unreadable')
  return parsed.data
}

/** What the usual statuses mean. Returns when there is nothing to complain of. */
export function refuseFailure(answer: Answer, now: Date): Answer {
  const { status } = answer
  const waitMs = waitOf(answer, now)
  const more = { code: String(status), ...(waitMs !== undefined && { waitMs }) }
  if (status === 429) throw new CalendarFailed('throttled', more)
  if (status >= 500) throw new CalendarFailed('out_of_order', more)
  if (status === 401) throw new CalendarFailed('consent_gone', more)
  if (status === 403) throw new CalendarFailed('forbidden', more)
  if (status === 404 || status === 410) throw new CalendarFailed('missing', more)
  if (status >= 300 || status < 200) throw new CalendarFailed('unreadable', more)
  return answer
}
