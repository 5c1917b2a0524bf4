import { and, asc, desc, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditLots } from '#server/db/schema/credits.ts'
import { paymentRefunds, payments } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/users.ts'
import type { PaymentRow } from '#server/features/payments/queries.ts'

export type RefundRow = typeof paymentRefunds.$inferSelect

export async function lockPaymentByCharge(db: Db, charge: string): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(eq(payments.charge_reference, charge))
    .for('update')
  return payment
}

export async function findPaymentByCharge(db: Db, charge: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.charge_reference, charge))
  return payment
}

export async function lockLot(db: Db, id: number) {
  const [lot] = await db
    .select({
      id: creditLots.id,
      granted: creditLots.granted,
      remaining: creditLots.remaining,
      expires_at: creditLots.expires_at,
    })
    .from(creditLots)
    .where(eq(creditLots.id, id))
    .for('update')
  return lot!
}

export async function insertRefund(db: Db, refund: typeof paymentRefunds.$inferInsert): Promise<RefundRow> {
  const [made] = await db.insert(paymentRefunds).values(refund).returning()
  return made!
}

export async function updateRefund(db: Db, id: number, change: Partial<RefundRow>): Promise<void> {
  await db.update(paymentRefunds).set(change).where(eq(paymentRefunds.id, id))
}

export async function findRefund(db: Db, id: number): Promise<RefundRow | undefined> {
  const [refund] = await db.select().from(paymentRefunds).where(eq(paymentRefunds.id, id))
  return refund
}

/** By our token or by the provider's reference, among those of one payment. */
export async function findRefundOf(
  db: Db,
  paymentId: number,
  { token, reference }: { token: string | null; reference: string },
): Promise<RefundRow | undefined> {
  const known = or(
    eq(paymentRefunds.reference, reference),
    token === null ? undefined : sql`${paymentRefunds.token}::text = ${token}`,
  )
  const [refund] = await db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.payment_id, paymentId), known))
  return refund
}

/** Those of a payment that have not failed, the newest first. */
export function listStandingRefunds(db: Db, paymentId: number): Promise<RefundRow[]> {
  return db
    .select()
    .from(paymentRefunds)
    .where(and(eq(paymentRefunds.payment_id, paymentId), ne(paymentRefunds.status, 'failed')))
    .orderBy(desc(paymentRefunds.id))
}

/** Refunds of ours that the provider has not finished, begun before that moment. */
export function listPendingRefunds(db: Db, begunBefore: Date, limit: number): Promise<RefundRow[]> {
  return db
    .select()
    .from(paymentRefunds)
    .where(
      and(
        eq(paymentRefunds.status, 'pending'),
        eq(paymentRefunds.cause, 'admin'),
        lt(paymentRefunds.created_at, begunBefore.toISOString()),
      ),
    )
    .orderBy(asc(paymentRefunds.created_at))
    .limit(limit)
}

/** Of several payments, the newest first. */
export function listRefundsOf(db: Db, paymentIds: number[]) {
  return db
    .select({ refund: paymentRefunds, actor_name: users.name })
    .from(paymentRefunds)
    .leftJoin(users, eq(users.id, paymentRefunds.actor_id))
    .where(inArray(paymentRefunds.payment_id, paymentIds))
    .orderBy(desc(paymentRefunds.id))
}
