type Price = { amount: number; refunded: number }
type Lot = { granted: number; remaining: number }

/** The credits that so much of the price stands for, rounded up: of the whole sum, so that parts add up to it. */
const worth = (part: number, { amount }: Price, { granted }: Lot): number =>
  Math.ceil((part * granted) / amount)

/** As much of the price as the credits that are left stand for. */
export function refundableOf(price: Price, lot: Lot): number {
  const { amount, refunded } = price
  const covered = Math.floor(((worth(refunded, price, lot) + lot.remaining) * amount) / lot.granted)
  return Math.min(amount, covered) - refunded
}

/** The credits that are taken back for a refund: never more than are left, and with the last of the money all of them. */
export function creditsFor(refund: number, price: Price, lot: Lot): number {
  const total = price.refunded + refund
  if (total >= price.amount) return lot.remaining
  return Math.min(lot.remaining, worth(total, price, lot) - worth(price.refunded, price, lot))
}

type Refund = { amount: number; credits: number }

/**
 * When one of several refunds fails: what is refunded then, and how many of its credits stay taken for the others. These
 * may have claimed more than was left to claim before.
 */
export function afterFailure(
  failed: Refund,
  others: Refund[],
  price: Price,
  lot: Lot,
): { refunded: number; kept: number } {
  const claimed = others.reduce((sum, { amount }) => sum + amount, 0)
  const taken = others.reduce((sum, { credits }) => sum + credits, 0)
  const refunded = Math.min(price.amount, claimed)
  const missing = Math.max(0, worth(refunded, price, lot) - taken)
  return { refunded, kept: Math.min(failed.credits, missing) }
}
