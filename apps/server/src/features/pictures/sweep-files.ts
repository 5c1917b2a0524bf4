import { z } from 'zod'
import { forgetUnused, listRemovable, listUnused, noteUnused } from '#server/features/pictures/queries.ts'
import { removalOf } from '#server/features/pictures/rules.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { FOLDERS, type Folder } from '#server/outside/files.ts'
import { DAY } from '#server/time/opening-hours.ts'

const AT_ONCE = 100

/**
 * Records files that no row refers to, and deletes them 30 days later. The age of a file does not count: after an older
 * database is restored, newer files look unused, but another backup may still need them.
 */
export const sweepFiles = job({
  name: 'sweep-files',
  data: z.object({}),
  retries: 3,
  cron: '20 3 * * *',
  async run(deps: Deps) {
    for (const folder of FOLDERS) {
      await noteUnusedFiles(deps, folder)
      await removeDueFiles(deps, folder)
    }
  },
})

/** Files are stored before the change that refers to them, so those of the last day are left alone. */
async function noteUnusedFiles({ db, files, now }: Deps, folder: Folder): Promise<void> {
  const yesterday = new Date(now().getTime() - DAY)
  for await (const names of files.listOld(folder, yesterday)) {
    const unused = new Set(await listUnused(db, folder, names))
    await noteUnused(db, folder, [...unused], removalOf(now()))
    const used = names.filter((name) => !unused.has(name))
    await forgetUnused(db, folder, used)
  }
}

async function removeDueFiles({ db, files, now, log }: Deps, folder: Folder): Promise<void> {
  for (;;) {
    const due = await listRemovable(db, folder, now(), AT_ONCE)
    if (due.length === 0) return
    const unused = await listUnused(db, folder, due)
    for (const name of unused) {
      await files.remove(folder, name)
      log.info({ folder, name }, 'removed a file that nobody refers to')
    }
    await forgetUnused(db, folder, due)
  }
}
