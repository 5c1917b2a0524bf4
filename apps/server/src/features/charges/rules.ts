import { type Charge, PAY_MINUTES } from '@keyhour/contract/charges'
import { isOver, UNDO_CHECK_OUT_SECONDS } from '@keyhour/contract/order-phase'
import type { Currency } from '@keyhour/contract/primitives'
import { refundPercent } from '#server/features/orders/rules.ts'
import { DAY, HOUR, MINUTE } from '#server/time/opening-hours.ts'

export const NO_CARDS = 'Cards are not accepted here. Please pay with credits, or ask the office.'
export const NOT_ACCEPTED =
  'The payment provider did not accept this payment. Please pay with credits, or ask the office.'

/** The smallest amount that a card can pay here. */
export const leastChargeIn = (
  { payments }: { payments: { leastCharge: Partial<Record<Currency, number>> } },
  currency: Currency,
): number => payments.leastCharge[currency] ?? 0

/** Banks let go of reserved money after seven days; of a saved Visa card, without its owner, after four and 18 hours. */
const MOST_RESERVED = { entered: 6 * DAY, saved: 4 * DAY }

export const payUntil = (now: Date): string => new Date(now.getTime() + PAY_MINUTES * MINUTE).toISOString()

/** How long the page of the provider is there; it allows 30 minutes to 24 hours. We may close it earlier. */
export const pageUntil = (begun: string): string => new Date(Date.parse(begun) + HOUR).toISOString()

/** An order that waits for its payment waits no longer than that. */
export const chargeUntil = ({ pay_until }: { pay_until: string | null }, now: Date): string =>
  pay_until ?? pageUntil(now.toISOString())

type Terms = Parameters<typeof refundPercent>[0] & {
  cancelled_at: string | null
  end: string | null
  checked_out_at: string | null
}

/**
 * When free cancellation ends by the terms of the order, as long as the money is reserved until then. After a check-out,
 * when that can no longer be undone.
 */
export function captureAt(order: Terms, now: Date, card: keyof typeof MOST_RESERVED = 'entered'): string {
  const moment = now.getTime()
  const undoable = order.checked_out_at && Date.parse(order.checked_out_at) + UNDO_CHECK_OUT_SECONDS * 1000
  if (order.cancelled_at === null && undoable) return new Date(Math.max(undoable, moment)).toISOString()
  const isDone = order.cancelled_at !== null || isOver(order, moment)
  if (isDone || refundPercent({ ...order, pay_until: null }, now) < 100) return now.toISOString()
  const freeUntil = Math.max(
    Date.parse(order.start) - order.free_cancel_hours * HOUR,
    // Never after the start.
    Math.min(
      Date.parse(order.date) + order.free_cancel_minutes_after_booking * MINUTE,
      Date.parse(order.start),
    ),
  )
  return new Date(Math.min(freeUntil + 1, moment + MOST_RESERVED[card])).toISOString()
}

type Reserved = { card: string | null; authorised_at: string }

const wayOf = ({ card }: Pick<Reserved, 'card'>) => (card === null ? 'entered' : 'saved')

/** How long we leave money reserved at most. */
export const reservedUntil = (charge: Reserved): string =>
  new Date(Date.parse(charge.authorised_at) + MOST_RESERVED[wayOf(charge)]).toISOString()

/** Of money that was reserved before the order changed: the bank keeps it no longer for that. */
export function recaptureAt(order: Terms, charge: Reserved, now: Date): string {
  const latest = reservedUntil(charge)
  const wanted = captureAt(order, now, wayOf(charge))
  return wanted < latest ? wanted : latest
}

type ShownOfRow = Omit<Charge, 'checkout_url'> & { checkout_url: string | null }

export const shownCharge = (charge: ShownOfRow): Charge => ({
  ...charge,
  checkout_url: charge.status === 'open' ? charge.checkout_url : null,
})
