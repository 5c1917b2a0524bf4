import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import { wallClock } from '@keyhour/contract/office-clock'
import type { SpaceType } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'

export const NO_COMPANY = 'This company does not exist, or you do not manage it.'
export const NO_PERSON = 'This person does not belong to the company.'
export const LAST_MANAGER = 'A company needs a manager. Please make someone else a manager first.'
/** For the last manager, when nobody else is in the company. */
export const ALONE = 'Nobody else is in this company. You can close it on its settings page.'
const STILL_AHEAD =
  'Some bookings on company credits are not over yet. Cancel them, or close the company after the last one.'
const STILL_PAYING =
  'This company has an unfinished purchase or refund. Cancel unpaid purchases, or close the company once it is finished.'
const NOT_YOURS = 'You no longer belong to this company. You can pay for it yourself.'
const OTHER_CURRENCY =
  "This office charges in a different currency from your company's. You can pay for the booking yourself."
const OTHER_TYPE = 'Your company does not pay for spaces of this type. You can pay for the booking yourself.'

/** The first day of the month in which a stay starts, on the office's clock. */
export const monthOfStay = (from: number, timeZone: string): string =>
  `${wallClock(from, timeZone).date.slice(0, 7)}-01`

/** For sums that belong to no office. */
export const thisMonth = (now: Date): string => monthOfStay(now.getTime(), HOME_TIME_ZONE)

/** First days of months, both inclusive. */
export type Period = { from: string; to: string }

/**
 * The whole quarters in a period, as first days of the first and the last, and the months before and after them. A part
 * is empty if it ends before it starts.
 */
export function inQuarters({ from, to }: Period): { quarters: Period; before: Period; after: Period } {
  const first = Math.ceil(monthsSince(from) / 3) * 3
  const end = Math.floor((monthsSince(to) + 1) / 3) * 3
  if (first >= end) return { quarters: NO_MONTHS, before: { from, to }, after: NO_MONTHS }
  return {
    quarters: { from: monthAt(first), to: monthAt(end - 3) },
    before: { from, to: monthAt(first - 1) },
    after: { from: monthAt(end), to },
  }
}

const NO_MONTHS: Period = { from: '0001-02-01', to: '0001-01-01' }
const monthsSince = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1
const monthAt = (months: number): string =>
  `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}-01`

/** What a person may spend of the company's credits. Amounts are in hundredths of a credit. */
export type Standing = {
  currency: Currency
  monthly_limit: number | null
  allowed_types: SpaceType[] | null
  /** On stays of the month in question. */
  used: number
  /** In the pool. */
  left: number
}

/** `more`: what the company would pay, beyond what it has paid for the same stay. */
export type Spending = { more: number; type: SpaceType; currency: Currency }

/** Why company credits cannot pay for it; null if they can. */
export function refusalOfSpending(
  standing: Standing | undefined,
  { more, type, currency }: Spending,
): string | null {
  if (!standing) return NOT_YOURS
  const { monthly_limit, allowed_types, used, left } = standing
  if (standing.currency !== currency) return OTHER_CURRENCY
  if (allowed_types && !allowed_types.includes(type)) return OTHER_TYPE
  if (monthly_limit !== null && used + more > monthly_limit)
    return `This costs ${inCredits(more)}, and ${inCredits(Math.max(0, monthly_limit - used))} of the ${inCredits(monthly_limit)} company credits that you may spend that month are left. You can pay for it yourself.`
  if (more > left)
    return `This costs ${inCredits(more)}, and your company has ${inCredits(left)} credits left. You can pay for it yourself.`
  return null
}

/** Of a stay that costs no more than before, in a space of another type. */
export const refusalOfType = (standing: Standing | undefined, type: SpaceType): string | null =>
  standing?.allowed_types && !standing.allowed_types.includes(type) ? OTHER_TYPE : null

/** What is unfinished in a company. `left`: in its pool. */
export type Unsettled = { is_ahead: boolean; is_paying: boolean; left: number }

/** Why a company cannot be closed; null if it can. */
export function refusalToClose({ is_ahead, is_paying, left }: Unsettled): string | null {
  if (is_ahead) return STILL_AHEAD
  if (is_paying) return STILL_PAYING
  if (left === 0) return null
  return `This company still has ${inCredits(left)} credits. Use them up, or write to us for a refund, before you close it.`
}

const inCredits = (hundredths: number): string => (hundredths / 100).toFixed(2)
