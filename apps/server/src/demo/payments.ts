import type { PaymentStatus } from '@keyhour/contract/orders'
import { withTax } from '@keyhour/contract/price'
import { BUSINESSES, DEMO_SIGN_INS } from '#server/demo/people.ts'
import type { Purses } from '#server/demo/purses.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { type DemoStay, isLongAgo } from '#server/demo/stays.ts'
import { monthOfStay } from '#server/features/businesses/rules.ts'
import { DAY, HOUR, MINUTE } from '#server/time/opening-hours.ts'

export type DemoOrder = DemoStay & { id: number }

export type Payment = {
  /** Before tax; null while a visit on demand is going on. */
  total: number | null
  status: PaymentStatus
  withCredits: number
  byCard: number
  refunded: number
  /** What the terms keep of a cancelled order, with tax. */
  kept: number
}

const FREE_CANCEL = 24 * HOUR
const FREE_AFTER_BOOKING = 15 * MINUTE
const LATE_REFUND_PERCENT = 50

/** Pays and refunds in chronological order, from purses that cannot be overdrawn. */
export function settle(orders: DemoOrder[], purses: Purses, now: number): Map<DemoOrder, Payment> {
  const random = createRandom(1, 'demo payments')
  const [debts, spent] = [new Set<string>(), new Map<string, number>()]
  const payments = new Map<DemoOrder, Payment>()
  const steps = orders.flatMap((order) => {
    const paying = {
      at: dueAt(order),
      run: () =>
        void payments.set(
          order,
          isLongAgo(order, now) ? paidByCard(order) : pay(order, { purses, debts, spent, random }),
        ),
    }
    const cancelledAt = order.cancelledAt
    return cancelledAt === null
      ? [paying]
      : [paying, { at: cancelledAt, run: () => payBack(order, payments.get(order)!, purses) }]
  })
  for (const step of steps.sort((a, b) => a.at - b.at)) step.run()
  purses.expire(now)
  return payments
}

/** A visit on demand is priced when it ends. */
const dueAt = ({ bookingType, to, bookedAt }: DemoOrder): number =>
  bookingType === 'on_demand' && to !== null ? to : bookedAt

/**
 * `debts` has the people with an unpaid order, by office: an office allows one. `spent` is what each employee has spent of
 * company credits, by month.
 */
type Till = { purses: Purses; debts: Set<string>; spent: Map<string, number>; random: Random }

function pay(order: DemoOrder, till: Till): Payment {
  const { purses, debts, random } = till
  if (order.businessId !== null) {
    const paid = payByCompany(order, till)
    if (paid) return paid
    order.businessId = null
  }
  const at = dueAt(order)
  const total = totalOf(order)
  const nothing = { total, withCredits: 0, byCard: 0, refunded: 0, kept: 0 }
  if (total === null) return { ...nothing, status: 'pending' }

  const due = dueOf(order, total)
  const { currency } = order.space.place.city
  const payer = { userId: order.customer.id, businessId: order.businessId, currency }
  const available = purses.available(payer, at)
  const chosen = chooseStatus(available, due, random)
  const status = chosen === 'pending' && !mayOwe(order, debts) ? 'full credit card' : chosen
  if (status === 'pending') return { ...nothing, status }

  const withCredits = status === 'credits' || status === 'part credit' ? Math.min(available, due) : 0
  purses.spend(payer, withCredits, at, purchaseOf(order))
  return { ...nothing, status, withCredits, byCard: due - withCredits }
}

function paidByCard(order: DemoOrder): Payment {
  const total = totalOf(order)!
  return {
    total,
    status: 'full credit card',
    withCredits: 0,
    byCard: dueOf(order, total),
    refunded: 0,
    kept: 0,
  }
}

/** The company pays all of it, or nothing. */
function payByCompany(order: DemoOrder, { purses, spent }: Till): Payment | undefined {
  const { customer, space, businessId, bookedAt: at, from, bookingType } = order
  const total = totalOf(order)
  const { currency, time_zone } = space.place.city
  const payer = { userId: customer.id, businessId, currency }
  if (bookingType === 'on_demand' || total === null) return undefined
  const due = dueOf(order, total)
  const month = `${customer.id} in ${monthOfStay(from, time_zone)}`
  const used = (spent.get(month) ?? 0) + due
  if (purses.available(payer, at) < due || used > limitOf(customer.account)) return undefined
  spent.set(month, used)
  purses.spend(payer, due, at, purchaseOf(order))
  return { total, status: 'credits', withCredits: due, byCard: 0, refunded: 0, kept: 0 }
}

function limitOf(account: string): number {
  const credits = BUSINESSES.flatMap(({ employees }) => employees).find(([one]) => one === account)?.[1]
  return (credits ?? Number.POSITIVE_INFINITY) * 100
}

const dueOf = ({ space }: DemoOrder, total: number): number => withTax(total, space.place.city.tax_percent)

/** The demo sign-ins owe nothing, so that they can book everywhere. */
function mayOwe({ customer, space }: DemoOrder, debts: Set<string>): boolean {
  const debt = `${customer.id} in ${space.place.id}`
  if (DEMO_SIGN_INS.some(({ email }) => email === customer.email) || debts.has(debt)) return false
  debts.add(debt)
  return true
}

/** Base price times duration: whole days, or hours to the minute. */
function totalOf({ space, from, to }: DemoOrder): number | null {
  if (to === null) return null
  const duration = space.rentType === 'day' ? daysOf(from, to) : (to - from) / HOUR
  return Math.round(space.basePrice * duration)
}

/** For stays from an opening to a closing; the slack allows for clock changes. */
const daysOf = (from: number, to: number): number => Math.ceil((to - from - 2 * HOUR) / DAY)

function chooseStatus(available: number, due: number, random: Random): PaymentStatus {
  if (available >= due && random.chance(0.6)) return 'credits'
  if (available < due && available >= due * 0.2 && random.chance(0.45)) return 'part credit'
  return random.pick(['full credit card', 'full credit card', 'full credit card', 'paid', 'paid', 'pending'])
}

const purchaseOf = ({ space, id, customer }: DemoOrder) => {
  return { office_id: space.place.id, order_id: id, actor_id: customer.id }
}

function payBack(order: DemoOrder, payment: Payment, purses: Purses): void {
  const percent = refundPercent(order)
  const due = dueOf(order, payment.total ?? 0)
  payment.kept = due - Math.round((due * percent) / 100)
  if (payment.status === 'pending') return
  const credits = Math.min(Math.round((payment.withCredits * percent) / 100), due - payment.kept)
  payment.refunded = payment.withCredits + payment.byCard - payment.kept
  purses.refund(credits, order.cancelledAt!, purchaseOf(order))
}

function refundPercent({ bookedAt, from, cancelledAt }: DemoOrder): number {
  const isEarly = cancelledAt! <= from - FREE_CANCEL || cancelledAt! <= bookedAt + FREE_AFTER_BOOKING
  if (isEarly) return 100
  return cancelledAt! <= from ? LATE_REFUND_PERCENT : 0
}
