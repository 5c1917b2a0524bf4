import { z } from 'zod'
import { listUnused } from '#server/features/pictures/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'
import { FOLDERS } from '#server/outside/files.ts'
import { DAY } from '#server/time/opening-hours.ts'

/** A file is kept before the change that refers to it; what a crash left in between goes a day later. */
export const sweepFiles = job({
  name: 'sweep-files',
  data: z.object({}),
  retries: 3,
  cron: '20 3 * * *',
  async run({ db, files, now }: Deps) {
    const yesterday = new Date(now().getTime() - DAY)
    for (const folder of FOLDERS)
      for await (const names of files.listOld(folder, yesterday))
        for (const name of await listUnused(db, folder, names)) await files.remove(folder, name)
  },
})
