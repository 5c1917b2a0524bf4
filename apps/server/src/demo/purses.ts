import type { Currency } from '@keyhour/contract/primitives'
import type { creditLedger } from '#server/db/schema/credits.ts'
import { iso } from '#server/demo/rows.ts'
import { DAY } from '#server/time/opening-hours.ts'

type LedgerRow = Omit<typeof creditLedger.$inferInsert, 'at'> & { at: string }

/** Amounts are in hundredths of a credit, each of which pays one minor unit of a price. */
export type DemoLot = {
  id: number
  owner: { user_id: number } | { business_id: number }
  /** The number of the pack in the demo, and its id; null for credits from an admin. */
  pack: number | null
  packId: number | null
  /** Of its price. */
  refund: { amount: number; credits: number; reason: string; at: number } | null
  currency: Currency
  granted: number
  remaining: number
  createdAt: number
  /** Infinity: never. */
  expiresAt: number
  ledger: LedgerRow[]
}

type Payer = { userId: number; businessId: number | null; currency: Currency }

type Purchase = { office_id: number; order_id: number; actor_id: number }

export type Purses = {
  available: (payer: Payer, at: number) => number
  /** Oldest expiry first. Calls come in chronological order, and never for more than is available. */
  spend: (payer: Payer, amount: number, at: number, on: Purchase) => void
  /** Returns credits to the lots they came from. */
  refund: (amount: number, at: number, on: Purchase) => void
  /** Writes off credits that were not spent in time. */
  expire: (now: number) => void
}

export function createPurses(lots: DemoLot[]): Purses {
  const purseOf = (payer: Payer, at: number): DemoLot[] =>
    lots
      .filter((lot) => belongs(lot, payer) && lot.createdAt <= at && at < lot.expiresAt && lot.remaining > 0)
      .sort((a, b) => a.expiresAt - b.expiresAt || a.id - b.id)

  return {
    available: (payer, at) => purseOf(payer, at).reduce((sum, lot) => sum + lot.remaining, 0),
    spend(payer, amount, at, on) {
      let left = amount
      for (const lot of purseOf(payer, at)) {
        const part = Math.min(left, lot.remaining)
        if (part > 0) move(lot, -part, { kind: 'spend', at: iso(at), ...on })
        left -= part
      }
    },
    refund(amount, at, on) {
      let left = amount
      for (const lot of lots) {
        const part = Math.min(left, spentOn(lot, on))
        if (part > 0) {
          if (lot.expiresAt <= at) prolong(lot, at)
          move(lot, part, { kind: 'refund', at: iso(at), ...on })
        }
        left -= part
      }
    },
    expire(now) {
      for (const lot of lots.filter(({ expiresAt, remaining }) => expiresAt <= now && remaining > 0)) {
        const at = [iso(lot.expiresAt), ...lot.ledger.map((row) => row.at)].sort().at(-1)!
        move(lot, -lot.remaining, { kind: 'expire', at })
      }
    },
  }
}

/** As the product does: what was left is lost, and what is refunded can be spent for 30 days. */
function prolong(lot: DemoLot, at: number): void {
  if (lot.remaining > 0) move(lot, -lot.remaining, { kind: 'expire', at: iso(lot.expiresAt) })
  lot.expiresAt = nextMidnight(at + 30 * DAY)
}

/** In UTC. */
export const nextMidnight = (moment: number): number => Math.floor(moment / DAY + 1) * DAY

function belongs({ owner, ...lot }: DemoLot, { userId, businessId, currency }: Payer): boolean {
  if (lot.currency !== currency) return false
  return 'business_id' in owner
    ? owner.business_id === businessId
    : businessId === null && owner.user_id === userId
}

const spentOn = ({ ledger }: DemoLot, { order_id }: Purchase): number =>
  -ledger.filter((row) => row.order_id === order_id).reduce((sum, row) => sum + row.amount, 0)

function move(lot: DemoLot, amount: number, row: Omit<LedgerRow, 'lot_id' | 'amount'>): void {
  lot.remaining += amount
  lot.ledger.push({ lot_id: lot.id, amount, ...row })
}
