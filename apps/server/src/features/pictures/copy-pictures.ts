import { Refusal } from '#server/http/refusal.ts'
import type { Files, PictureFolder } from '#server/outside/files.ts'

type Wanted = { folder: PictureFolder; names: string[] }

/** Does `save` with the names of copies, in the same order, or leaves none behind. What has no file has no copy. */
export async function copyPictures<T>(
  files: Files,
  wanted: Wanted[],
  save: (copies: string[][]) => Promise<T>,
): Promise<T> {
  const copies: Wanted[] = []
  for (const one of wanted) copies.push(await copyAll(files, one))
  try {
    return await save(copies.map(({ names }) => names))
  } catch (error) {
    // After anything else nobody knows whether it was saved: then the sweep decides.
    if (error instanceof Refusal)
      for (const { folder, names } of copies) for (const name of names) await files.remove(folder, name)
    throw error
  }
}

async function copyAll(files: Files, { folder, names }: Wanted): Promise<Wanted> {
  const copied: string[] = []
  for (const name of names) {
    const copy = await files.copyPicture(folder, name)
    if (copy !== undefined) copied.push(copy)
  }
  return { folder, names: copied }
}
