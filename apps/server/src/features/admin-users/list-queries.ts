import type { OfficeRole, User, UserSort } from '@keyhour/contract/admin-users'
import { type Currency, DEFAULT_CURRENCY } from '@keyhour/contract/primitives'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { containing } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { creditBalances, creditLots, isSpendable } from '#server/db/schema/credits.ts'
import { officeMembers, offices } from '#server/db/schema/offices.ts'
import { profiles, users } from '#server/db/schema/users.ts'
import type { Stretch } from '#server/features/admin-users/rules.ts'
import type { Purse } from '#server/features/credits/rules.ts'

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

/** Short numbers match too many balances for the index to help: join and scan. */
const isJoined = (q: string): boolean => couldBeBalance(q) && q.length < 3

function isFound(q: string): SQL {
  if (q === '') return sql`true`
  const inWords = sql`${users.words} like lower(${containing(q)})`
  if (!couldBeBalance(q)) return inWords
  const inBalance = sql`${creditBalances.shown} like ${containing(q.replaceAll(',', ''))}`
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
  const purses = await listPursesOf(db, ids, now)
  const memberships = await listMemberships(db, ids)
  const rows = await db
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      admin: users.admin,
      phone: profiles.phone,
      created_at: users.created_at,
      deleted_at: users.deleted_at,
      purged_at: users.purged_at,
      version: users.version,
    })
    .from(users)
    .leftJoin(profiles, eq(profiles.user_id, users.id))
    .where(sql`${users.id} = any(${sql.param(ids)})`)
  return rows.map(({ phone, ...user }) => ({
    ...user,
    user_name: user.name,
    profile: { phone, passport_image: null },
    ...balancesOf(purses.get(user.id) ?? []),
    ...officesOf(memberships.get(user.id) ?? []),
  }))
}

const balancesOf = (purses: Purse[]): Pick<User, 'credit_balance' | 'credit_balances'> => ({
  credit_balance: purses.reduce((sum, { amount }) => sum + amount, 0) / 100,
  credit_balances: purses.map(({ currency, amount }) => ({ currency, credits: amount / 100 })),
})

function officesOf(memberships: Membership[]): Pick<User, 'default_currency' | 'offices'> {
  const currencies = new Set(memberships.flatMap(({ currency }) => currency ?? []))
  return {
    default_currency: currencies.size === 1 ? [...currencies][0]! : DEFAULT_CURRENCY,
    offices: memberships.map(({ id, roles }) => ({ id, roles })),
  }
}

async function listPursesOf(db: Db, ids: number[], now: Date): Promise<Map<number, Purse[]>> {
  const { user_id, currency, remaining } = creditLots
  const rows = await db
    .select({ user_id, currency, amount: sql<number>`sum(${remaining})::float8` })
    .from(creditLots)
    .where(sql`${user_id} = any(${sql.param(ids)}) and ${isSpendable(now)}`)
    .groupBy(user_id, currency)
    .orderBy(currency)
  return byUser(rows)
}

/** A deleted office has no currency. */
type Membership = { id: number; roles: OfficeRole[]; currency: Currency | null }

async function listMemberships(db: Db, ids: number[]): Promise<Map<number, Membership[]>> {
  const rows = await db
    .select({
      user_id: officeMembers.user_id,
      id: officeMembers.office_id,
      roles: sql<OfficeRole[]>`array_agg(${officeMembers.role} order by ${officeMembers.role})`,
      currency: offices.currency,
    })
    .from(officeMembers)
    .leftJoin(offices, and(eq(offices.id, officeMembers.office_id), isNull(offices.deleted_at)))
    .where(sql`${officeMembers.user_id} = any(${sql.param(ids)})`)
    .groupBy(officeMembers.user_id, officeMembers.office_id, offices.currency)
    .orderBy(officeMembers.office_id)
  return byUser(rows)
}

function byUser<Row extends { user_id: number | null }>(rows: Row[]): Map<number, Row[]> {
  const found = new Map<number, Row[]>()
  for (const row of rows) found.set(row.user_id!, [...(found.get(row.user_id!) ?? []), row])
  return found
}
