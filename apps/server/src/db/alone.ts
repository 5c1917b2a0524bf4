import type pg from 'pg'

/** Any number, as long as every node uses the same. */
const START_LOCK = 74_011

/** Servers that start together do `work` one after the other: the first does it, the others find it done. */
export async function alone<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set lock_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [START_LOCK])
    return await work()
  } finally {
    // Closing the connection gives the lock back, whatever state a failure left it in.
    client.release(true)
  }
}
