import { besideCard } from '@keyhour/contract/charges'
import type { Db } from '#server/db/connection.ts'
import { lockFreeLots } from '#server/features/credits/free-credits.ts'
import {
  type CreditOwner,
  listLotsOfOrder,
  lockLotsOfOrder,
  lockPoolLots,
  lockSpendableLots,
  prolongLots,
  takeBackReturned,
  writeLedger,
} from '#server/features/credits/ledger-queries.ts'
import { isLotExpired, type Lot, refundExpiry } from '#server/features/credits/rules.ts'

type Order = { office_id: number; id: number; user_id: number }

/** Without `end`, it is the visit that credits were set aside for. With `business_id`, company credits pay. */
type SpendingOrder = Order & CreditOwner & { end: string | null; business_id: number | null }

/** With `pay_until`, it still waits for its payment. */
type RefundedOrder = Order & { pay_until?: string | null }

/**
 * Takes up to `amount` of the order's currency, from the lots that expire first, and leaves nothing or at least `least` of
 * it for a card. Answers how much was taken.
 */
export async function spendCredits(
  db: Db,
  order: SpendingOrder,
  amount: number,
  now: Date,
  least = 0,
): Promise<number> {
  const spending = planSpending(await lockLotsFor(db, order, now), amount, least)
  await spend(db, order, spending, now)
  return spending.total
}

function lockLotsFor(db: Db, order: SpendingOrder, now: Date): Promise<Lot[]> {
  if (order.business_id !== null) return lockPoolLots(db, order.business_id, now)
  return order.end === null ? lockSpendableLots(db, order, now) : lockFreeLots(db, order, now)
}

/** What to take from each lot. */
export type CreditSpending = { shares: Share[]; total: number }

export function planSpending(lots: Lot[], amount: number, least = 0): CreditSpending {
  const most = sum(share(lots, amount))
  const { with_credits } = besideCard({ with_credits: most, left: amount - most }, least)
  const shares = share(lots, with_credits)
  return { shares, total: sum(shares) }
}

/** The caller has locked the lots. */
export const spend = (db: Db, order: Order, spending: CreditSpending, now: Date): Promise<void> =>
  spendOnAll(db, [{ order, spending }], now)

/** The caller has locked the lots. */
export async function spendOnAll(
  db: Db,
  spendings: { order: Order; spending: CreditSpending }[],
  now: Date,
): Promise<void> {
  const entries = spendings.flatMap(({ order, spending: { shares } }) =>
    shares.map(({ id, part }) => entry(order, id, -part, now)),
  )
  await writeLedger(db, entries)
}

/** What is left of the lots after this. */
export const lotsAfter = (lots: Lot[], { shares }: CreditSpending): Lot[] =>
  lots.map(({ id, most }) => ({ id, most: most - (shares.find((one) => one.id === id)?.part ?? 0) }))

/** What went back to lots that have expired, and until when it can be spent; null: it stays expired. */
export type Revived = { amount: number; until: string | null }

export type RefundedCredits = { total: number; expired: Revived | null }

/**
 * Refunds up to `amount` to the lots it came from, last taken first. A lot that has expired loses what was left in it, and
 * can be spent for some more days, unless the order was still waiting for its payment:
 * docs/decisions/0029-refunded-credits-can-be-spent.md.
 */
export async function refundCredits(
  db: Db,
  order: RefundedOrder,
  amount: number,
  now: Date,
): Promise<RefundedCredits> {
  const lots = await lockLotsOfOrder(db, order)
  const shares = share(lots, amount)
  const entries = shares.map(({ id, part }) => entry(order, id, part, now))
  if (order.pay_until) await writeLedger(db, entries)
  else await returnToLots(db, lots, entries, now)
  await takeBackReturned(
    db,
    shares.map(({ id }) => id),
    now,
  )
  return refunded(order, lots, shares, now)
}

type ReturnedEntry = Parameters<typeof writeLedger>[1][number]

/** The caller has locked the lots. */
export async function returnToLots(
  db: Db,
  lots: Pick<LotOfOrder, 'id' | 'expires_at' | 'remaining'>[],
  entries: ReturnedEntry[],
  now: Date,
): Promise<void> {
  const expired = lots.filter(
    (lot) => isLotExpired(lot, now) && entries.some(({ lot_id }) => lot_id === lot.id),
  )
  const writeOffs = expired.filter(({ remaining }) => remaining > 0)
  await writeLedger(db, [...writeOffs.map(({ id, remaining }) => writeOff(id, remaining, now)), ...entries])
  await prolongLots(
    db,
    expired.map(({ id }) => id),
    refundExpiry(now),
  )
}

/** What `refundCredits` would do. */
export async function previewRefund(
  db: Db,
  order: RefundedOrder,
  amount: number,
  now: Date,
): Promise<RefundedCredits> {
  const lots = await listLotsOfOrder(db, order)
  return refunded(order, lots, share(lots, amount), now)
}

function refunded(
  { pay_until }: RefundedOrder,
  lots: LotOfOrder[],
  shares: Share[],
  now: Date,
): RefundedCredits {
  const isOfExpired = ({ id }: Share) => isLotExpired(lots.find((lot) => lot.id === id)!, now)
  const amount = sum(shares.filter(isOfExpired))
  const until = pay_until ? null : refundExpiry(now)
  return { total: sum(shares), expired: amount > 0 ? { amount, until } : null }
}

/** Transfers the credits spent on an order to another order of the same customer, even from expired lots. */
export async function carryCredits(db: Db, from: Order, to: Order, now: Date): Promise<void> {
  const lots = await lockLotsOfOrder(db, from)
  const entries = lots.flatMap(({ id, most }) => [entry(from, id, most, now), entry(to, id, -most, now)])
  await writeLedger(db, entries)
}

type LotOfOrder = Awaited<ReturnType<typeof listLotsOfOrder>>[number]
type Share = { id: number; part: number }

function share(lots: Lot[], amount: number): Share[] {
  let wanted = amount
  return lots.flatMap(({ id, most }) => {
    const part = Math.min(most, wanted)
    wanted -= part
    return part > 0 ? [{ id, part }] : []
  })
}

const sum = (shares: Share[]): number => shares.reduce((total, { part }) => total + part, 0)

export const writeOff = (lot_id: number, remaining: number, now: Date) => ({
  lot_id,
  amount: -remaining,
  kind: 'expire' as const,
  at: now.toISOString(),
})

const entry = (order: Order, lot_id: number, amount: number, now: Date) => ({
  lot_id,
  amount,
  kind: amount < 0 ? ('spend' as const) : ('refund' as const),
  office_id: order.office_id,
  order_id: order.id,
  actor_id: order.user_id,
  at: now.toISOString(),
})
