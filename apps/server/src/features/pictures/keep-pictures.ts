import { MOST_PICTURE_BYTES } from '@keyhour/contract/admin-offices'
import type { FieldError } from '@keyhour/contract/errors'
import { measurePhoto } from '#server/features/pictures/draw-photo.ts'
import { drawPicture } from '#server/features/pictures/draw-picture.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { DrawnPicture, Files, PictureFolder } from '#server/outside/files.ts'

/** Stores new pictures under new names and calls `save` with all names. If `save` refuses, the new files are removed. */
export async function keepPictures<T>(
  files: Files,
  folder: PictureFolder,
  pictures: string[],
  save: (names: string[]) => Promise<T>,
): Promise<T> {
  const drawn = await drawNewOnes(pictures)
  const added: string[] = []
  try {
    const names: string[] = []
    for (const one of drawn) {
      const name = typeof one === 'string' ? one : await files.keepPicture(folder, one)
      if (typeof one !== 'string') added.push(name)
      names.push(name)
    }
    return await save(names)
  } catch (error) {
    // After any other error the change may have been saved, so the sweep decides.
    if (error instanceof Refusal) for (const name of added) await files.remove(folder, name)
    throw error
  }
}

/** The refusal lists every bad picture by its position. */
async function drawNewOnes(pictures: string[]): Promise<(string | DrawnPicture)[]> {
  const looked = await eachOrRefusal(pictures, async (picture, number) =>
    picture.startsWith('data:') ? lookAt(picture, number) : picture,
  )
  return eachOrRefusal(looked, async (picture, number) =>
    typeof picture === 'string' ? picture : ((await drawPicture(picture)) ?? unreadable(number)),
  )
}

type Bad = { msg: string }
const isBad = (one: unknown): one is Bad => typeof one === 'object' && one !== null && 'msg' in one

async function eachOrRefusal<T, R>(
  pictures: T[],
  work: (picture: T, number: number) => Promise<R | Bad>,
): Promise<R[]> {
  const refused: FieldError[] = []
  const done: R[] = []
  for (const [at, picture] of pictures.entries()) {
    const one = await work(picture, at + 1)
    if (isBad(one)) refused.push({ loc: ['body', 'pictures', String(at)], msg: one.msg, type: 'custom' })
    else done.push(one)
  }
  if (refused.length > 0) throw new Refusal('invalid', refused)
  return done
}

/** Checks length and header before anything is decoded. */
async function lookAt(dataUrl: string, number: number): Promise<Buffer | Bad> {
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  if (base64.length > Math.ceil(MOST_PICTURE_BYTES / 3) * 4)
    return { msg: `Picture ${number} is larger than 10 MB. Please make it smaller.` }
  const bytes = Buffer.from(base64, 'base64')
  const measured = await measurePhoto(bytes)
  if (measured === 'too many pixels')
    return { msg: `Picture ${number} has too many pixels. Please make it smaller.` }
  return measured === 'unreadable' ? unreadable(number) : bytes
}

const unreadable = (number: number): Bad => ({
  msg: `Picture ${number} cannot be read. Please use a JPEG, PNG, WebP or AVIF photo.`,
})
