import type pg from 'pg'
import type { Db } from '#server/db/connection.ts'
import { installation } from '#server/db/schema/installation.ts'
import { makeSecrets, type Secrets } from '#server/secrets/secrets.ts'

/**
 * Answers `given` if this database was sealed with it. A new database has no key yet and gets one from `make`. Runs
 * before the first migration, so that a refused start changes nothing.
 */
export async function chooseKey(
  pool: pg.Pool,
  given: string | undefined,
  make: () => Promise<string>,
): Promise<string> {
  const sealed = await findKeyCheck(pool)
  if (sealed === undefined) return given ?? (await make())
  if (given === undefined) {
    throw new Error(
      'the key that the secrets in this database were sealed with is missing. ' +
        'Put secret.key back into DATA_DIR, for instance from a backup, or set SECRET_KEY.',
    )
  }
  refuseOtherKey(makeSecrets(given), sealed)
  return given
}

/** Undefined for a database that no server has used yet. */
async function findKeyCheck(pool: pg.Pool): Promise<string | undefined> {
  const { rows } = await pool.query(`select to_regclass('public.installation') is not null as is_there`)
  if (!rows[0].is_there) return undefined
  const found = await pool.query<{ key_check_sealed: string }>('select key_check_sealed from installation')
  return found.rows[0]?.key_check_sealed
}

/** With another key no sealed secret could be opened, so the server does not start. */
export async function checkKey(db: Db, secrets: Secrets): Promise<void> {
  await db
    .insert(installation)
    .values({ key_check_sealed: secrets.seal('keyhour') })
    .onConflictDoNothing()
  const [row] = await db.select().from(installation)
  refuseOtherKey(secrets, row!.key_check_sealed)
}

export function refuseOtherKey(secrets: Secrets, sealed: string): void {
  try {
    secrets.open(sealed)
  } catch {
    throw new Error(
      'the secrets in this database were sealed with another SECRET_KEY. ' +
        'Set the one it was first started with; it may be in secret.key of the DATA_DIR of that time.',
    )
  }
}
