import { isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/**
 * A row with a column `leased_until` is worked on by one server at a time. Its moment is also how the server that took the
 * lease knows it: whoever renews it or takes it over leaves another one there. All on the clock of the database.
 */
export const leaseFor = (ms: number): SQL => sql`now() + ${ms} * interval '1 millisecond'`

export const isUnleased = (leasedUntil: PgColumn): SQL =>
  or(isNull(leasedUntil), lt(leasedUntil, sql`now()`))!

/** With all its digits. */
export const leaseEnd = (leasedUntil: PgColumn): SQL<string> => sql<string>`${leasedUntil}::text`

export const isLeasedUntil = (leasedUntil: PgColumn, moment: string): SQL =>
  sql`${leasedUntil} = ${moment}::timestamptz`
