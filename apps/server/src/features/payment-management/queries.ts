import type { AdminPayment, PaymentState, PaymentWay } from '@keyhour/contract/payments'
import { and, desc, eq, ilike, or, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businesses } from '#server/db/schema/businesses.ts'
import { creditLots } from '#server/db/schema/credits.ts'
import { payments } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/users.ts'
import { listRefundsOf } from '#server/features/payment-management/refund-queries.ts'
import { refundableOf } from '#server/features/payment-management/refund-rules.ts'
import { shownPayment } from '#server/features/payments/queries.ts'

export type PaymentFilter = {
  user_id?: number | undefined
  status?: PaymentState | undefined
  way?: PaymentWay | undefined
  q: string
}

const lot = { granted: creditLots.granted, remaining: creditLots.remaining }
const buyer = {
  user_id: users.id,
  user_name: users.name,
  user_email: users.email,
  business_name: businesses.name,
}

const withBuyer = (db: Db) =>
  db
    .select({ payment: payments, lot, ...buyer })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.user_id))
    .leftJoin(businesses, eq(businesses.id, payments.business_id))
    .leftJoin(creditLots, eq(creditLots.id, payments.lot_id))

type Found = Awaited<ReturnType<typeof withBuyer>>[number]

async function withRefunds(db: Db, found: Found[]): Promise<AdminPayment[]> {
  const ids = found.map(({ payment }) => payment.id)
  const refunds = ids.length === 0 ? [] : await listRefundsOf(db, ids)
  return found.map(({ payment, lot, ...person }) => ({
    ...shownPayment(payment),
    ...person,
    // The provider's reference says nothing to people.
    reference: payment.way === 'invoice' ? payment.reference : null,
    refundable: lot ? refundableOf(payment, lot) : 0,
    refunds: refunds
      .filter(({ refund }) => refund.payment_id === payment.id)
      .map(({ refund, actor_name }) => ({ ...refund, credits: refund.credits / 100, actor_name })),
  }))
}

export async function findAdminPayment(db: Db, id: number): Promise<AdminPayment | undefined> {
  const [found] = await withRefunds(db, await withBuyer(db).where(eq(payments.id, id)))
  return found
}

export async function listPaymentsWith(
  db: Db,
  filter: PaymentFilter,
  { page, page_size }: { page: number; page_size: number },
): Promise<AdminPayment[]> {
  const rows = await withBuyer(db)
    .where(conditionOf(filter))
    .orderBy(desc(payments.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  return withRefunds(db, rows)
}

export async function countPaymentsWith(db: Db, filter: PaymentFilter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.user_id))
    .leftJoin(businesses, eq(businesses.id, payments.business_id))
    .where(conditionOf(filter))
  return row!.count
}

function conditionOf({ user_id, status, way, q }: PaymentFilter): SQL | undefined {
  return and(
    user_id === undefined ? undefined : eq(payments.user_id, user_id),
    status && eq(payments.status, status),
    way && eq(payments.way, way),
    q === '' ? undefined : matches(q),
  )
}

function matches(q: string): SQL | undefined {
  const part = `%${q.replace(/[\\%_]/g, '\\$&')}%`
  const isNumber = /^\d{1,15}$/.test(q)
  return or(
    ilike(users.name, part),
    ilike(sql`${users.email}::text`, part),
    ilike(businesses.name, part),
    ilike(payments.pack_name, part),
    isNumber ? eq(payments.id, Number(q)) : undefined,
    isNumber ? eq(payments.receipt_number, Number(q)) : undefined,
  )
}
