import { z } from 'zod'
import { nowMs } from '#web/clock.ts'

const KEY = 'kept_booking'

const Kept = z.object({ until: z.number(), value: z.unknown() })

/** The one thing that is kept for a start without a connection. It goes with the session, and at `until`. */
export function keep(value: object, until: number): void {
  try {
    localStorage.setItem(KEY, JSON.stringify({ until, value }))
  } catch {
    // A full or forbidden store: then there is nothing to show without a connection.
  }
}

/** Undefined if nothing is kept, if its time is over, or if another version has written it. */
export function readKept<T>(Value: z.ZodType<T>): T | undefined {
  const kept = Kept.safeParse(parse(localStorage.getItem(KEY)))
  const value = kept.success && kept.data.until > nowMs() ? Value.safeParse(kept.data.value) : undefined
  if (value?.success) return value.data
  forgetKept()
  return undefined
}

export const forgetKept = (): void => localStorage.removeItem(KEY)

function parse(text: string | null): unknown {
  try {
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
