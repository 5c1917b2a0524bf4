import type { PaymentWay } from '@keyhour/contract/payments'
import { DAY_MS, HOUR_MS } from '@keyhour/contract/price'

/** How long a payment stays open. Stripe allows its pages 30 minutes to 24 hours. */
const OPEN_MS: Record<PaymentWay, number> = { card: HOUR_MS, test: DAY_MS, invoice: 30 * DAY_MS }

export const payableUntil = (way: PaymentWay, now: Date): string =>
  new Date(now.getTime() + OPEN_MS[way]).toISOString()
