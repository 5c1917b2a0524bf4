import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/** A pattern for `ilike` that matches the text anywhere, literally. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, '\\$&')}%`

/** One parameter for any number of ids. */
export const isOneOf = (column: SQLWrapper, ids: number[]): SQL =>
  sql`${column} = any(${sql.param(ids)}::bigint[])`
