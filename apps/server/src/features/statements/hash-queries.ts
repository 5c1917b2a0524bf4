import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { statementLines, statementSeries, statements } from '#server/db/schema/statements.ts'

const inMicroseconds = (moment: SQL): SQL => sql`(extract(epoch from ${moment}) * 1000000)::bigint`

/** Only numbers and text, so that no setting of the database changes it. */
const line = sql`json_build_array(${statementLines.position}, ${statementLines.kind}, ${statementLines.sub_office_id},
  ${statementLines.currency}, ${statementLines.month}, ${statementLines.order_id},
  ${inMicroseconds(sql`${statementLines.start}`)}, ${inMicroseconds(sql`${statementLines.end}`)},
  ${statementLines.is_cancelled}, ${statementLines.price}, ${statementLines.tax}, ${statementLines.commission},
  ${statementLines.net}, ${statementLines.correction_id}, ${statementLines.words})`

/** Of a group of lines, in their order. */
export const linesHash = sql<string>`encode(sha256(convert_to(
  string_agg(${line}::text, E'\\n' order by ${statementLines.position}), 'UTF8')), 'hex')`

export type StatementToCheck = typeof statements.$inferSelect & {
  /** Null if it has no lines. */
  lines_hash: string | null
}

/** The next statements of an office after a number. */
export async function listToCheck(
  db: Db,
  officeId: number,
  after: number,
  limit: number,
): Promise<StatementToCheck[]> {
  const rows = await db
    .select()
    .from(statements)
    .where(and(eq(statements.office_id, officeId), gt(statements.number, after)))
    .orderBy(asc(statements.number))
    .limit(limit)
  const { number, office_id } = statementLines
  const hashes = await db
    .select({ number, lines_hash: linesHash })
    .from(statementLines)
    .where(and(eq(office_id, officeId), gt(number, after), lte(number, rows.at(-1)?.number ?? after)))
    .groupBy(number)
  const known = new Map(hashes.map(({ number, lines_hash }) => [number, lines_hash]))
  return rows.map((row) => ({ ...row, lines_hash: known.get(row.number) ?? null }))
}

export const listSeries = (db: Db) =>
  db.select().from(statementSeries).orderBy(asc(statementSeries.office_id))
