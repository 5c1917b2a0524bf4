import type { OfficeRole, User, UserSort } from '@keyhour/contract/admin-users'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditLots, isSpendable } from '#server/db/schema/credits.ts'
import { officeMembers } from '#server/db/schema/offices.ts'
import { profiles, users } from '#server/db/schema/users.ts'

export type Wish = {
  page?: number | undefined
  page_size: number
  sort: UserSort
  direction: 'asc' | 'desc'
  q: string
}

/** The balance of everybody who has one, in hundredths, summed once. */
const balances = (now: Date): SQL => sql`with balances as materialized (
  select ${creditLots.user_id}, sum(${creditLots.remaining}) as hundredths from ${creditLots}
  where ${creditLots.user_id} is not null and ${isSpendable(now)} group by ${creditLots.user_id}
)`

/** Each ends in something that no two users share, so that pages do not overlap. */
const ORDERS: Record<UserSort, (direction: SQL) => SQL> = {
  id: (direction) => sql`${users.id} ${direction}`,
  name: (direction) => sql`lower(${users.name}) ${direction}, ${users.id} ${direction}`,
  email: (direction) => sql`${users.email} ${direction}`,
  credit_balance: (direction) => sql`coalesce(balances.hundredths, 0) ${direction}, ${users.id} ${direction}`,
  created_at: (direction) => sql`${users.created_at} ${direction}, ${users.id} ${direction}`,
}

const couldBeBalance = (q: string): boolean => /^[\d.,]+$/.test(q)
const somewhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

const NOTHING = '0.00'

function isFound(q: string): SQL {
  if (q === '') return sql`true`
  const inWords = sql`${users.name} ilike ${somewhere(q)} or ${users.email}::text ilike ${somewhere(q)}`
  if (!couldBeBalance(q)) return sql`(${inWords})`
  const figures = q.replaceAll(',', '')
  const shown = sql`hundredths / 100 || '.' || lpad((hundredths % 100)::text, 2, '0')`
  return sql`(coalesce(${shown} like ${somewhere(figures)}, ${NOTHING.includes(figures)}) or ${inWords})`
}

/** Balances are summed only for those who ask for them. */
function select(what: SQL, { sort, q }: Pick<Wish, 'sort' | 'q'>, now: Date): SQL {
  if (sort !== 'credit_balance' && !couldBeBalance(q))
    return sql`select ${what} from ${users} where ${isFound(q)}`
  return sql`${balances(now)} select ${what} from ${users}
    left join balances on balances.user_id = ${users.id} where ${isFound(q)}`
}

/** Without `page`, all of them. */
export async function listUsers(db: Db, wish: Wish, now: Date): Promise<User[]> {
  const { page, page_size, sort, direction } = wish
  const { rows } = await db.execute<{ id: string }>(sql`
    ${select(sql`${users.id}`, wish, now)} order by ${ORDERS[sort](sql.raw(direction))}
    ${page ? sql`limit ${page_size} offset ${(page - 1) * page_size}` : sql``}`)
  const ids = rows.map(({ id }) => Number(id))
  const found = new Map((await findUsers(db, ids, now)).map((user) => [user.id, user]))
  return ids.map((id) => found.get(id)!)
}

export async function countUsers(db: Db, q: string, now: Date): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    select(sql`count(*)::integer as count`, { sort: 'id', q }, now),
  )
  return rows[0]!.count
}

export async function findListedUser(db: Db, id: number, now: Date): Promise<User | undefined> {
  const [user] = await findUsers(db, [id], now)
  return user
}

async function findUsers(db: Db, ids: number[], now: Date): Promise<User[]> {
  const among = sql.param(ids)
  const credits = db
    .select({
      user_id: creditLots.user_id,
      credits: sql<number>`(sum(${creditLots.remaining}) / 100.0)::float8`.as('credits'),
    })
    .from(creditLots)
    .where(sql`${creditLots.user_id} = any(${among}) and ${isSpendable(now)}`)
    .groupBy(creditLots.user_id)
    .as('credits')
  const memberships = await listMemberships(db, ids)
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      admin: users.admin,
      phone: profiles.phone,
      credits: credits.credits,
      created_at: users.created_at,
      deleted_at: users.deleted_at,
      purged_at: users.purged_at,
      version: users.version,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .leftJoin(credits, eq(credits.user_id, users.id))
    .where(sql`${users.id} = any(${among})`)
  return rows.map(({ phone, credits, ...user }) => ({
    ...user,
    user_name: user.name,
    profile: { phone, passport_image: null },
    credit_balance: credits ?? 0,
    offices: memberships.get(user.id) ?? [],
  }))
}

type Membership = { id: number; roles: OfficeRole[] }

async function listMemberships(db: Db, ids: number[]): Promise<Map<number, Membership[]>> {
  const rows = await db
    .select({
      user_id: officeMembers.user_id,
      id: officeMembers.office_id,
      roles: sql<OfficeRole[]>`array_agg(${officeMembers.role} order by ${officeMembers.role})`,
    })
    .from(officeMembers)
    .where(sql`${officeMembers.user_id} = any(${sql.param(ids)})`)
    .groupBy(officeMembers.user_id, officeMembers.office_id)
    .orderBy(officeMembers.office_id)
  const memberships = new Map<number, Membership[]>()
  for (const { user_id, ...membership } of rows)
    memberships.set(user_id, [...(memberships.get(user_id) ?? []), membership])
  return memberships
}
