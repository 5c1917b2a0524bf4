import type { Database } from '../../server/src/db/connection.ts'
import { type Product, start } from '../system/product.ts'
import { type Client, now, type Space, startOutsideDatabase } from './outside-database.ts'

export type { Client, Space }

/** On the clock of the offices. */
export const day = (later: number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Jerusalem' }).format(
    now().getTime() + later * 86_400_000,
  )

/** Two servers on one empty PostgreSQL. */
export async function startPair() {
  const { settings, pool, spaces, person, stop } = await startOutsideDatabase()
  const servers = await Promise.all([start(settings('one')), start(settings('two'))])

  return {
    servers: servers as [Product, Product],
    pool,
    person,
    spaces,
    day,
    async stop() {
      await Promise.all(servers.map((server) => server.kill('SIGTERM')))
      await stop()
    },
  }
}

export type Answer = {
  status: number
  body: { id: number; detail?: string; alternatives?: unknown[] } & Record<string, never>
}

export async function call(
  server: Product,
  { token }: Client,
  [method, path]: [method: string, path: string],
  body?: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const reply = await fetch(`${server.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, body: await reply.json() }
}

export const pick = <T>(all: readonly T[]): T => all[Math.floor(Math.random() * all.length)]!

/** A random time of up to three hours, from few slots, so that clients compete for them. */
export function someTime(date: string) {
  const start = Math.floor(Math.random() * 16)
  const end = start + 1 + Math.floor(Math.random() * 6)
  return { date, start: halfHour(start), end: halfHour(end) }
}

const halfHour = (count: number): string =>
  `${String(9 + (count >> 1)).padStart(2, '0')}:${count % 2 ? '30' : '00'}`

/** Queries that must never return a row. */
const NEVER = {
  'a unit is taken twice': `select a.id from occupancy a join occupancy b
    on a.office_id = b.office_id and a.unit_id = b.unit_id and a.id < b.id where a.during && b.during`,
  'more orders than units at one moment': `select o.id from orders o where o.cancelled_at is null and (
      select count(*) from orders other where other.sub_office_id = o.sub_office_id and other.cancelled_at is null
        and other.start <= o.start and other."end" > o.start
    ) > (select count(*) from units u where u.office_id = o.office_id and u.sub_office_id = o.sub_office_id)`,
  'an order without its unit, or with more than one': `select o.id from orders o
    left join occupancy c on c.office_id = o.office_id and c.order_id = o.id
    where o.cancelled_at is null group by o.office_id, o.id
    having count(c.id) <> 1 or (array_agg(c.during))[1] <> tstzrange(o.start, o."end")`,
  'a unit that a cancelled order still takes': `select c.id from occupancy c
    join orders o on o.office_id = c.office_id and o.id = c.order_id where o.cancelled_at is not null`,
  'an order in a closure': `select o.id from orders o join closures c on c.office_id = o.office_id
    and (c.sub_office_id is null or c.sub_office_id = o.sub_office_id)
    and c.during && tstzrange(o.start, o."end") where o.cancelled_at is null`,
  'a lot that differs from the sum of its ledger, or is overdrawn': `select l.id from credit_lots l
    left join credit_ledger e on e.lot_id = l.id group by l.id
    having l.remaining <> coalesce(sum(e.amount), 0) or l.remaining < 0 or l.remaining > l.granted`,
  'a user who spent more credits than they were given': `select l.user_id from credit_lots l
    join credit_ledger e on e.lot_id = l.id group by l.user_id
    having -sum(e.amount) filter (where e.kind in ('spend', 'refund'))
      > (select sum(granted) from credit_lots mine where mine.user_id = l.user_id)`,
  'an order whose paid credits differ from the ledger': `select o.id from orders o
    left join credit_ledger e on e.office_id = o.office_id and e.order_id = o.id
    group by o.office_id, o.id having o.paid_with_credits - o.refunded <> coalesce(-sum(e.amount), 0)`,
}

export async function whatShouldNeverBe(pool: Database['pool']): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const [wrong, question] of Object.entries(NEVER)) {
    const { rowCount } = await pool.query(question)
    if (rowCount) found[wrong] = rowCount
  }
  return found
}
