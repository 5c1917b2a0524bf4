import { and, asc, eq, isNotNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { chargeRefunds, charges } from '#server/db/schema/charges.ts'

export type CardRefundRow = typeof chargeRefunds.$inferSelect

type Order = { office_id: number; id: number }

const isHeld = sql`${charges.status} in ('authorised', 'captured')`

/** What cards hold for an order: reserved or taken, and not given back. */
export async function sumHeldOnCards(db: Db, { office_id, id }: Order): Promise<number> {
  const [row] = await db
    .select({ sum: sql<number>`coalesce(sum(${charges.kept}), 0)::float8` })
    .from(charges)
    .where(and(eq(charges.office_id, office_id), eq(charges.order_id, id), isHeld))
  return row!.sum
}

/** What went back to the cards that paid for an order. A refund that the provider refused is made by hand instead. */
export async function sumGivenBack(db: Db, order: Order & { paid_by_card: number }): Promise<number> {
  const refused = sql`(select coalesce(sum(${chargeRefunds.amount}), 0) from ${chargeRefunds}
    where ${chargeRefunds.charge_id} = ${charges.id} and ${chargeRefunds.cause} = 'order'
      and ${chargeRefunds.status} = 'failed')`
  const [row] = await db
    .select({
      count: sql<number>`count(*)::integer`,
      sum: sql<number>`coalesce(sum(case when ${isHeld} then ${charges.kept} else 0 end + ${refused}), 0)::float8`,
    })
    .from(charges)
    .where(
      and(
        eq(charges.office_id, order.office_id),
        eq(charges.order_id, order.id),
        isNotNull(charges.authorised_at),
      ),
    )
  return row!.count === 0 ? 0 : order.paid_by_card - row!.sum
}

export async function insertCardRefund(
  db: Db,
  refund: typeof chargeRefunds.$inferInsert,
): Promise<CardRefundRow> {
  const [made] = await db.insert(chargeRefunds).values(refund).returning()
  return made!
}

export async function updateCardRefund(db: Db, id: number, change: Partial<CardRefundRow>): Promise<void> {
  await db.update(chargeRefunds).set(change).where(eq(chargeRefunds.id, id))
}

export async function findCardRefund(db: Db, id: number): Promise<CardRefundRow | undefined> {
  const [refund] = await db.select().from(chargeRefunds).where(eq(chargeRefunds.id, id))
  return refund
}

/** By our token or by the provider's reference, among those of one charge. */
export async function findCardRefundOf(
  db: Db,
  chargeId: number,
  { token, reference }: { token: string | null; reference: string },
): Promise<CardRefundRow | undefined> {
  const known = or(
    eq(chargeRefunds.reference, reference),
    token === null ? undefined : sql`${chargeRefunds.token}::text = ${token}`,
  )
  const [refund] = await db
    .select()
    .from(chargeRefunds)
    .where(and(eq(chargeRefunds.charge_id, chargeId), known))
  return refund
}

export function listCardRefundsOf(db: Db, chargeId: number): Promise<CardRefundRow[]> {
  return db.select().from(chargeRefunds).where(eq(chargeRefunds.charge_id, chargeId))
}

/** Refunds of ours, the oldest first. The provider has not finished pending ones; failed ones are made by hand. */
export function listOwnRefundsOf(
  db: Db,
  chargeId: number,
  status: 'pending' | 'failed',
): Promise<CardRefundRow[]> {
  return db
    .select()
    .from(chargeRefunds)
    .where(
      and(
        eq(chargeRefunds.charge_id, chargeId),
        eq(chargeRefunds.status, status),
        eq(chargeRefunds.cause, 'order'),
      ),
    )
    .orderBy(asc(chargeRefunds.id))
}

/** Charges with something to tell the provider since that moment, the oldest first. */
export async function listChargesToSettle(db: Db, before: Date, limit: number): Promise<number[]> {
  const due = await db
    .select({ id: charges.id })
    .from(charges)
    .where(and(eq(charges.status, 'authorised'), lt(charges.capture_at, before.toISOString())))
    .orderBy(asc(charges.capture_at))
    .limit(limit)
  const refunded = await db
    .select({ id: chargeRefunds.charge_id })
    .from(chargeRefunds)
    .where(
      and(
        eq(chargeRefunds.status, 'pending'),
        eq(chargeRefunds.cause, 'order'),
        lt(chargeRefunds.created_at, before.toISOString()),
      ),
    )
    .orderBy(asc(chargeRefunds.created_at))
    .limit(limit)
  return [...new Set([...due, ...refunded].map(({ id }) => id))]
}
