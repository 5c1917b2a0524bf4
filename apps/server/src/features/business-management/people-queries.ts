import type { BusinessPerson, PersonSort } from '@keyhour/contract/businesses'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { businessMembers, businessUsage } from '#server/db/schema/businesses.ts'
import { users } from '#server/db/schema/users.ts'

type Filter = { businessId: number; q: string }
type View = { sort: PersonSort; direction: 'asc' | 'desc'; page: number; page_size: number; month: string }

const isFound = ({ businessId, q }: Filter): SQL | undefined =>
  and(
    eq(businessMembers.business_id, businessId),
    isNull(users.deleted_at),
    q === '' ? undefined : sql`${users.words} like lower(${containing(q)})`,
  )

/** A limit of null is the highest. */
const ORDERS: Record<PersonSort, SQL> = {
  name: sql`lower(${users.name})`,
  email: sql`${users.email}`,
  role: sql`${businessMembers.role}`,
  monthly_limit: sql`coalesce(${businessMembers.monthly_limit}, 2147483647)`,
  used_this_month: sql`coalesce(used.spent, 0)`,
  created_at: sql`${businessMembers.created_at}`,
}

/** Added up once for everybody, not for each person. Sums of bigint would be numeric, which takes longer. */
const used = (db: Db, businessId: number, month: string) =>
  db
    .select({ key: businessUsage.key, spent: sql<number>`sum(${businessUsage.spent}::float8)`.as('spent') })
    .from(businessUsage)
    .where(
      and(
        eq(businessUsage.business_id, businessId),
        eq(businessUsage.kind, 'person'),
        eq(businessUsage.month, month),
      ),
    )
    .groupBy(businessUsage.key)
    .as('used')

function selectPeople(db: Db, businessId: number, month: string) {
  const spending = used(db, businessId, month)
  return db
    .select({
      user_id: users.id,
      name: users.name,
      email: users.email,
      role: businessMembers.role,
      monthly_limit: businessMembers.monthly_limit,
      allowed_types: businessMembers.allowed_types,
      used_this_month: sql<number>`coalesce(${spending.spent}, 0)`,
      created_at: businessMembers.created_at,
    })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.user_id))
    .leftJoin(spending, eq(spending.key, businessMembers.user_id))
}

export function listPeople(
  db: Db,
  filter: Filter,
  { sort, direction, page, page_size, month }: View,
): Promise<BusinessPerson[]> {
  const way = sql.raw(direction)
  return selectPeople(db, filter.businessId, month)
    .where(isFound(filter))
    .orderBy(sql`${ORDERS[sort]} ${way}`, sql`${users.id} ${way}`)
    .limit(page_size)
    .offset((page - 1) * page_size)
}

export async function countPeople(db: Db, filter: Filter): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)::integer` })
    .from(businessMembers)
    .innerJoin(users, eq(users.id, businessMembers.user_id))
    .where(isFound(filter))
  return row!.count
}

export async function findPerson(
  db: Db,
  businessId: number,
  userId: number,
  month: string,
): Promise<BusinessPerson | undefined> {
  const [person] = await selectPeople(db, businessId, month).where(
    and(eq(businessMembers.business_id, businessId), eq(users.id, userId), isNull(users.deleted_at)),
  )
  return person
}
