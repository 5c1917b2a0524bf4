import { MOST_PICTURE_BYTES } from '@keyhour/contract/admin-offices'
import type { FieldError } from '@keyhour/contract/errors'
import { measurePhoto } from '#server/features/pictures/draw-photo.ts'
import { drawPicture } from '#server/features/pictures/draw-picture.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { DrawnPicture, Files, PictureFolder } from '#server/outside/files.ts'

/** Does `save` with the names of all pictures in their order, new ones kept under new names, or leaves nothing behind. */
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
    for (const name of added) await files.remove(folder, name)
    throw error
  }
}

/** Every picture that cannot be taken is named, by where it stands. */
async function drawNewOnes(pictures: string[]): Promise<(string | DrawnPicture)[]> {
  const refused: FieldError[] = []
  const drawn: (string | DrawnPicture)[] = []
  for (const [at, picture] of pictures.entries()) {
    const one = picture.startsWith('data:') ? await drawNewOne(picture, at + 1) : picture
    if (typeof one === 'object' && 'msg' in one)
      refused.push({ loc: ['body', 'pictures', String(at)], msg: one.msg, type: 'custom' })
    else drawn.push(one)
  }
  if (refused.length > 0) throw new Refusal('invalid', refused)
  return drawn
}

async function drawNewOne(dataUrl: string, number: number): Promise<DrawnPicture | { msg: string }> {
  const unreadable = `Picture ${number} cannot be read. Please use a JPEG, PNG, WebP or AVIF photo.`
  const base64 = dataUrl.slice(dataUrl.indexOf(',') + 1)
  if (base64.length > Math.ceil(MOST_PICTURE_BYTES / 3) * 4)
    return { msg: `Picture ${number} is larger than 10 MB. Please make it smaller.` }
  const bytes = Buffer.from(base64, 'base64')
  const measured = await measurePhoto(bytes)
  if (measured === 'too many pixels')
    return { msg: `Picture ${number} has too many pixels. Please make it smaller.` }
  if (measured === 'unreadable') return { msg: unreadable }
  return (await drawPicture(bytes)) ?? { msg: unreadable }
}
