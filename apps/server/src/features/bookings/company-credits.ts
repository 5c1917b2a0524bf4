import type { CompanyQuote, Quote } from '@keyhour/contract/bookings'
import { withTax } from '@keyhour/contract/price'
import type { Db } from '#server/db/connection.ts'
import type { Stay } from '#server/features/availability/plan-stay.ts'
import type { Space } from '#server/features/availability/space-queries.ts'
import { findStanding, lockStanding, type NamedStanding } from '#server/features/businesses/find-standing.ts'
import { monthOfStay, refusalOfSpending, refusalOfType } from '#server/features/businesses/rules.ts'
import type { Lot } from '#server/features/credits/rules.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { Refusal } from '#server/http/refusal.ts'

type CompanyStay = { business_id: number; space: Space; stay: Stay; userId: number; now: Date }

const spenderOf = ({ business_id, space, stay, userId }: CompanyStay) => ({
  business_id,
  user_id: userId,
  month: monthOfStay(stay.from, space.time_zone),
})

/** What the company would pay of the quote: all or nothing. */
export async function withCompany(db: Db, wanted: CompanyStay, quote: Quote): Promise<Quote> {
  const standing = await findStanding(db, spenderOf(wanted), wanted.now)
  const { type, currency } = wanted.space
  const refusal = refusalOfSpending(standing, { more: quote.due, type, currency })
  const with_credits = refusal === null ? quote.due : 0
  const company: CompanyQuote = {
    business_id: wanted.business_id,
    name: standing?.name ?? '',
    left: standing?.left ?? 0,
    monthly_limit: standing?.monthly_limit ?? null,
    used: standing?.used ?? 0,
    refusal,
  }
  return { ...quote, with_credits, left: quote.due - with_credits, company }
}

/** Locks what the company may pay for a new booking. Refuses one that it does not pay for wholly. */
export async function claimCompanyCredits(
  db: Db,
  wanted: CompanyStay,
): Promise<{ company: { id: number; name: string }; lots: Lot[] }> {
  const { standing, lots } = await lockStanding(db, spenderOf(wanted), wanted.now)
  const { type, currency, tax_percent } = wanted.space
  refuse(refusalOfSpending(standing, { more: withTax(wanted.stay.total_price, tax_percent), type, currency }))
  return { company: { id: wanted.business_id, name: standing!.name }, lots }
}

type Change = {
  space: Pick<Space, 'time_zone' | 'type'>
  from: number
  due: number
  now: Date
  isNewSpace?: boolean
}

/**
 * Refuses a change of an order on company credits that the company does not pay for. Locks what decides. The order has
 * its new time already, so that what it has cost counts towards the month of that.
 */
export async function refuseCompanyChange(db: Db, order: OrderRow, change: Change): Promise<void> {
  refuse(await lockRefusalOfChange(db, order, change))
}

/** The same, answered as a sentence for the customer; null if the company pays, or none has to. */
export async function lockRefusalOfChange(db: Db, order: OrderRow, change: Change): Promise<string | null> {
  if (order.business_id === null) return null
  const { standing } = await lockStanding(db, spenderOfChange(order, change), change.now)
  return refusalOfChange(order, change, standing)
}

/** Why the company would not pay for the change; null if it would, or if it costs nothing more. */
export async function findRefusalOfChange(db: Db, order: OrderRow, change: Change): Promise<string | null> {
  const standing = await findStanding(db, spenderOfChange(order, change), change.now)
  const arriving = isSameMonth(order, change) ? 0 : spentOn(order)
  return refusalOfChange(order, change, standing && { ...standing, used: standing.used + arriving })
}

const spenderOfChange = ({ business_id, user_id }: OrderRow, { space, from }: Change) => ({
  business_id: business_id!,
  user_id,
  month: monthOfStay(from, space.time_zone),
})

const spentOn = ({ paid_with_credits, refunded }: OrderRow): number =>
  Math.max(0, paid_with_credits - refunded)

const isSameMonth = ({ start }: OrderRow, { space: { time_zone }, from }: Change): boolean =>
  monthOfStay(from, time_zone) === monthOfStay(Date.parse(start), time_zone)

/** What the order has cost is part of what was used. */
function refusalOfChange(
  order: OrderRow,
  change: Change,
  standing: NamedStanding | undefined,
): string | null {
  const more = change.due - spentOn(order)
  if (more <= 0 && isSameMonth(order, change))
    return change.isNewSpace ? refusalOfType(standing, change.space.type) : null
  return refusalOfSpending(standing, { more, type: change.space.type, currency: order.currency })
}

function refuse(reason: string | null): void {
  if (reason !== null) throw new Refusal('conflict', reason)
}
