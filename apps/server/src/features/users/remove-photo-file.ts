import { z } from 'zod'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

/** Enqueued with the change after which nobody refers to the file: a crash in between leaves none behind. */
export const removePhotoFile = job({
  name: 'remove-photo-file',
  data: z.object({ name: z.string() }),
  retries: 12,
  run: ({ files }: Deps, { name }) => files.remove('passport_images', name),
})
