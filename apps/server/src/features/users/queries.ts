import type { User } from '@keyhour/contract/users'
import { and, desc, eq, gt, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditLots } from '#server/db/schema/credits.ts'
import { officeMembers } from '#server/db/schema/offices.ts'
import { profiles, users } from '#server/db/schema/users.ts'

export async function listUsers(db: Db, now: Date): Promise<User[]> {
  const balances = db
    .select({
      user_id: creditLots.user_id,
      credits: sql<number>`(sum(${creditLots.remaining}) / 100.0)::float8`.as('credits'),
    })
    .from(creditLots)
    .where(
      and(
        isNotNull(creditLots.user_id),
        or(isNull(creditLots.expires_at), gt(creditLots.expires_at, now.toISOString())),
      ),
    )
    .groupBy(creditLots.user_id)
    .as('balances')
  const memberships = db
    .select({
      user_id: officeMembers.user_id,
      offices: sql<
        { id: number }[]
      >`json_agg(distinct jsonb_build_object('id', ${officeMembers.office_id}))`.as('offices'),
    })
    .from(officeMembers)
    .groupBy(officeMembers.user_id)
    .as('memberships')

  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      admin: users.admin,
      phone: profiles.phone,
      credits: balances.credits,
      created_at: users.created_at,
      deleted_at: users.deleted_at,
      version: users.version,
      offices: memberships.offices,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(balances, eq(balances.user_id, users.id))
    .leftJoin(memberships, eq(memberships.user_id, users.id))
    .orderBy(desc(users.created_at), desc(users.id))
  return rows.map(({ phone, credits, offices, ...user }) => ({
    ...user,
    user_name: user.name,
    profile: { phone, passport_image: null },
    credit_balance: credits ?? 0,
    offices: offices ?? [],
  }))
}
