import type { Files, PictureFolder } from '#server/outside/files.ts'

type Wanted = { folder: PictureFolder; names: string[] }

/** Does `save` with the names of copies, in the same order, or leaves none behind. What has no file has no copy. */
export async function copyPictures<T>(
  files: Files,
  wanted: Wanted[],
  save: (copies: string[][]) => Promise<T>,
): Promise<T> {
  const copies: string[][] = []
  try {
    for (const { folder, names } of wanted) {
      const copied: string[] = []
      copies.push(copied)
      for (const name of names) {
        const copy = await files.copyPicture(folder, name)
        if (copy !== undefined) copied.push(copy)
      }
    }
    return await save(copies)
  } catch (error) {
    for (const [at, names] of copies.entries())
      for (const name of names) await files.remove(wanted[at]!.folder, name)
    throw error
  }
}
