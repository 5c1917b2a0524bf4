import { sql } from 'drizzle-orm'
import { bigint, customType } from 'drizzle-orm/pg-core'

/** A timestamptz that is an ISO string with a Z in TypeScript, so replies need no mapping. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => new Date(value).toISOString(),
})

/** PostgreSQL's own notation, such as `["2026-03-02 09:00+00","2026-03-02 11:00+00")`. */
export const instantRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

export const citext = customType<{ data: string }>({ dataType: () => 'citext' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** As text, because it outgrows what a number holds exactly. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

export const id = (name: string) => bigint(name, { mode: 'number' })

export const ownId = () => id('id').generatedAlwaysAsIdentity()

export const stamp = (name: string) => instant(name).notNull().default(sql`now()`)
