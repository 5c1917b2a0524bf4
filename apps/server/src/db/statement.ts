import { type Placeholder, sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { type Field, rowsMapper } from '#server/db/map-rows.ts'

type Preparable = PromiseLike<unknown> & {
  prepare: (name: string) => { execute: (values: Record<string, unknown>) => Promise<unknown> }
}

/**
 * A statement whose SQL is built once per connection instead of on every call. It is sent as soon as it is called, so
 * several can travel in one write.
 */
export function statement<Values extends object>() {
  return <Query extends Preparable>(
    build: (db: Db, value: (name: keyof Values & string) => Placeholder) => Query,
  ) => {
    const ready = new WeakMap<Db, ReturnType<Query['prepare']>>()
    return (db: Db, values: Values): Promise<Awaited<Query>> => {
      let prepared = ready.get(db)
      if (!prepared) {
        // Without a name of its own: the connection names every text that is sent often.
        prepared = build(db, (name) => sql.placeholder(name)).prepare('') as ReturnType<Query['prepare']>
        mapQuickly(prepared)
        ready.set(db, prepared)
      }
      return prepared.execute(values as Record<string, unknown>) as Promise<Awaited<Query>>
    }
  }
}

/** Uses what Drizzle's own relational queries use to map rows. */
function mapQuickly(prepared: object): void {
  const query = prepared as { fields?: Field[]; customResultMapper?: ReturnType<typeof rowsMapper> }
  query.customResultMapper ??= rowsMapper(query.fields)
}

/** Sends SQL as it is written, for what Drizzle's builder cannot express. Moments are read as text. */
export async function runText<Row extends object>(db: Db, text: string, values: unknown[]): Promise<Row[]> {
  const query = db._.session.prepareQuery({ sql: text, params: values }, undefined, undefined, false)
  const { rows } = (await query.execute()) as { rows: Row[] }
  return rows
}
