import { z } from 'zod'
import type { RentType } from './offices.ts'
import { COMMISSION_PERCENT, TAX_PERCENT } from './orders.ts'
import { DAY_MS, HOUR_MS, priceOfTime } from './price.ts'
import { percentOf } from './primitives.ts'

/** How the admin list words a payment. */
export const ShownPayment = z.enum(['Credits', 'Pending', 'Partly Credit', 'Full Credit Card', 'Paid'])
export type ShownPayment = z.infer<typeof ShownPayment>

/** Of whatever the server says of a payment, in whatever case. */
export function shownPayment(status: string): ShownPayment {
  const text = status.toLowerCase()
  if (text.includes('credit') && text.includes('part')) return 'Partly Credit'
  if (text.includes('credit') && text.includes('full')) return 'Full Credit Card'
  if (text.includes('credits')) return 'Credits'
  return text === 'paid' ? 'Paid' : 'Pending'
}

export type Duration = { ms: number; amount: number; unit: 'hours' | 'days' } | 'unknown' | 'invalid'
type Moment = string | null | undefined

/** Time that went by, whatever the clocks on the wall did meanwhile. 24 hours and more count in days. */
export function durationOf(start: Moment, end: Moment): Duration {
  if (!start || !end) return 'unknown'
  const ms = Date.parse(end) - Date.parse(start)
  if (!(ms > 0)) return 'invalid'
  return ms >= DAY_MS
    ? { ms, amount: ms / DAY_MS, unit: 'days' }
    : { ms, amount: ms / HOUR_MS, unit: 'hours' }
}

/** To one decimal, halves up. `toFixed` would make 1.25 hours 1.3 and 1.15 hours 1.1, as the fraction happens to be kept. */
export function shownAmount({ ms, unit }: Exclude<Duration, string>): string {
  return (Math.round(ms / ((unit === 'days' ? DAY_MS : HOUR_MS) / 10)) / 10).toFixed(1)
}

function shownDuration(duration: Duration): string {
  if (duration === 'unknown') return 'N/A'
  if (duration === 'invalid') return 'Invalid date range'
  return `${shownAmount(duration)} ${duration.unit}`
}

/** What the row is made of: an `AdminOrder`, and less. Amounts are in minor units. */
export type OrderForRow = {
  id: number
  date: string
  start?: Moment
  /** Without it the visit still goes on. */
  end?: Moment
  /** Counts when it is a number. */
  total_price?: unknown
  basePricePerHourOrDay: number
  rent_type: RentType
  payment_status: string
  /** As they were when the order was made; otherwise those of today. */
  tax_percent?: number
  commission_percent?: number
}

/**
 * The agreed price, or else the rate times the length. 0 while the length is unknown. An agreed price counts even when the
 * order ends before it starts.
 */
function priceOf(order: OrderForRow, duration: Duration): number {
  if (duration === 'unknown') return 0
  if (Number.isFinite(order.total_price)) return Math.round(order.total_price as number)
  if (duration === 'invalid') return 0
  return priceOfTime(order.basePricePerHourOrDay, order.rent_type, duration.ms)
}

/** Moments as they are; amounts in minor units, each rounded by itself, so that sums and differences hold to the cent. */
export type OrderRow = {
  orderId: number
  orderDate: string
  serviceStartTime: string | null
  serviceEndTime: string | null
  serviceDuration: string
  /** Not rounded; 0 where the text has no number. */
  numericalDuration: number
  durationUnit: 'hours' | 'days' | null
  subOfficeServicePrice: number
  taxes: number
  totalAmountBilledToCustomer: number
  companyCommission: number
  netAmountToSubOffice: number
  paymentStatusAndMethod: ShownPayment
}

export function orderRow(order: OrderForRow): OrderRow {
  const duration = durationOf(order.start, order.end)
  const price = priceOf(order, duration)
  const taxes = percentOf(price, order.tax_percent ?? TAX_PERCENT)
  const companyCommission = percentOf(price, order.commission_percent ?? COMMISSION_PERCENT)
  return {
    orderId: order.id,
    orderDate: order.date,
    serviceStartTime: order.start || null,
    serviceEndTime: order.end || null,
    serviceDuration: shownDuration(duration),
    numericalDuration: typeof duration === 'string' ? 0 : duration.amount,
    durationUnit: typeof duration === 'string' ? null : duration.unit,
    subOfficeServicePrice: price,
    taxes,
    totalAmountBilledToCustomer: price + taxes,
    companyCommission,
    netAmountToSubOffice: price - companyCommission,
    paymentStatusAndMethod: shownPayment(order.payment_status),
  }
}
