import { z } from 'zod'
import type { RentType } from './offices.ts'
import { COMMISSION_PERCENT, TAX_PERCENT } from './orders.ts'
import { DAY_MS, HOUR_MS, percentOf, priceOfTime } from './price.ts'

/** As the admin list words it. */
export const ShownPayment = z.enum(['Credits', 'Pending', 'Partly Credit', 'Full Credit Card', 'Paid'])
export type ShownPayment = z.infer<typeof ShownPayment>

/** Accepts any status of the server, in any case. */
export function shownPayment(status: string): ShownPayment {
  const text = status.toLowerCase()
  if (text.includes('credit') && text.includes('part')) return 'Partly Credit'
  if (text.includes('credit') && text.includes('full')) return 'Full Credit Card'
  if (text.includes('credits')) return 'Credits'
  return text === 'paid' ? 'Paid' : 'Pending'
}

export type Duration = { ms: number; amount: number; unit: 'hours' | 'days' } | 'unknown' | 'invalid'
type Moment = string | null | undefined

/** Elapsed time, whatever clock changes happened meanwhile. 24 hours and more count in days. */
export function durationOf(start: Moment, end: Moment): Duration {
  if (!start || !end) return 'unknown'
  const ms = Date.parse(end) - Date.parse(start)
  if (!(ms > 0)) return 'invalid'
  return ms >= DAY_MS
    ? { ms, amount: ms / DAY_MS, unit: 'days' }
    : { ms, amount: ms / HOUR_MS, unit: 'hours' }
}

/** To one decimal, halves up. `toFixed` would round 1.25 up and 1.15 down, because of how fractions are stored. */
export function shownAmount({ ms, unit }: Exclude<Duration, string>): string {
  return (Math.round(ms / ((unit === 'days' ? DAY_MS : HOUR_MS) / 10)) / 10).toFixed(1)
}

function shownDuration(duration: Duration): string {
  if (duration === 'unknown') return 'N/A'
  if (duration === 'invalid') return 'Invalid date range'
  return `${shownAmount(duration)} ${duration.unit}`
}

/** An `AdminOrder`, or parts of it. Amounts are in minor units. */
export type OrderForRow = {
  id: number
  date: string
  start?: Moment
  /** Left out while the visit goes on. */
  end?: Moment
  /** Used if it is a number. */
  total_price?: unknown
  basePricePerHourOrDay: number
  rent_type: RentType
  payment_status: string
  /** As they were when the order was made; left out: today's. */
  tax_percent?: number
  commission_percent?: number
}

/**
 * The agreed price, or else the rate times the duration. 0 while the duration is unknown. An agreed price counts even
 * when the order ends before it starts.
 */
function priceOf(order: OrderForRow, duration: Duration): number {
  if (duration === 'unknown') return 0
  if (Number.isFinite(order.total_price)) return Math.round(order.total_price as number)
  if (duration === 'invalid') return 0
  return priceOfTime(order.basePricePerHourOrDay, order.rent_type, duration.ms)
}

/** Amounts are in minor units, each rounded by itself, so that sums and differences are exact to the cent. */
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

type OrderDue = OrderForRow & {
  tax_percent: number
  commission_percent: number
  cancelled_at: string | null
  /** With tax. */
  kept: number
}

/** What an order brings, as in its statement: of a cancelled one, what its terms keep. */
export function amountsDue(order: OrderDue): { price: number; tax: number; commission: number; net: number } {
  const row = orderRow(order)
  const isCancelled = order.cancelled_at !== null
  const price = isCancelled
    ? Math.round((order.kept * 100) / (100 + order.tax_percent))
    : row.subOfficeServicePrice
  const commission = percentOf(price, order.commission_percent)
  return { price, tax: isCancelled ? order.kept - price : row.taxes, commission, net: price - commission }
}
