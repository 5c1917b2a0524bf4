import { existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBackup } from '#server/backups/write-backup.ts'
import { findDatabase, MIGRATIONS } from '#server/bring-up.ts'
import { runCommand } from '#server/command.ts'
import type { Config } from '#server/config.ts'
import { openSnapshot } from '#server/db/backup/snapshot.ts'
import { refuseOtherFiles } from '#server/db/check-file-store.ts'
import { refuseOtherKey } from '#server/db/check-key.ts'
import { openFileStore } from '#server/outside/open-file-store.ts'
import { readSecretKey } from '#server/secrets/secret-key.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'

await runCommand('No backup was made', async ({ argument, onClose, ...circumstances }) => {
  const { config, tell, signal } = circumstances
  const file = readTarget(argument)
  await refuseMissingDatabase(config)
  const databaseUrl = await findDatabase(circumstances, { onClose, role: 'command' })
  const snapshot = await openSnapshot(databaseUrl, MIGRATIONS)
  onClose(snapshot.close)
  for (const one of snapshot.leftOut) tell(`Left out, because Keyhour did not make it: ${one}.`)
  const store = openFileStore(config)
  const { key_check_sealed, file_store_id } = snapshot.installation ?? {}
  const key = config.secretKey ?? (await readSecretKey(config.dataDir))
  if (!key || !key_check_sealed)
    throw new Error('secret.key is missing in DATA_DIR, and SECRET_KEY is not set')
  refuseOtherKey(makeSecrets(key), key_check_sealed)
  if (file_store_id) await refuseOtherFiles(store, file_store_id)
  // biome-ignore lint/plugin: the clock starts here
  const madeAt = new Date()
  await writeBackup({ snapshot, store, key }, { file, madeAt, tell, signal })
  tell(`${file} is complete. Keep it as secret as the database: it holds the key and every ID photo.`)
})

function readTarget(given: string | undefined): string {
  if (!given) throw new Error('the file is missing. Say where to: npm run backup -- /backups/keyhour.tar.gz')
  if (existsSync(given)) throw new Error(`${given} is there already. Choose another name.`)
  return given
}

/** Opening the embedded database would create one, and a backup of an empty database must not look like a backup. */
async function refuseMissingDatabase({ databaseUrl, dataDir }: Config): Promise<void> {
  if (databaseUrl) return
  await access(join(dataDir, 'postgres', 'PG_VERSION')).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT')
      throw new Error(`there is no database in ${dataDir}. Set DATA_DIR or DATABASE_URL.`)
  })
}
