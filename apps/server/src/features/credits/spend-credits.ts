import type { Db } from '#server/db/connection.ts'
import {
  listLotsOfOrder,
  lockLotsOfOrder,
  lockSpendableLots,
  writeLedger,
} from '#server/features/credits/ledger-queries.ts'

type Order = { office_id: number; id: number; user_id: number }

/** Takes up to `amount`, from the lots that expire first. Answers how much was taken. */
export async function spendCredits(db: Db, order: Order, amount: number, now: Date): Promise<number> {
  const spending = planSpending(await lockSpendableLots(db, order.user_id, now), amount)
  await spend(db, order, spending, now)
  return spending.total
}

/** What to take from each lot. */
type Spending = { shares: Share[]; total: number }

export function planSpending(lots: Lot[], amount: number): Spending {
  const shares = share(lots, amount)
  return { shares, total: sum(shares) }
}

/** The caller has locked the lots. */
export async function spend(db: Db, order: Order, { shares }: Spending, now: Date): Promise<void> {
  const entries = shares.map(({ id, part }) => entry(order, id, -part, now))
  await writeLedger(db, entries)
}

/** Refunds up to `amount` to the lots it came from, last taken first. Answers how much was refunded. */
export async function refundCredits(db: Db, order: Order, amount: number, now: Date): Promise<number> {
  const shares = share(await lockLotsOfOrder(db, order), amount)
  const entries = shares.map(({ id, part }) => entry(order, id, part, now))
  await writeLedger(db, entries)
  return sum(shares)
}

/** How much of a refund the customer could spend: what goes back to an expired lot is lost. */
export async function spendableOfRefund(db: Db, order: Order, amount: number, now: Date): Promise<number> {
  const lots = await listLotsOfOrder(db, order)
  const isExpired = (lotId: number) => {
    const { expires_at } = lots.find(({ id }) => id === lotId)!
    return expires_at !== null && Date.parse(expires_at) <= now.getTime()
  }
  return sum(share(lots, amount).filter(({ id }) => !isExpired(id)))
}

/** Transfers the credits spent on an order to another order of the same customer, even from expired lots. */
export async function carryCredits(db: Db, from: Order, to: Order, now: Date): Promise<void> {
  const lots = await lockLotsOfOrder(db, from)
  const entries = lots.flatMap(({ id, most }) => [entry(from, id, most, now), entry(to, id, -most, now)])
  await writeLedger(db, entries)
}

type Lot = { id: number; most: number }
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

const entry = (order: Order, lot_id: number, amount: number, now: Date) => ({
  lot_id,
  amount,
  kind: amount < 0 ? ('spend' as const) : ('refund' as const),
  office_id: order.office_id,
  order_id: order.id,
  actor_id: order.user_id,
  at: now.toISOString(),
})
