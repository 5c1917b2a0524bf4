import { drawPhoto, measurePhoto } from '#server/features/pictures/draw-photo.ts'
import { badField } from '#server/http/refusal.ts'

const FEWEST_PIXELS_A_SIDE = 200
const MOST_PIXELS_A_SIDE = 1600
const UNREADABLE = 'This image cannot be read. Please use a JPEG or PNG photo.'

/** A new JPEG of the visible picture only, without metadata. */
export async function redrawPhoto(bytes: Buffer): Promise<Buffer> {
  const measured = await measurePhoto(bytes)
  if (typeof measured === 'string') throw badField('image', UNREADABLE)
  if (Math.min(measured.width, measured.height) < FEWEST_PIXELS_A_SIDE)
    throw badField('image', 'This photo is too small. Please choose a larger one.')
  const size = { width: MOST_PIXELS_A_SIDE, height: MOST_PIXELS_A_SIDE }
  const drawn = await drawPhoto(bytes, (photo) =>
    photo
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 85 })
      .toBuffer(),
  )
  if (!drawn) throw badField('image', UNREADABLE)
  return drawn
}
