import { sql } from 'drizzle-orm'
import { bigint, customType } from 'drizzle-orm/pg-core'

/** timestamptz that is an ISO string with a Z in TypeScript, so it needs no mapping on the way out. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** PostgreSQL's own writing of a range, such as `["2026-03-02 09:00+00","2026-03-02 11:00+00")`. */
export const instantRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

export const citext = customType<{ data: string }>({ dataType: () => 'citext' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** The number of a transaction, as text: it outgrows what numbers hold exactly. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

export const id = (name: string) => bigint(name, { mode: 'number' })

/** The key that PostgreSQL hands out. */
export const ownId = () => id('id').generatedAlwaysAsIdentity()

/** The moment of writing, unless one is given. */
export const stamp = (name: string) => instant(name).notNull().default(sql`now()`)
