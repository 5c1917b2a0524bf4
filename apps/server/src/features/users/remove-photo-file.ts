import { z } from 'zod'
import type { Db } from '#server/db/connection.ts'
import { forgetUnused, noteUnused } from '#server/features/pictures/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { job } from '#server/jobs/queue.ts'

const FOLDER = 'passport_images'

export const removePhotoFile = job({
  name: 'remove-photo-file',
  data: z.object({ name: z.string() }),
  retries: 12,
  async run({ db, files }: Deps, { name }) {
    await files.remove(FOLDER, name)
    await forgetUnused(db, FOLDER, [name])
  },
})

/**
 * With the change after which nobody refers to an ID photo: its file goes at once, whatever a backup may refer to. If
 * the file store is away for longer than the job tries, the next sweep removes it.
 */
export async function dropPhoto(
  { enqueue, now }: Pick<Deps, 'enqueue' | 'now'>,
  db: Db,
  name: string,
): Promise<void> {
  await noteUnused(db, FOLDER, [name], now())
  await enqueue(db, removePhotoFile, { name })
}
