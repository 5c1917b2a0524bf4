import { extname } from 'node:path'
import type { Files } from '#server/outside/files.ts'

const TYPES: Record<string, string> = { '.webp': 'image/webp', '.jpg': 'image/jpeg', '.png': 'image/png' }

/** Undefined for what is not there, and for folders that are nobody's to browse. */
export async function readPicture(
  files: Files,
  folder: string,
  name: string,
): Promise<{ bytes: Buffer; type: string } | undefined> {
  const type = TYPES[extname(name)]
  if (!type || (folder !== 'office_images' && folder !== 'sub_office_images')) return undefined
  const bytes = await files.read(folder, name)
  return bytes && { bytes, type }
}
