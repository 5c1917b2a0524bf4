import type pg from 'pg'

/** A table that exists for as long as a restore runs. */
export const UNFINISHED = 'unfinished_restore'

/** Half of the data is worse than none: users would not notice what is missing. */
export async function refuseUnfinishedRestore(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`select to_regclass('public.${UNFINISHED}') is not null as is_there`)
  if (!rows[0].is_there) return
  throw new Error(
    'a restore into this database was not finished. ' +
      'Empty DATA_DIR, or drop the outside database and create it again, and restore again.',
  )
}
