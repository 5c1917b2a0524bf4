import type { Currency } from '@keyhour/contract/primitives'
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { isOneOf } from '#server/db/conditions.ts'
import type { Db } from '#server/db/connection.ts'
import { offices, subOffices } from '#server/db/schema/offices.ts'
import { orderPrice, orders } from '#server/db/schema/orders.ts'
import {
  payouts,
  statementCorrections,
  statementLines,
  statementSeries,
  statements,
} from '#server/db/schema/statements.ts'
import { linesHash } from '#server/features/statements/hash-queries.ts'
import { hasSameOwners, isForOwnersNow } from '#server/features/statements/queries.ts'

export type Series = typeof statementSeries.$inferSelect

/** Until the transaction ends, nobody else issues statements of the office. */
export async function lockSeries(db: Db, office_id: number): Promise<Series> {
  await db.insert(statementSeries).values({ office_id }).onConflictDoNothing()
  const [series] = await db
    .select()
    .from(statementSeries)
    .where(eq(statementSeries.office_id, office_id))
    .for('update')
  return series!
}

export async function moveSeries(db: Db, { office_id, ...series }: Series): Promise<void> {
  await db.update(statementSeries).set(series).where(eq(statementSeries.office_id, office_id))
}

export type OfficeToState = {
  id: number
  name: string
  name_he: string | null
  time_zone: string
  /** The last month that was issued. */
  month: string | null
}

/** Those whose statements of that month have not been issued; all, or some of them. */
export const listOfficesBefore = (db: Db, month: string, ids?: number[]): Promise<OfficeToState[]> =>
  db
    .select({
      id: offices.id,
      name: offices.name,
      name_he: offices.name_he,
      time_zone: offices.time_zone,
      month: statementSeries.month,
    })
    .from(offices)
    .leftJoin(statementSeries, eq(statementSeries.office_id, offices.id))
    .where(
      and(
        or(isNull(statementSeries.month), sql`${statementSeries.month} < ${month}`),
        ids && isOneOf(offices.id, ids),
      ),
    )
    .orderBy(asc(offices.id))

/** The month of its first order, on its clock. */
export async function findFirstMonth(
  db: Db,
  { id, time_zone }: Pick<OfficeToState, 'id' | 'time_zone'>,
): Promise<string | undefined> {
  const [first] = await db
    .select({ month: monthOf(orders.start, time_zone) })
    .from(orders)
    .where(eq(orders.office_id, id))
    .orderBy(asc(orders.start))
    .limit(1)
  return first?.month
}

const monthOf = (moment: typeof orders.start, timeZone: string): SQL<string> =>
  sql<string>`to_char(${moment} at time zone ${timeZone}, 'YYYY-MM')`

type Issue = { officeId: number; timeZone: string; month: string; monthEnd: string; lastNumber: number }

const isCancelled = sql`(${orders.cancelled_at} is not null)`
const price = sql`case when ${isCancelled} then round(${orders.kept} * 100.0 / (100 + ${orders.tax_percent})) else ${orderPrice} end`

/**
 * What each order of the office brings by the end of the month: as in the list of all orders, and of cancelled ones what
 * their terms keep. Open-ended visits and orders that wait for their payment bring nothing yet.
 */
const due = ({ officeId, timeZone, monthEnd }: Issue): SQL => sql`
  select coalesce(sub_office_id, 0) as space, currency, month, order_id, start, "end", price, billed - price as tax,
    round(price * commission_percent / 100) as commission
  from (
    select ${orders.sub_office_id}, ${orders.currency}, ${monthOf(orders.start, timeZone)} as month,
      ${orders.id} as order_id, ${orders.start}, ${orders.end}, ${price} as price,
      case when ${isCancelled} then ${orders.kept} else ${orders.billed} end as billed, ${orders.commission_percent}
    from ${orders}
    where ${orders.office_id} = ${officeId} and ${orders.start} < ${monthEnd}::timestamptz and case
      when ${isCancelled} then ${orders.kept} > 0
      else ${orders.end} is not null and ${orders.pay_until} is null end
  ) as counted`

/** What earlier statements say of each order. An order that moved has a sum in each space and month it was in. */
const stated = ({ officeId }: Issue): SQL => sql`
  select coalesce(sub_office_id, 0) as space, currency, month, order_id, max(start) as start, max("end") as "end",
    sum(price) as price, sum(tax) as tax, sum(commission) as commission
  from ${statementLines} where office_id = ${officeId} and order_id is not null group by 1, 2, 3, 4`

/**
 * What no statement has taken over yet. Locked, so that nobody notes at the same time that it was paid back. Nobody takes
 * over what others owe.
 */
const carried = ({ officeId }: Issue): SQL => sql`
  select coalesce(${statements.sub_office_id}, 0) as space, ${statements.currency}, ${statements.net}, shown as words
  from ${statements} join ${payouts} on ${payouts.office_id} = ${statements.office_id}
      and ${payouts.number} = ${statements.number} and ${payouts.state} = 'carried'
    cross join lateral (select ${statements.office_id} || '-' || ${statements.number} as shown) as named
  where ${statements.office_id} = ${officeId} and ${hasSameOwners} and not exists (
    select from ${statementLines} as line
    where line.office_id = ${officeId} and line.kind = 'carried' and line.words = shown)
  for update of ${payouts}`

