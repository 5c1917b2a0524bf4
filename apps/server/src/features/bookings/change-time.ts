import type { TimeChange } from '@keyhour/contract/bookings'
import { besideCard } from '@keyhour/contract/charges'
import type { OrderDetails } from '@keyhour/contract/orders'
import { withTax } from '@keyhour/contract/price'
import type { Db } from '#server/db/connection.ts'
import { giveBack } from '#server/features/availability/give-back.ts'
import { findOccupancy, freeOrder } from '#server/features/availability/occupancy-queries.ts'
import { planStay, type Stay } from '#server/features/availability/plan-stay.ts'
import { asAgreed } from '#server/features/availability/rules.ts'
import { type FoundSpace, findSpace, lockSpace } from '#server/features/availability/space-queries.ts'
import { claimUnit, takeUnit } from '#server/features/bookings/claim-unit.ts'
import { refuseCompanyChange } from '#server/features/bookings/company-credits.ts'
import { orAlternatives } from '#server/features/bookings/or-alternatives.ts'
import { payOrder } from '#server/features/bookings/pay-order.ts'
import {
  bookedSpan,
  leastForChange,
  priceOfChange,
  timeQuoteOf,
} from '#server/features/bookings/quote-time.ts'
import { refuseDebts } from '#server/features/bookings/refuse-debts.ts'
import { refuseNewPrice } from '#server/features/bookings/refuse-new-price.ts'
import { followPool } from '#server/features/businesses/follow-pool.ts'
import { followTerms } from '#server/features/charges/follow-terms.ts'
import {
  giveUpChange,
  payForChange,
  type Reserved,
  reserveForChange,
} from '#server/features/charges/reserve-for-change.ts'
import { NOT_ACCEPTED } from '#server/features/charges/rules.ts'
import { sumSpentOn } from '#server/features/credits/ledger-queries.ts'
import { refundCredits } from '#server/features/credits/spend-credits.ts'
import { followOrder } from '#server/features/grants/follow-order.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { auditForCustomer } from '#server/features/orders/audit-for-customer.ts'
import { findOrder } from '#server/features/orders/details-queries.ts'
import { cleanUnit } from '#server/features/orders/leave-unit.ts'
import {
  findOwnOrder,
  findOwnOrderRow,
  lockOwnOrder,
  refuseFinished,
} from '#server/features/orders/lock-own-order.ts'
import { mailOrder } from '#server/features/orders/mail-order.ts'
import { type Back, moved } from '#server/features/orders/mails.ts'
import { returnToCards } from '#server/features/orders/return-to-cards.ts'
import { keepCustomer, listDebts, type OrderRow, updateOrder } from '#server/features/orders/row-queries.ts'
import {
  differenceOf,
  heldOf,
  LEFT_CHANGED,
  owedOf,
  paidOf,
  statusOf,
} from '#server/features/orders/rules.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Moves, extends or shortens. Once free cancellation has ended, only the end can change. */
export async function changeTime(
  deps: Deps,
  orderId: number,
  { expected_total, expected_left, pay_by, ...times }: TimeChange,
  caller: Session,
): Promise<OrderDetails> {
  const now = deps.now()
  const known = await findOwnOrder(deps.db, orderId, caller)
  const place = { office_id: known.Office.id, sub_office_id: known.SubOffice?.id ?? null }
  const space = orMissing(await findSpace(deps.db, place), 'This space cannot be booked.')
  const stay = planStay(asAgreed(space, known), times, now, bookedSpan(known))

  const shown = { expected_total, expected_left }
  const reserved =
    pay_by === 'saved_card' ? await reserve(deps, orderId, { space, stay, caller, ...shown }) : undefined
  const wanted = { space, stay, userId: known.user_id, moved: known }
  const work = () =>
    deps.db.transaction(async (db) => {
      const customer = await keepCustomer(db, known.user_id)
      const order = await lockOwnOrder(db, orderId, caller)
      refuseFinished(order, now)
      const price = priceOfChange(space, order, stay, now)
      const { total_price } = price
      const due = withTax(total_price, order.tax_percent)
      await refuseNewPrice(expected_total, due, async () => ({
        time_quote: besideCard(
          await timeQuoteOf(db, order, price, now),
          leastForChange(deps, order, { pay_by }),
        ),
      }))
      await moveOrder(db, { order, space, stay, total_price }, now)
      await refuseCompanyChange(db, order, { space, from: stay.from, due, now })
      const settled = await settleDifference(
        deps,
        db,
        order,
        total_price,
        leastForChange(deps, order, { pay_by }),
      )
      if (reserved) await payForChange(deps, db, reserved)
      const byCard = reserved?.charge.amount ?? 0
      const left = due - paidOf(order) - settled.taken - byCard
      if (order.business_id !== null) await followPool(deps, db, order.business_id)
      if (customer && caller.id === order.user_id && left > owedOf(order)) {
        const unpaid = (await listDebts(db, order)).filter(({ id }) => id !== order.id)
        refuseDebts(deps, { space, customer, unpaid })
      }
      const details = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
      await addEvent(deps, db, order, { kind: 'moved', actor_id: caller.id, details, at: now })
      await auditForCustomer(db, order, caller, { action: 'change order time', now })
      await followTerms(deps, db, { ...order, ...details })
      await followOrder(deps, db, order)
      await mailOrder(deps, db, order.id, moved(settled))
      return (await findOrder(db, order.id))!
    })
  try {
    return await orAlternatives(deps, wanted, work)
  } catch (error) {
    if (reserved) await giveUpChange(deps, reserved)
    throw error
  }
}

