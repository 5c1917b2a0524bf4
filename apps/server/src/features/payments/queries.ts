import type { PackPayment } from '@keyhour/contract/payments'
import { taxIn } from '@keyhour/contract/payments'
import type { Language } from '@keyhour/contract/primitives'
import { and, asc, desc, eq, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditPacks } from '#server/db/schema/credits.ts'
import { paymentEvents, payments, receiptNumbers } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/users.ts'

export type PaymentRow = typeof payments.$inferSelect

export function shownPayment(payment: PaymentRow): PackPayment {
  const isOpen = payment.status === 'open'
  return {
    ...payment,
    tax: taxIn(payment.amount, payment.tax_percent),
    checkout_url: isOpen ? payment.checkout_url : null,
    expires_at: isOpen ? payment.expires_at : null,
  }
}

export async function findPackForSale(db: Db, id: number) {
  const [pack] = await db
    .select()
    .from(creditPacks)
    .where(
      and(eq(creditPacks.id, id), eq(creditPacks.is_active, true), sql`${creditPacks.deleted_at} is null`),
    )
  return pack
}

export async function insertPayment(db: Db, payment: typeof payments.$inferInsert): Promise<PaymentRow> {
  const [made] = await db.insert(payments).values(payment).returning()
  return made!
}

export async function updatePayment(
  db: Db,
  id: number,
  change: Partial<typeof payments.$inferInsert>,
): Promise<PaymentRow> {
  const [changed] = await db.update(payments).set(change).where(eq(payments.id, id)).returning()
  return changed!
}

export async function findPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id))
  return payment
}

/** Undefined for a payment of somebody else. */
export async function findOwnPayment(db: Db, id: number, userId: number): Promise<PaymentRow | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.id, id), eq(payments.user_id, userId)))
  return payment
}

export async function lockPayment(db: Db, id: number): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.id, id)).for('update')
  return payment
}

export async function findPaymentByToken(db: Db, token: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.token, token))
  return payment
}

export async function lockPaymentByToken(db: Db, token: string): Promise<PaymentRow | undefined> {
  const [payment] = await db.select().from(payments).where(eq(payments.token, token)).for('update')
  return payment
}

export function listOwnPayments(
  db: Db,
  userId: number,
  { page, page_size }: { page: number; page_size: number },
): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(eq(payments.user_id, userId))
    .orderBy(desc(payments.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
}

export const countOwnPayments = (db: Db, userId: number): Promise<number> =>
  db.$count(payments, eq(payments.user_id, userId))

export const countOpenInvoices = (db: Db, userId: number): Promise<number> =>
  db.$count(
    payments,
    and(eq(payments.user_id, userId), eq(payments.way, 'invoice'), eq(payments.status, 'open')),
  )

/** Waits for a receipt that is being written, so that the numbers have no gaps. */
export async function nextReceiptNumber(db: Db): Promise<number> {
  const [next] = await db
    .update(receiptNumbers)
    .set({ last: sql`${receiptNumbers.last} + 1` })
    .returning({ last: receiptNumbers.last })
  return next!.last
}

/** False if the event was carried out before. Waits for a transaction that is carrying it out now. */
export async function claimEvent(db: Db, event: { id: string; type: string }, now: Date): Promise<boolean> {
  const claimed = await db
    .insert(paymentEvents)
    .values({ id: event.id, type: event.type, received_at: now.toISOString() })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id })
  return claimed.length > 0
}

export async function deleteEventsBefore(db: Db, moment: Date): Promise<void> {
  await db.delete(paymentEvents).where(lt(paymentEvents.received_at, moment.toISOString()))
}

/** Payments by card that were begun before that moment, the oldest first. */
export function listOpenCheckouts(db: Db, begunBefore: Date, limit: number): Promise<PaymentRow[]> {
  return db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.status, 'open'),
        eq(payments.way, 'card'),
        isNotNull(payments.reference),
        lt(payments.created_at, begunBefore.toISOString()),
      ),
    )
    .orderBy(asc(payments.expires_at))
    .limit(limit)
}

/** Payments whose time is over, except those that only the provider knows about. */
export async function expirePayments(db: Db, now: Date): Promise<void> {
  await db
    .update(payments)
    .set({ status: 'expired' })
    .where(
      and(
        eq(payments.status, 'open'),
        lte(payments.expires_at, now.toISOString()),
        sql`(${payments.way} <> 'card' or ${payments.reference} is null)`,
      ),
    )
}

export type Buyer = { id: number; name: string; email: string; language: Language; isGone: boolean }

export async function findBuyer(db: Db, userId: number): Promise<Buyer> {
  const [found] = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      language: users.language,
      isGone: sql<boolean>`${users.deleted_at} is not null`,
    })
    .from(users)
    .where(eq(users.id, userId))
  return found!
}

/** Keeps the amounts. */
export async function forgetBuyer(db: Db, userId: number): Promise<void> {
  await db
    .update(payments)
    .set({ buyer_name: null })
    .where(and(eq(payments.user_id, userId), isNotNull(payments.buyer_name)))
}
