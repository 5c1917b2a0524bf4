import type { AffectedOrder, ShownOrders } from '@keyhour/contract/account-deletion'
import { hasBegun } from '@keyhour/contract/order-phase'
import type { Refund } from '@keyhour/contract/orders'
import { Currency } from '@keyhour/contract/primitives'
import type { Db } from '#server/db/connection.ts'
import { findOccupancy } from '#server/features/availability/occupancy-queries.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { listPurses } from '#server/features/credits/ledger-queries.ts'
import { amountIn } from '#server/features/credits/rules.ts'
import {
  cancelAndRefund,
  findFullRefund,
  findRefundByTerms,
} from '#server/features/orders/cancel-and-refund.ts'
import { cancelled } from '#server/features/orders/mails.ts'
import { listOpenOrdersOf, lockOpenOrdersOf, type OrderRow } from '#server/features/orders/row-queries.ts'
import { owedOf } from '#server/features/orders/rules.ts'
import { endVisit, leastForVisit, priceOfLeaving } from '#server/features/visits/check-out.ts'
import { leaveAllWaits } from '#server/features/waiting-list/leave-waiting-list.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/**
 * On their owner's request and at the purge, bookings are cancelled by their terms; an admin refunds everything. The
 * purge sends no mails.
 */
export type Leaving = { way: 'own request' | 'purge' } | { way: 'admin'; adminId: number }

const findRefund = (db: Db, order: OrderRow, way: Leaving['way'], now: Date): Promise<Refund> =>
  way === 'admin' ? findFullRefund(db, order, now) : findRefundByTerms(db, order, now)

/** What `cancelComingOrders` would do now. */
export async function listAffectedOrders(
  deps: Pick<Deps, 'now' | 'payments'> & { db: Db },
  userId: number,
  way: Leaving['way'],
): Promise<AffectedOrder[]> {
  const { db } = deps
  const moment = deps.now()
  const unfinished = await listOpenOrdersOf(db, userId, moment)
  const [begun, coming] = inTurn(unfinished, ({ order }) => order, moment)
  const purses = await listPurses(db, userId, moment)
  const credits = new Map(Currency.options.map((currency) => [currency, amountIn(purses, currency)]))
  const move = (currency: Currency, amount: number) => credits.set(currency, credits.get(currency)! + amount)
  const affected: AffectedOrder[] = []
  for (const { order, ...names } of coming) {
    const { refund, refund_credits, owed } = await findRefund(db, order, way, moment)
    // A company gets its own credits back.
    if (order.business_id === null) move(order.currency, refund_credits)
    const outcome = { refund, refund_credits, owed, waived: owedOf(order) - owed }
    affected.push({ ...names, ...factsOf(order), is_running: false, ...outcome, ...NO_COST })
  }
  for (const { order, ...names } of begun) {
    const taken = await findOccupancy(db, order)
    const [spendable, least] = [credits.get(order.currency)!, leastForVisit(deps, order)]
    const cost = priceOfLeaving(order, { taken, credits: spendable, least, now: moment })
    move(order.currency, -cost.with_credits)
    affected.push({ ...names, ...factsOf(order), is_running: true, ...NOTHING_BACK, ...cost })
  }
  return affected.sort((a, b) => Date.parse(a.start) - Date.parse(b.start) || a.id - b.id)
}

const NO_COST = { due: 0, with_credits: 0, left: 0 }
const NOTHING_BACK = { refund: 0, refund_credits: 0, owed: 0, waived: 0 }

const factsOf = ({ id, start, end, currency }: OrderRow) => ({ id, start, end, currency })

/** Coming orders are cancelled first, because their refunds can pay for those that have begun. */
function inTurn<T>(unfinished: T[], orderOf: (one: T) => OrderRow, now: Date): [begun: T[], coming: T[]] {
  const sorted = unfinished.toSorted((a, b) => orderOf(a).id - orderOf(b).id)
  const isBegun = (one: T) => hasBegun(orderOf(one), now.getTime())
  return [sorted.filter(isBegun), sorted.filter((one) => !isBegun(one))]
}

/**
 * Cancels coming orders and checks out of running visits. With `shown`, refuses unless exactly that would happen. Needs
 * a transaction.
 */
export async function cancelComingOrders(
  deps: Deps,
  db: Db,
  userId: number,
  leaving: Leaving & { shown?: ShownOrders | undefined },
): Promise<AffectedOrder[]> {
  const now = deps.now()
  const by = leaving.way === 'admin' ? leaving.adminId : leaving.way === 'own request' ? userId : null
  const letter = leaving.way === 'purge' ? null : cancelled
  const [begun, coming] = inTurn(await lockOpenOrdersOf(db, userId, now), (order) => order, now)
  const affected = await listAffectedOrders({ ...deps, db, now: () => now }, userId, leaving.way)
  if (leaving.shown && !isAsShown(affected, leaving.shown)) throw notAsShown(leaving.way, affected)
  await deleteHoldsOf(db, userId)
  await leaveAllWaits(db, userId, now)
  for (const order of coming) {
    const refund = await findRefund(db, order, leaving.way, now)
    await cancelAndRefund(deps, db, order, { refund, by, letter })
  }
  for (const order of begun) await endVisit(deps, db, order, { at: now, by })
  return affected
}

function isAsShown(affected: AffectedOrder[], shown: ShownOrders): boolean {
  const isSame = (one: AffectedOrder) =>
    shown.some(
      ({ id, is_running, refund, owed, due }) =>
        id === one.id &&
        is_running === one.is_running &&
        refund === one.refund &&
        (owed ?? one.owed) === one.owed &&
        due === one.due,
    )
  return affected.length === shown.length && affected.every(isSame)
}

const notAsShown = (way: Leaving['way'], affected_orders: AffectedOrder[]): Refusal =>
  new Refusal(
    'conflict',
    way === 'admin'
      ? 'The bookings of this user have changed in the meantime. Please check them again.'
      : 'Your bookings have changed in the meantime. Please check them again.',
    { affected_orders },
  )
