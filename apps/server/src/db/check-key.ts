import type { Db } from '#server/db/connection.ts'
import { installation } from '#server/db/schema/installation.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

/** With another key nothing that was sealed would open: better not to start than to find out one secret at a time. */
export async function checkKey(db: Db, secrets: Secrets): Promise<void> {
  await db
    .insert(installation)
    .values({ key_check_sealed: secrets.seal('keyhour') })
    .onConflictDoNothing()
  const [row] = await db.select().from(installation)
  try {
    secrets.open(row!.key_check_sealed)
  } catch {
    throw new Error(
      'the secrets in this database were sealed with another SECRET_KEY. ' +
        'Set the one it was first started with; it may be in secret.key of the DATA_DIR of that time.',
    )
  }
}
