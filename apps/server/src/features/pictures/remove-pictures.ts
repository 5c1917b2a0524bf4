import { z } from 'zod'
import { listUnused } from '#server/features/pictures/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Enqueued with the change that drops them: a crash in between leaves none behind. */
export const removePictures = job({
  name: 'remove-pictures',
  data: z.object({
    folder: z.enum(['office_images', 'sub_office_images']),
    names: z.array(z.string()),
  }),
  retries: 12,
  async run({ db, files }: Deps, { folder, names }) {
    for (const name of await listUnused(db, folder, names)) await files.remove(folder, name)
  },
})
