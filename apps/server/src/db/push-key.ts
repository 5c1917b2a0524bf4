import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { installation } from '#server/db/schema/installation.ts'
import { makePushKey, type PushKey } from '#server/outside/web-push.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

/** Made once, however many servers start together: devices subscribe with it. */
export async function getPushKey(db: Db, secrets: Secrets): Promise<PushKey> {
  const [known] = await db.select({ sealed: installation.push_key_sealed }).from(installation)
  const sealed = known?.sealed ?? (await keepPushKey(db, secrets))
  return JSON.parse(secrets.open(sealed)) as PushKey
}

async function keepPushKey(db: Db, secrets: Secrets): Promise<string> {
  const push_key_sealed = secrets.seal(JSON.stringify(makePushKey()))
  const [row] = await db
    .insert(installation)
    .values({ key_check_sealed: secrets.seal('keyhour'), push_key_sealed })
    .onConflictDoUpdate({
      target: installation.id,
      set: { push_key_sealed: sql`coalesce(${installation.push_key_sealed}, ${push_key_sealed})` },
    })
    .returning({ sealed: installation.push_key_sealed })
  return row!.sealed!
}
