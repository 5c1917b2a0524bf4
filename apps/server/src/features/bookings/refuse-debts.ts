import type { Space } from '#server/features/availability/space-queries.ts'
import type { Customer, Debt } from '#server/features/orders/row-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { DAY } from '#server/time/opening-hours.ts'

const NEW_ACCOUNT_DAYS = 30

type Debts = {
  space: Pick<Space, 'unpaid_bookings_allowed'>
  customer: Pick<Customer, 'created_at' | 'has_card'>
  /** What the customer still has to pay for in this office, without the order in question. */
  unpaid: Debt[]
}

/** Refuses a second order that waits for its payment by card: each keeps a space from others. */
export function refuseSecondWaiting(debts: Debt[]): void {
  const waiting = debts.filter(({ pay_until }) => pay_until !== null).map(({ id }) => id)
  if (waiting.length === 0) return
  const sentence = 'You have a booking awaiting payment. Please pay for it or cancel it first.'
  throw new Refusal('conflict', sentence, { unpaid_orders: waiting })
}

/** Refuses an order that is not paid in full, if the customer may leave no further one unpaid. */
export function refuseDebts(deps: Deps, debts: Debts): void {
  if (countAllowed(deps, debts) > 0) return
  const { payments } = deps
  const { customer, unpaid } = debts
  const mustPay = mustPayNow(deps, customer)
  throw new Refusal('conflict', reasonOf(unpaid, { mustPay, takesCards: payments.way !== 'invoice' }), {
    unpaid_orders: unpaid.map(({ id }) => id),
  })
}

/** How many more orders the customer may leave unpaid in the office. */
export const countAllowed = (deps: Deps, { space, customer, unpaid }: Debts): number =>
  mustPayNow(deps, customer) ? 0 : Math.max(0, space.unpaid_bookings_allowed - unpaid.length)

function mustPayNow({ config, now }: Deps, customer: Debts['customer']): boolean {
  const isNew = now().getTime() - Date.parse(customer.created_at) < NEW_ACCOUNT_DAYS * DAY
  return config.stripe !== undefined && isNew && !customer.has_card
}

function reasonOf(
  unpaid: Debt[],
  { mustPay, takesCards }: Record<'mustPay' | 'takesCards', boolean>,
): string {
  if (unpaid.length === 1 && unpaid[0]!.end === null)
    return 'Your visit in this office is still going on. Please check out or buy credits, and then try again.'
  if (unpaid.length === 1)
    return 'You have an unpaid booking in this office. Please pay for it or buy credits, and then try again.'
  if (unpaid.length > 1)
    return `You have ${unpaid.length} unpaid bookings in this office. Please pay for them or buy credits, and then try again.`
  if (mustPay) return 'New accounts pay when they book. Please pay by card or buy credits, or ask the office.'
  return takesCards
    ? 'Bookings in this office are paid when they are made. Please pay by card or buy credits, or ask the office.'
    : 'Bookings in this office are paid when they are made. Please buy credits, and then try again, or ask the office.'
}
