import type { PoolPayment } from '@keyhour/contract/business-credits'
import type { AdminBusiness, Business, OwnBusiness } from '@keyhour/contract/businesses'
import { and, asc, desc, eq, gt, ilike, isNull, type SQL, sql } from 'drizzle-orm'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { businesses, businessInvitations, businessMembers } from '#server/db/schema/businesses.ts'
import { payments } from '#server/db/schema/payments.ts'
import { users } from '#server/db/schema/users.ts'
import { nameUnlessGone } from '#server/features/business-management/order-queries.ts'
import type { Unsettled } from '#server/features/businesses/rules.ts'
import { shownPayment } from '#server/features/payments/queries.ts'

type Page = { page: number; page_size: number }

export async function insertBusiness(db: Db, business: typeof businesses.$inferInsert): Promise<number> {
  const [made] = await db.insert(businesses).values(business).returning({ id: businesses.id })
  return made!.id
}

type By = { id: number; at: string }

export async function updateBusiness(
  db: Db,
  id: number,
  change: Partial<typeof businesses.$inferInsert>,
  by: By,
): Promise<void> {
  await db
    .update(businesses)
    .set({ ...change, version: sql`${businesses.version} + 1`, updated_at: by.at, updated_by: by.id })
    .where(eq(businesses.id, id))
}

const people = (role?: 'manager'): SQL<number> =>
  sql<number>`(select count(*) from business_members join users on users.id = business_members.user_id
    where business_members.business_id = businesses.id and users.deleted_at is null
    ${role ? sql`and business_members.role = ${role}` : sql``})::integer`

/** What can be spent of the pool, in hundredths of a credit. */
const left = (now: Date): SQL<number> =>
  sql<number>`coalesce((select sum(lot.remaining) from credit_lots lot where lot.business_id = businesses.id
    and lot.remaining > 0 and (lot.expires_at is null or lot.expires_at > ${now.toISOString()}::timestamptz)), 0)::float8`

type Moment = { now: Date; month: string }

export async function findShownBusiness(db: Db, id: number, { now, month }: Moment): Promise<Business> {
  const [business] = await db
    .select({
      id: businesses.id,
      name: businesses.name,
      currency: businesses.currency,
      billing_email: businesses.billing_email,
      tax_id: businesses.tax_id,
      low_at: businesses.low_at,
      left: left(now),
      spent_this_month: sql<number>`coalesce((select sum(usage.spent) from business_usage usage
        where usage.business_id = businesses.id and usage.kind = 'space' and usage.month = ${month}), 0)::float8`,
      people: people(),
      managers: people('manager'),
      invited: sql<number>`(select count(*) from ${businessInvitations} where ${isOpen(id, now)})::integer`,
      created_at: businesses.created_at,
      closed_at: businesses.deleted_at,
      version: businesses.version,
    })
    .from(businesses)
    .where(eq(businesses.id, id))
  return business!
}

const isOpen = (businessId: number, now: Date) =>
  and(
    eq(businessInvitations.business_id, businessId),
    isNull(businessInvitations.used_at),
    isNull(businessInvitations.revoked_at),
    gt(businessInvitations.expires_at, now.toISOString()),
  )

/** All of it at one moment. */
export async function findUnsettled(db: Db, id: number, now: Date): Promise<Unsettled> {
  const [found] = await db
    .select({
      is_ahead: sql<boolean>`exists (select from orders where orders.business_id = businesses.id
        and orders.cancelled_at is null and (orders."end" is null or orders."end" > ${now.toISOString()}::timestamptz))`,
      is_paying: sql<boolean>`exists (select from payments where payments.business_id = businesses.id
        and (payments.status = 'open' or exists (select from payment_refunds
          where payment_refunds.payment_id = payments.id and payment_refunds.status = 'pending')))`,
      left: left(now),
    })
    .from(businesses)
    .where(eq(businesses.id, id))
  return found!
}

/** With `id`, only that company. */
export function listOwnBusinesses(
  db: Db,
  userId: number,
  { now, month }: Moment,
  id?: number,
): Promise<OwnBusiness[]> {
  return db
    .select({
      id: businesses.id,
      name: businesses.name,
      role: businessMembers.role,
      currency: businesses.currency,
      left: left(now),
      monthly_limit: businessMembers.monthly_limit,
      allowed_types: businessMembers.allowed_types,
      used_this_month: usedBy(month),
    })
    .from(businessMembers)
    .innerJoin(businesses, eq(businesses.id, businessMembers.business_id))
    .where(
      and(
        eq(businessMembers.user_id, userId),
        isNull(businesses.deleted_at),
        id === undefined ? undefined : eq(businesses.id, id),
      ),
    )
    .orderBy(asc(businesses.name), asc(businesses.id))
}

/** Of a row of `business_members`. */
const usedBy = (month: string): SQL<number> =>
  sql<number>`coalesce((select sum(usage.spent) from business_usage usage
    where usage.business_id = business_members.business_id and usage.kind = 'person'
      and usage.month = ${month} and usage.key = business_members.user_id), 0)::float8`

type BusinessFilter = { q: string; with_closed: boolean }

const isNamed = ({ q, with_closed }: BusinessFilter) =>
  and(
    with_closed ? undefined : isNull(businesses.deleted_at),
    q === '' ? undefined : ilike(businesses.name, containing(q)),
  )

export function listBusinessesNamed(
  db: Db,
  filter: BusinessFilter,
  { page, page_size, now }: Page & { now: Date },
): Promise<AdminBusiness[]> {
  return db
    .select({
      id: businesses.id,
      name: businesses.name,
      currency: businesses.currency,
      people: people(),
      managers: people('manager'),
      left: left(now),
      created_at: businesses.created_at,
      closed_at: businesses.deleted_at,
    })
    .from(businesses)
    .where(isNamed(filter))
    .orderBy(sql`lower(${businesses.name})`, asc(businesses.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
}

export const countBusinessesNamed = (db: Db, filter: BusinessFilter): Promise<number> =>
  db.$count(businesses, isNamed(filter))

export async function listPoolPayments(
  db: Db,
  businessId: number,
  { page, page_size }: Page,
): Promise<PoolPayment[]> {
  const rows = await db
    .select({ payment: payments, user_name: nameUnlessGone })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.user_id))
    .where(eq(payments.business_id, businessId))
    .orderBy(desc(payments.id))
    .limit(page_size)
    .offset((page - 1) * page_size)
  return rows.map(({ payment, user_name }) => ({
    ...shownPayment(payment),
    user_id: payment.user_id,
    user_name,
  }))
}

export const countPaymentsOf = (db: Db, businessId: number): Promise<number> =>
  db.$count(payments, eq(payments.business_id, businessId))
