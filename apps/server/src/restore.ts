import { inspectBackup, restoreBackup } from '#server/backups/restore-backup.ts'
import { claimFolder } from '#server/backups/restored-folder.ts'
import { findDatabase, MIGRATIONS } from '#server/bring-up.ts'
import { runCommand } from '#server/command.ts'
import { refuseUsedDatabase } from '#server/db/backup/load-snapshot.ts'
import { refuseUsedStore } from '#server/db/check-file-store.ts'
import { openFileStore } from '#server/outside/open-file-store.ts'
import { keepSecretKey } from '#server/secrets/secret-key.ts'

await runCommand('Nothing was restored', async ({ argument: file, onClose, ...circumstances }) => {
  const { config, tell, signal } = circumstances
  if (!file) throw new Error('the file is missing. Say which: npm run restore -- /backups/keyhour.tar.gz')
  const store = openFileStore(config)
  const folder = await claimFolder(config.dataDir)
  onClose(() => folder.release({ isRestored: !process.exitCode }))
  await refuseUsedStore(store)
  const { about, key } = await inspectBackup(file, MIGRATIONS, tell)
  if (config.secretKey && config.secretKey !== key)
    throw new Error(
      'SECRET_KEY is not the key of this backup. Leave it unset to take the one from the backup.',
    )
  signal.throwIfAborted()

  // Reading takes a while, and a server may have started meanwhile.
  await folder.refuseUsed()
  await refuseUsedStore(store)
  const databaseUrl = await findDatabase(circumstances, { onClose, role: 'restore' })
  await refuseUsedDatabase(databaseUrl)
  // After a failure an outside database or bucket is left as it is: starts and further restores refuse it.
  folder.takeAll()
  if (!config.secretKey) await keepSecretKey(config.dataDir, key)
  await restoreBackup(file, about, { databaseUrl, store, migrations: MIGRATIONS, tell, signal })
  tell('Everything is restored. Start Keyhour with the same settings.')
})
