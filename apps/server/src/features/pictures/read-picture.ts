import { extname } from 'node:path'
import { isUnused } from '#server/features/pictures/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { widestOf } from '#server/outside/files.ts'

const TYPES: Record<string, string> = { '.webp': 'image/webp', '.jpg': 'image/jpeg', '.png': 'image/png' }

/** Undefined for pictures that do not exist or were removed, and for private folders. */
export async function readPicture(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  folder: string,
  name: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const type = TYPES[extname(name)]
  if (!type || (folder !== 'office_images' && folder !== 'sub_office_images')) return undefined
  if (await isUnused(db, folder, widestOf(name))) return undefined
  // A picture that is not that wide is served in its own width.
  const bytes = (await files.read(folder, name)) ?? (await files.read(folder, widestOf(name)))
  return bytes && { bytes, type }
}
