import { z } from 'zod'
import { orBlank, wholeNumber } from './primitives.ts'

/** What goes back to somebody who did not come: as much as for a late cancellation, or nothing. */
export const NoShowRefund = z.enum(['late_cancel', 'none'])
export type NoShowRefund = z.infer<typeof NoShowRefund>

/** A booking that nobody checked into is released so many minutes after its start. That share of the price is not charged. */
export const NoShowTerms = z.object({ minutes: z.int(), refund_percent: z.int() }).meta({ id: 'NoShowTerms' })
export type NoShowTerms = z.infer<typeof NoShowTerms>

/** What an office does with bookings that nobody comes to. */
export const NoShowPolicy = z.object({
  /** So many minutes after its start, a booking that nobody checked into is released. Null: never. */
  no_show_minutes: z.int().nullable(),
  no_show_refund: NoShowRefund,
})
export type NoShowPolicy = z.infer<typeof NoShowPolicy>

/** As admins enter it. */
export const noShowFields = {
  no_show_minutes: orBlank(wholeNumber(10, 240)),
  no_show_refund: NoShowRefund,
}

export const noShowTermsOf = (
  policy: NoShowPolicy & { late_cancel_refund_percent: number },
): NoShowTerms | null =>
  policy.no_show_minutes === null
    ? null
    : {
        minutes: policy.no_show_minutes,
        refund_percent: policy.no_show_refund === 'none' ? 0 : policy.late_cancel_refund_percent,
      }

/** A day on which the clocks go back. Who has booked several days may come on any of them. */
export const LONGEST_NO_SHOW_HOURS = 25

/** Null for a stay that is never released: one of several days, or one that is over by then. */
export function noShowTermsFor(
  terms: NoShowTerms | null,
  { start, end }: { start: string; end: string | null },
): NoShowTerms | null {
  if (terms === null || end === null) return null
  const minutes = (Date.parse(end) - Date.parse(start)) / 60_000
  return terms.minutes < minutes && minutes <= LONGEST_NO_SHOW_HOURS * 60 ? terms : null
}
