import { PICTURE_WIDTHS } from '@keyhour/contract/picture-address'
import sharp from 'sharp'
import { drawPhoto } from '#server/features/pictures/draw-photo.ts'
import type { DrawnPicture } from '#server/outside/files.ts'

const MOST_PIXELS_A_SIDE = 1920
const WEBP = { quality: 82 }

/** WebP in the largest width and each smaller one. Undefined if the photo is broken. */
export async function drawPicture(bytes: Buffer): Promise<DrawnPicture | undefined> {
  const size = { width: MOST_PIXELS_A_SIDE, height: MOST_PIXELS_A_SIDE }
  const drawn = await drawPhoto(bytes, (photo) =>
    photo
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  if (!drawn) return undefined

  const { width, height, channels } = drawn.info
  const pixels = () => sharp(drawn.data, { raw: { width, height, channels } })
  return {
    largest: await pixels().webp(WEBP).toBuffer(),
    narrower: await Promise.all(
      PICTURE_WIDTHS.filter((narrower) => narrower < width).map(async (narrower) => ({
        width: narrower,
        bytes: await pixels().resize(narrower).webp(WEBP).toBuffer(),
      })),
    ),
  }
}
