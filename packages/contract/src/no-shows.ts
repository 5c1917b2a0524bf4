import { z } from 'zod'

/** How long after its start an office may wait before it releases a booking that nobody came to, in minutes. */
export const NO_SHOW_MINUTES = { least: 10, most: 240 }

/** What goes back to somebody who did not come: as much as for a late cancellation, or nothing. */
export const NoShowRefund = z.enum(['late_cancel', 'none'])
export type NoShowRefund = z.infer<typeof NoShowRefund>

/** A booking that nobody checked into is released so many minutes after its start. That share of the price is not charged. */
export const NoShowTerms = z.object({ minutes: z.int(), refund_percent: z.int() }).meta({ id: 'NoShowTerms' })
export type NoShowTerms = z.infer<typeof NoShowTerms>

type Policy = {
  no_show_minutes: number | null
  no_show_refund: NoShowRefund
  late_cancel_refund_percent: number
}

export const noShowTermsOf = (policy: Policy): NoShowTerms | null =>
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
