import type { OfficeRole, User, UserSort } from '@keyhour/contract/admin-users'
import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { creditBalances, creditLots, isSpendable } from '#server/db/schema/credits.ts'
import { officeMembers } from '#server/db/schema/offices.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import type { Stretch } from '#server/features/admin-users/rules.ts'

export type UserFilter = {
  page?: number | undefined
  page_size: number
  sort: UserSort
  direction: 'asc' | 'desc'
  q: string
}

/** Ends in a unique column, so that pages do not overlap. */
const ORDERS: Record<UserSort, (direction: SQL) => SQL> = {
  id: (direction) => sql`${users.id} ${direction}`,
  name: (direction) => sql`lower(${users.name}) ${direction}, ${users.id} ${direction}`,
  email: (direction) => sql`${users.email} ${direction}, ${users.id} ${direction}`,
  credit_balance: (direction) =>
    sql`${creditBalances.hundredths} ${direction}, ${creditBalances.user_id} ${direction}`,
  created_at: (direction) => sql`${users.created_at} ${direction}, ${users.id} ${direction}`,
}

const couldBeBalance = (q: string): boolean => /^[\d.,]+$/.test(q)

/** Stored balances include expired credits until these are written off. */
export const needsBalances = ({ sort, q }: Pick<UserFilter, 'sort' | 'q'>): boolean =>
  sort === 'credit_balance' || couldBeBalance(q)

const somewhere = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** Short numbers match too many balances for the index to help: join and scan. */
const isJoined = (q: string): boolean => couldBeBalance(q) && q.length < 3

function isFound(q: string): SQL {
  if (q === '') return sql`true`
  const inWords = sql`${users.words} like lower(${somewhere(q)})`
  if (!couldBeBalance(q)) return inWords
  const inBalance = sql`${creditBalances.shown} like ${somewhere(q.replaceAll(',', ''))}`
  if (isJoined(q)) return sql`(${inBalance} or ${inWords})`
  return sql`${users.id} in (
    select ${creditBalances.user_id} from ${creditBalances} where ${inBalance}
    union select ${users.id} from ${users} where ${inWords})`
}

/** With the fewest tables, distant pages are skipped within one index. */
function source({ sort, q }: Pick<UserFilter, 'sort' | 'q'>): SQL {
  if (sort !== 'credit_balance' && !isJoined(q)) return sql`${users}`
  if (q === '') return sql`${creditBalances}`
  return sql`${users} join ${creditBalances} on ${creditBalances.user_id} = ${users.id}`
}

export async function listUserIds(
  db: Db,
  filter: Omit<UserFilter, 'page'>,
  stretch?: Stretch,
): Promise<number[]> {
  const { sort, direction, q } = filter
  const id = sort === 'credit_balance' ? creditBalances.user_id : users.id
  const { rows } = await db.execute<{ ids: string[] }>(sql`
    select array(select ${id} from ${source(filter)} where ${isFound(q)} order by ${ORDERS[sort](sql.raw(direction))}
      ${stretch ? sql`limit ${stretch.limit} offset ${stretch.offset}` : sql``}) as ids`)
  return rows[0]!.ids.map(Number)
}

export async function countUsers(db: Db, q: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::integer as count from ${source({ sort: 'id', q })} where ${isFound(q)}`,
  )
  return rows[0]!.count
}

export async function findListedUser(db: Db, id: number, now: Date): Promise<User | undefined> {
  const [user] = await findUsers(db, [id], now)
  return user
}

/** Keeps the sequence of the ids. */
export async function listUsersById(db: Db, ids: number[], now: Date): Promise<User[]> {
  const found = new Map((await findUsers(db, ids, now)).map((user) => [user.id, user]))
  return ids.flatMap((id) => found.get(id) ?? [])
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
