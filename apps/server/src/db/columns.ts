import { sql } from 'drizzle-orm'
import { bigint, customType } from 'drizzle-orm/pg-core'

/** A timestamptz that is an ISO string with a Z in TypeScript, so replies need no mapping. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamptz',
  fromDriver: (value) => (typeof value === 'string' && inUtc(value)) || new Date(value).toISOString(),
})

/** `2026-03-02 09:00:00.123456+00`, as PostgreSQL writes it, cut to milliseconds. Parsing takes many times as long. */
function inUtc(text: string): string | undefined {
  if (text.length < 22 || text[10] !== ' ' || !text.endsWith('+00')) return undefined
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${text.slice(20, -3).slice(0, 3).padEnd(3, '0')}Z`
}

/** PostgreSQL's own notation, such as `["2026-03-02 09:00+00","2026-03-02 11:00+00")`. */
export const instantRange = customType<{ data: string }>({ dataType: () => 'tstzrange' })

export const citext = customType<{ data: string }>({ dataType: () => 'citext' })

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' })

/** As text, because it outgrows what a number holds exactly. */
export const transactionId = customType<{ data: string }>({ dataType: () => 'xid8' })

export const id = (name: string) => bigint(name, { mode: 'number' })

export const ownId = () => id('id').generatedAlwaysAsIdentity()

export const stamp = (name: string) => instant(name).notNull().default(sql`now()`)
