import type pg from 'pg'

/** These grow with every booking, so no request may read them whole. */
const GROWING = ['orders', 'order_events', 'occupancy', 'credit_ledger', 'idempotency_keys']

async function wholeScans(pool: pg.Pool, tables: string[]): Promise<Map<string, number>> {
  const clients = await Promise.all(Array.from({ length: Math.max(1, pool.idleCount) }, () => pool.connect()))
  for (const client of clients) {
    await client.query('select pg_stat_force_next_flush()')
    await client.query('select pg_stat_clear_snapshot()')
  }
  for (const client of clients) client.release()
  const { rows } = await pool.query(
    'select relname, seq_scan::integer from pg_stat_user_tables where relname = any($1)',
    [tables],
  )
  return new Map(rows.map(({ relname, seq_scan }) => [relname, seq_scan]))
}

/** The tables that PostgreSQL scanned completely meanwhile, and how often. */
export async function wholeScansDuring(
  pool: pg.Pool,
  work: () => Promise<unknown>,
  tables = GROWING,
): Promise<Record<string, number>> {
  const before = await wholeScans(pool, tables)
  await work()
  const after = [...(await wholeScans(pool, tables))].map(
    ([table, count]) => [table, count - before.get(table)!] as const,
  )
  return Object.fromEntries(after.filter(([, count]) => count > 0))
}
