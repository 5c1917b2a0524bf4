import type { PackPayment } from '@keyhour/contract/payments'
import { taxIn } from '@keyhour/contract/payments'
import type { Language } from '@keyhour/contract/primitives'
import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditLedger, creditLots, creditPacks } from '#server/db/schema/credits.ts'
import { paymentEvents, payments, receiptNumbers } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/users.ts'
import { isManager } from '#server/features/businesses/queries.ts'

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

/** Undefined for a payment of somebody else. One for a company belongs to its managers. */
export async function findOwnPayment(db: Db, id: number, userId: number): Promise<PaymentRow | undefined> {
  const payment = await findPayment(db, id)
  if (!payment) return undefined
  const isTheirs =
    payment.business_id === null
      ? payment.user_id === userId
      : await isManager(db, payment.business_id, userId)
  return isTheirs ? payment : undefined
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
    .where(isOwn(userId))
    .orderBy(desc(payments.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
}

export const countOwnPayments = (db: Db, userId: number): Promise<number> =>
  db.$count(payments, isOwn(userId))

/** For the buyer, not for a company. */
const isOwn = (userId: number) => and(eq(payments.user_id, userId), isNull(payments.business_id))

/** Whether the company has ever paid for a pack. */
export async function hasBought(db: Db, businessId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: payments.id })
    .from(payments)
    .where(and(eq(payments.business_id, businessId), eq(payments.status, 'paid')))
    .limit(1)
  return found !== undefined
}

/** The payments that an order was paid from, with the credits they have left, in hundredths. */
export function listPaymentsWithCreditsLeft(
  db: Db,
  order: { office_id: number; id: number },
): Promise<{ payment: PaymentRow; credits: number }[]> {
  const lotsOfOrder = db
    .select({ id: creditLedger.lot_id })
    .from(creditLedger)
    .where(and(eq(creditLedger.office_id, order.office_id), eq(creditLedger.order_id, order.id)))
  return db
    .select({ payment: payments, credits: creditLots.remaining })
    .from(payments)
    .innerJoin(creditLots, eq(creditLots.id, payments.lot_id))
    .where(and(inArray(payments.lot_id, lotsOfOrder), gt(creditLots.remaining, 0)))
    .orderBy(asc(payments.id))
}

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

export async function deletePaymentEventsBefore(db: Db, moment: Date): Promise<void> {
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
    .where(and(isOwn(userId), isNotNull(payments.buyer_name)))
}
