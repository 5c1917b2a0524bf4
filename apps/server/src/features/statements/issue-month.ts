import type { Db } from '#server/db/connection.ts'
import {
  insertLines,
  insertStatements,
  type LineSums,
  listSpaceNames,
  lockSeries,
  moveSeries,
  type NewStatement,
  type OfficeToState,
  sumLinesAfter,
} from '#server/features/statements/issue-queries.ts'
import { endOfMonth, hashOf } from '#server/features/statements/rules.ts'

/**
 * All statements of an office for a month, in the transaction of the caller: all of them or none, and once. Spaces with
 * nothing to state get none. Months must be issued in their order.
 */
export async function issueMonth(
  db: Db,
  office: OfficeToState,
  month: string,
  now: Date,
): Promise<NewStatement[]> {
  const series = await lockSeries(db, office.id)
  if (series.month !== null && series.month >= month) return []
  await insertLines(db, {
    officeId: office.id,
    timeZone: office.time_zone,
    month,
    monthEnd: endOfMonth(month, office.time_zone),
    lastNumber: series.number,
  })
  const sums = await sumLinesAfter(db, office.id, series.number)
  const names = sums.length > 0 ? await listSpaceNames(db, office.id) : new Map()
  const issued: NewStatement[] = []
  let hash = series.hash
  for (const sum of sums) {
    const statement = describe(office, sum, {
      month,
      names,
      previous_hash: hash,
      issued_at: now.toISOString(),
    })
    issued.push(statement)
    hash = statement.hash
  }
  if (issued.length > 0) await insertStatements(db, issued)
  await moveSeries(db, { office_id: office.id, month, number: series.number + issued.length, hash })
  return issued
}

type Frame = Pick<NewStatement, 'month' | 'issued_at'> & {
  previous_hash: string | null
  names: Map<number, { name: string; name_he: string | null }>
}

function describe(
  office: OfficeToState,
  { lines_hash, ...sum }: LineSums,
  { names, ...frame }: Frame,
): NewStatement {
  const space = sum.sub_office_id === null ? undefined : names.get(sum.sub_office_id)
  const statement = {
    ...frame,
    ...sum,
    office_id: office.id,
    office_name: office.name,
    office_name_he: office.name_he,
    space_name: space?.name ?? null,
    space_name_he: space?.name_he ?? null,
    time_zone: office.time_zone,
  }
  return { ...statement, hash: hashOf({ ...statement, lines_hash }) }
}
