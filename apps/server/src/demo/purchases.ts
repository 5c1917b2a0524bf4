import { TAX_PERCENT } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { paymentRefunds, payments, receiptNumbers } from '#server/db/schema/payments.ts'
import type { People } from '#server/demo/add-people.ts'
import { type Credits, PACKS, TEAM } from '#server/demo/credits.ts'
import { BUSINESSES } from '#server/demo/people.ts'
import type { DemoLot } from '#server/demo/purses.ts'
import { insertAll, iso, reserveIds } from '#server/demo/rows.ts'
import { payableUntil } from '#server/features/payments/rules.ts'
import { DAY, MINUTE } from '#server/time/opening-hours.ts'

type NewPayment = typeof payments.$inferInsert
type Demo = { people: People; credits: Credits; now: number }
type Bought = DemoLot & { pack: number }

/** What people and companies paid for their packs, an order on invoice that is not paid yet, and one that never was. */
export async function addPurchases(db: Db, { people, credits, now }: Demo): Promise<DemoRefund[]> {
  const bought = credits.lots.filter(isBought)
  const unpaid = [ordered(people, now - 12 * DAY, 'open'), ordered(people, now - 100 * DAY, 'expired')]
  const rows = [...bought.map((lot, at) => paid(lot, at + 1, { people, now })), ...unpaid]
  const ids = await reserveIds(db, payments, rows.length)
  const numbered = rows
    .sort((a, b) => a.created_at.localeCompare(b.created_at))
    .map(({ pack, ...row }, at) => ({ ...row, id: ids[at]!, ...ofPack(pack, credits.packIds) }))
  await insertAll(db, payments, numbered)
  await db.update(receiptNumbers).set({ last: bought.length })

  const refunds = bought.flatMap(({ id, refund }) => {
    const payment = numbered.find(({ lot_id }) => lot_id === id)!
    return refund ? [{ ...refund, user_id: payment.user_id, payment_id: payment.id }] : []
  })
  await insertAll(db, paymentRefunds, refunds.map(refundRow(people.of('admin').id)))
  return refunds
}

export type DemoRefund = NonNullable<DemoLot['refund']> & { user_id: number; payment_id: number }

const isBought = (lot: DemoLot): lot is Bought => lot.pack !== null

type Row = Omit<NewPayment, keyof ReturnType<typeof ofPack>> & { pack: number; created_at: string }

function paid(
  { id, owner, pack, createdAt, refund }: Bought,
  receipt_number: number,
  { people, now }: Pick<Demo, 'people' | 'now'>,
): Row {
  const begun = new Date(createdAt - MINUTE)
  return {
    ...('business_id' in owner
      ? companyBuys(people, owner.business_id)
      : personBuys(people, owner.user_id, now)),
    pack,
    way: 'test',
    status: 'paid',
    lot_id: id,
    receipt_number,
    refunded: refund?.amount ?? 0,
    created_at: begun.toISOString(),
    expires_at: payableUntil('test', begun),
    paid_at: iso(createdAt),
  }
}

function personBuys({ all }: People, user_id: number, now: number) {
  const { leftAt, name } = all.find((one) => one.id === user_id)!
  return { user_id, buyer_name: leftAt < now ? null : name }
}

/** Its manager buys for it. */
function companyBuys({ businessIds, of }: People, business_id: number) {
  const { name, tax_id, manager } = BUSINESSES[businessIds.indexOf(business_id)]!
  return { user_id: of(manager).id, business_id, buyer_name: `${name} (${tax_id})` }
}

const ordered = ({ of, businessIds }: People, at: number, status: 'open' | 'expired'): Row => ({
  user_id: of('business').id,
  business_id: businessIds[0]!,
  pack: TEAM,
  way: 'invoice',
  status,
  created_at: iso(at),
  expires_at: payableUntil('invoice', new Date(at)),
})

function ofPack(pack: number, packIds: number[]) {
  const { name: pack_name, price_cents: amount, credits_amount, duration_days, currency } = PACKS[pack]!
  return {
    credit_pack_id: packIds[pack]!,
    pack_name,
    credits_amount,
    duration_days,
    amount,
    currency,
    tax_percent: TAX_PERCENT,
  }
}

const refundRow =
  (actor_id: number) =>
  ({ payment_id, amount, credits, reason, at }: DemoRefund) => ({
    payment_id,
    amount,
    credits,
    reason,
    actor_id,
    cause: 'admin' as const,
    status: 'succeeded' as const,
    created_at: iso(at),
  })
