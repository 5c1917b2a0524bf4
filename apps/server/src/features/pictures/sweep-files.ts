import { z } from 'zod'
import { forgetUnused, listRemovable, listUnused, noteUnused } from '#server/features/pictures/queries.ts'
import { removalOf } from '#server/features/pictures/rules.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { FOLDERS, type Folder } from '#server/outside/files.ts'
import { DAY } from '#server/time/opening-hours.ts'

const AT_ONCE = 100

/**
 * Notes files that nobody refers to, and removes them 30 days later. How old a file is does not matter: after a restore
 * of an older database the newer files look unused, and another backup still needs them.
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

/** A file is kept before the change that refers to it, so those of the last day are left alone. */
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