type Change = Pick<TimeChange, 'expected_total' | 'expected_left'> & {
  space: FoundSpace
  stay: Stay
  caller: Session
}

/** Reserves what the change leaves to pay on the saved card. Undefined if that is nothing. Not in a transaction. */
async function reserve(
  deps: Deps,
  orderId: number,
  { space, stay, expected_total, expected_left, caller }: Change,
): Promise<Reserved | undefined> {
  const { db } = deps
  const now = deps.now()
  const order = await findOwnOrderRow(db, orderId, caller)
  if (order.business_id !== null)
    throw new Refusal(
      'conflict',
      'This booking is on company credits. Your card cannot pay for a longer one.',
    )
  if (order.user_id !== caller.id)
    throw new Refusal('conflict', 'Only the customer can pay with the saved card.')
  refuseFinished(order, now)
  const least = leastForChange(deps, order, { pay_by: 'saved_card' })
  const quote = besideCard(await timeQuoteOf(db, order, priceOfChange(space, order, stay, now), now), least)
  await refuseNewPrice(expected_total, quote.due, async () => ({ time_quote: quote }))
  if (expected_left !== undefined && expected_left !== quote.left)
    throw new Refusal('conflict', LEFT_CHANGED, { time_quote: quote })
  if (quote.left > 0 && quote.left < least) throw new Refusal('conflict', NOT_ACCEPTED)
  return quote.left > 0 ? reserveForChange(deps, order, quote.left) : undefined
}

type Move = {
  order: OrderRow
  /** Where it goes: its own space, or another one of its office. */
  space: FoundSpace
  stay: Stay
  total_price: number
  base_price?: number
}

/** Claims the unit and changes the order. */
export async function moveOrder(
  db: Db,
  { order, space, stay, total_price, base_price = order.base_price }: Move,
  now: Date,
): Promise<void> {
  await lockSpace(db, space)
  const taken = await findOccupancy(db, order)
  await freeOrder(db, order)
  // The past of a running stay needs no unit any more.
  const span = { from: Math.max(stay.from, now.getTime()), to: stay.to }
  const unit = await claimUnit(db, { space, span, userId: order.user_id, now, kept: taken?.unit_id })
  await takeUnit(db, space, unit, { cause: 'order', order_id: order.id, span })
  const stays = unit === taken?.unit_id && stay.from <= taken.from
  if (taken && !stays) await cleanUnit(db, order, taken, now)
  if (taken) await giveBack(db, order, taken)
  await updateOrder(db, order, {
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    sub_office_id: space.sub_office_id,
    base_price,
    total_price,
  })
}

/**
 * Charges a higher price and refunds a lower one: credits first, then the card, the rest by hand. Answers what was taken from
 * credits and what is refunded. `least`: what has to be left if a card pays the rest.
 */
export async function settleDifference(
  deps: Deps,
  db: Db,
  order: OrderRow,
  total_price: number,
  least = 0,
): Promise<Back & { taken: number }> {
  const now = deps.now()
  const { back } = differenceOf(order, withTax(total_price, order.tax_percent))
  if (back === 0) return { ...NOTHING_BACK, taken: await payOrder(db, { ...order, total_price }, now, least) }
  const { total: credits, expired } = await refundCredits(db, order, back, now)
  const card = await returnToCards(deps, db, order, back - credits)
  const refunded = order.refunded + back
  const held = heldOf({ ...order, refunded }, await sumSpentOn(db, order))
  await updateOrder(db, order, { refunded, payment_status: statusOf(0, held) })
  return { taken: 0, credits, card, rest: back - credits - card, expired }
}

export const NOTHING_BACK = { credits: 0, card: 0, rest: 0, expired: null }
