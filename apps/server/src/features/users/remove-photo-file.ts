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
 * Call in the transaction that removes the last reference to an ID photo. Its file goes immediately, even if a backup
 * refers to it. If the file store is away for too long, the next sweep removes it.
 */
export async function dropPhoto(
  { enqueue, now }: Pick<Deps, 'enqueue' | 'now'>,
  db: Db,
  name: string,
): Promise<void> {
  await noteUnused(db, FOLDER, [name], now())
  await enqueue(db, removePhotoFile, { name })
}
