import type { Db } from '#server/db/connection.ts'
import { noteUnused } from '#server/features/pictures/queries.ts'
import { removalOf } from '#server/features/pictures/rules.ts'
import type { PictureFolder } from '#server/outside/files.ts'

type Change = { before: string[]; after: string[]; now: Date }

/** Removed pictures are no longer served; the sweep deletes their files once no backup needs them. */
export async function dropPictures(
  db: Db,
  folder: PictureFolder,
  { before, after, now }: Change,
): Promise<void> {
  const dropped = before.filter((name) => !after.includes(name))
  await noteUnused(db, folder, dropped, removalOf(now))
}