/**
 * The lines of all statements of an office for a month: orders, changes of earlier ones, corrections, and what earlier
 * statements of spaces that have any of those carry over. An order that is no longer in its space or month, although nobody
 * has cancelled it, has moved.
 */
export async function insertLines(db: Db, issue: Issue): Promise<void> {
  const { officeId, month, lastNumber } = issue
  await db.execute(sql`
    with due as (${due(issue)}), stated as (${stated(issue)}), carried as (${carried(issue)}),
    differing as (
      select space, currency, month, order_id, coalesce(due.start, stated.start) as start,
        coalesce(due."end", stated."end") as "end",
        stated.order_id is not null as is_known, due.order_id is null as is_gone,
        coalesce(due.price, 0) - coalesce(stated.price, 0) as price,
        coalesce(due.tax, 0) - coalesce(stated.tax, 0) as tax,
        coalesce(due.commission, 0) - coalesce(stated.commission, 0) as commission
      from due full join stated using (space, currency, month, order_id)),
    added as (
      select space, currency, month, order_id, start, "end", is_cancelled, price, tax, commission,
        price - commission as net,
        case when is_gone and not is_cancelled then 'move' when is_known then 'change' else 'order' end as kind,
        null::bigint as correction_id, null as words
      from differing cross join lateral (select ${isCancelled} as is_cancelled from ${orders}
        where ${orders.office_id} = ${officeId} and ${orders.id} = differing.order_id) as found
      where (price, tax, commission) <> (0, 0, 0)
      union all
      select coalesce(sub_office_id, 0), currency, ${month}, null, null, null, false, 0, 0, 0, amount, 'correction', id, words
      from ${statementCorrections}
      where office_id = ${officeId} and ${isForOwnersNow} and not exists (select from ${statementLines} as line
        where line.office_id = ${officeId} and line.correction_id = ${statementCorrections.id})),
    complete as (
      select * from added
      union all
      select space, currency, ${month}, null, null, null, false, 0, 0, 0, net, 'carried', null, words
      from carried where (space, currency) in (select space, currency from added)),
    numbered as (
      select *, ${lastNumber} + dense_rank() over (order by space, currency) as number,
        row_number() over (partition by space, currency
          order by array_position(array['order', 'change', 'move', 'correction', 'carried'], kind), start, order_id,
            month, correction_id, words) as position
      from complete)
    insert into ${statementLines} (office_id, number, position, kind, sub_office_id, currency, month, order_id, start,
      "end", is_cancelled, price, tax, commission, net, correction_id, words)
    select ${officeId}, number, position, kind, nullif(space, 0), currency, month, order_id, start, "end",
      is_cancelled, price, tax, commission, net, correction_id, words
    from numbered order by number, position`)
}

export type LineSums = {
  number: number
  sub_office_id: number | null
  currency: Currency
  lines: number
  price: number
  tax: number
  commission: number
  corrections: number
  net: number
  lines_hash: string
}

/** Of the lines after a statement, by statement. */
export async function sumLinesAfter(db: Db, officeId: number, lastNumber: number): Promise<LineSums[]> {
  const sum = (what: SQL) => sql<number>`coalesce(sum(${what}), 0)`.mapWith(Number)
  const { number, sub_office_id, currency } = statementLines
  return db
    .select({
      number,
      sub_office_id,
      currency,
      lines: sql<number>`count(*)::integer`,
      price: sum(sql`${statementLines.price}`),
      tax: sum(sql`${statementLines.tax}`),
      commission: sum(sql`${statementLines.commission}`),
      corrections: sum(
        sql`case when ${statementLines.kind} in ('correction', 'carried') then ${statementLines.net} end`,
      ),
      net: sum(sql`${statementLines.net}`),
      lines_hash: linesHash,
    })
    .from(statementLines)
    .where(and(eq(statementLines.office_id, officeId), sql`${number} > ${lastNumber}`))
    .groupBy(number, sub_office_id, currency)
    .orderBy(number)
}

export type NewStatement = Omit<typeof statements.$inferSelect, 'id'>

export async function insertStatements(db: Db, rows: NewStatement[]): Promise<void> {
  await db.insert(statements).values(rows)
  // A trigger carries over those below 0.
  await db
    .insert(payouts)
    .values(rows.map(({ office_id, number, issued_at }) => ({ office_id, number, updated_at: issued_at })))
}

export async function listSpaceNames(
  db: Db,
  officeId: number,
): Promise<Map<number, { name: string; name_he: string | null }>> {
  const rows = await db
    .select({ id: subOffices.id, name: subOffices.name, name_he: subOffices.name_he })
    .from(subOffices)
    .where(eq(subOffices.office_id, officeId))
  return new Map(rows.map(({ id, ...names }) => [id, names]))
}
