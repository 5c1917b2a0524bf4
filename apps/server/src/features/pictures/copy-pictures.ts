import { Refusal } from '#server/http/refusal.ts'
import type { Files, PictureFolder } from '#server/outside/files.ts'

type PictureNames = { folder: PictureFolder; names: string[] }

/** Copies the files and calls `save` with the new names. If `save` refuses, the copies are removed. Skips lost files. */
export async function copyPictures<T>(
  files: Files,
  wanted: PictureNames[],
  save: (copies: string[][]) => Promise<T>,
): Promise<T> {
  const copies: PictureNames[] = []
  for (const one of wanted) copies.push(await copyAll(files, one))
  try {
    return await save(copies.map(({ names }) => names))
  } catch (error) {
    // After any other error the change may have been saved, so the sweep decides.
    if (error instanceof Refusal)
      for (const { folder, names } of copies) for (const name of names) await files.remove(folder, name)
    throw error
  }
}

async function copyAll(files: Files, { folder, names }: PictureNames): Promise<PictureNames> {
  const copied: string[] = []
  for (const name of names) {
    const copy = await files.copyPicture(folder, name)
    if (copy !== undefined) copied.push(copy)
  }
  return { folder, names: copied }
}
