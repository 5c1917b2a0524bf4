import type { UsageBy, UsageRow } from '@keyhour/contract/business-credits'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { businessUsage } from '#server/db/schema/businesses.ts'
import { statement } from '#server/db/statement.ts'
import { inQuarters, type Period } from '#server/features/businesses/rules.ts'

type PersonMonth = { business_id: number; user_id: number; month: string }

/** What a person has spent on stays of a month. To decide by it, lock the person's place in the company first. */
export async function sumUsed(db: Db, person: PersonMonth): Promise<number> {
  const [row] = await addUpPerson(db, person)
  return row!.used
}

const addUpPerson = statement<PersonMonth>()((db, value) =>
  db
    .select({ used: sql<number>`coalesce(sum(${businessUsage.spent}), 0)::float8` })
    .from(businessUsage)
    .where(
      and(
        eq(businessUsage.business_id, value('business_id')),
        eq(businessUsage.kind, 'person'),
        eq(businessUsage.month, value('month')),
        eq(businessUsage.key, value('user_id')),
      ),
    ),
)

type Sums = { spent: number; orders: number; count: number }

const GROUPS: Record<UsageBy, { column: SQL; order: SQL }> = {
  person: { column: sql`key`, order: sql`spent desc, part` },
  month: { column: sql`month`, order: sql`part` },
  space: { column: sql`key`, order: sql`spent desc, part` },
}

/** The rows that a report adds up. People are many: whole quarters of theirs were added up before. */
function rowsOf(businessId: number, { by, ...period }: Period & { by: UsageBy }): SQL {
  const rows = (kind: string, { from, to }: Period) =>
    sql`select month, key, spent, orders from business_usage
      where business_id = ${businessId} and kind = ${kind} and month between ${from} and ${to}`
  if (by !== 'person') return rows('space', period)
  const { quarters, before, after } = inQuarters(period)
  return sql.join(
    [rows('person in quarter', quarters), rows('person', before), rows('person', after)],
    sql` union all `,
  )
}

/** Without a limit, all rows. */
type Page = { limit: number | null; offset: number }
type FoundUsage = Omit<UsageRow, 'user_id' | 'office_id'> & {
  user_id: string | null
  office_id: string | null
  all_spent: number
  all_orders: number
  all_rows: number
}

/** One page, and the sums of all rows. Sums of bigint would be numeric, which takes half as long again. */
export async function listUsage(
  db: Db,
  businessId: number,
  report: Period & { by: UsageBy },
  { limit, offset }: Page,
): Promise<Sums & { page: UsageRow[] }> {
  const { by } = report
  const { column, order } = GROUPS[by]
  const { rows } = await db.execute<FoundUsage>(sql`
    with parts as materialized (
      select ${column} as part, sum(spent::float8) as spent, sum(orders)::integer as orders
      from (${rowsOf(businessId, report)}) rows group by 1 having sum(spent::float8) <> 0 or sum(orders) <> 0
    ), sums as (
      select coalesce(sum(spent), 0) as all_spent, coalesce(sum(orders), 0)::integer as all_orders,
        count(*)::integer as all_rows from parts
    ), chosen as (select * from parts order by ${order} limit ${limit} offset ${offset})
    select sums.*, users.id as user_id, case when users.purged_at is null then users.name end as person_name,
      case when users.purged_at is null then users.email::text end as email,
      ${by === 'month' ? sql`to_char(chosen.part, 'YYYY-MM')` : sql`null`} as month, offices.id as office_id,
      offices.name as office, offices.name_he as office_he, sub_offices.name as sub_office,
      sub_offices.name_he as sub_office_he, chosen.spent, chosen.orders
    from sums left join chosen on true
    left join users on ${by === 'person' ? sql`users.id = chosen.part` : sql`false`}
    left join sub_offices on ${by === 'space' ? sql`sub_offices.id = chosen.part` : sql`false`}
    left join offices on ${by === 'space' ? sql`offices.id = coalesce(sub_offices.office_id, -chosen.part)` : sql`false`}
    order by ${by === 'month' ? sql`chosen.part` : sql`chosen.spent desc, chosen.part`}`)
  const { all_spent: spent, all_orders: orders, all_rows: count } = rows[0]!
  return { spent, orders, count, page: rows.filter((row) => row.orders !== null).map(usageRow) }
}

const usageRow = ({ all_spent, all_orders, all_rows, ...row }: FoundUsage): UsageRow => ({
  ...row,
  user_id: row.user_id === null ? null : Number(row.user_id),
  office_id: row.office_id === null ? null : Number(row.office_id),
})

/**
 * After the time zone of an office was changed: stays that now start in another month count there. Rows are only added, as
 * for every change. The orders are locked, so that one that is being changed is counted with what it will be.
 */
export async function moveUsage(
  db: Db,
  officeId: number,
  { from, to }: { from: string; to: string },
): Promise<void> {
  const monthIn = (zone: string) => sql`date_trunc('month', start at time zone ${zone}::text)::date`
  await db.execute(sql`
    with moved as (
      select business_id, user_id, coalesce(sub_office_id, -office_id) as space,
        greatest(0, paid_with_credits - refunded) as spent, ${monthIn(from)} as month_before, ${monthIn(to)} as month_now
      from orders
      where office_id = ${officeId} and business_id is not null and ${monthIn(from)} <> ${monthIn(to)}
      for no key update
    )
    insert into business_usage (business_id, kind, month, key, spent, orders)
    select business_id, part.kind, part.month, part.key, sum(side.factor * spent), sum(side.factor)
    from moved, lateral (values (month_before, -1), (month_now, 1)) as side (stayed, factor),
      lateral (values ('person', stayed, user_id), ('person in quarter', date_trunc('quarter', stayed)::date, user_id),
        ('space', stayed, space)) as part (kind, month, key)
    group by 1, 2, 3, 4 having sum(side.factor * spent) <> 0 or sum(side.factor) <> 0`)
}

/** Every booking adds rows; merging them keeps the sums fast. Simultaneous runs take different rows. */
export async function mergeUsage(db: Db): Promise<void> {
  await db.execute(sql`
    with several as (
      select business_id, kind, month, key from business_usage group by 1, 2, 3, 4 having count(*) > 1
    ), taken as (
      delete from business_usage u using several s
      where u.business_id = s.business_id and u.kind = s.kind and u.month = s.month and u.key = s.key
      returning u.*
    )
    insert into business_usage (business_id, kind, month, key, spent, orders)
    select business_id, kind, month, key, sum(spent), sum(orders) from taken
    group by 1, 2, 3, 4 having sum(spent) <> 0 or sum(orders) <> 0`)
}
