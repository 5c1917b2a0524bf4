import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** A day as lists display it, in English and Hebrew, so that a search finds it: `Jan 1st 24 1.1.24`. */
export const shownDay = (column: PgColumn, zone: string): SQL =>
  sql`to_char(${column} at time zone ${zone}, 'Mon FMDDth YY FMDD.FMMM.YY')`
