import { PICTURE_WIDTHS } from '@keyhour/contract/picture-address'
import sharp, { type OutputInfo, type WebpOptions } from 'sharp'
import { drawPhoto } from '#server/features/pictures/draw-photo.ts'
import type { DrawnPicture } from '#server/outside/files.ts'

const MOST_PIXELS_A_SIDE = 1920
const WEBP = { quality: 82 }

/** WebP in the largest width and in each of the smaller ones. Undefined when the photo is broken. */
export async function drawPicture(bytes: Buffer): Promise<DrawnPicture | undefined> {
  const size = { width: MOST_PIXELS_A_SIDE, height: MOST_PIXELS_A_SIDE }
  const drawn = await drawPhoto(bytes, (photo) =>
    photo
      .resize({ ...size, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true }),
  )
  return drawn && inEachWidth(drawn, WEBP)
}

/** Raw dots as WebP, as wide as they are and narrower. */
export async function inEachWidth(
  { data, info: { width, height, channels } }: { data: Buffer; info: OutputInfo },
  quality: WebpOptions,
): Promise<DrawnPicture> {
  const again = () => sharp(data, { raw: { width, height, channels } })
  const narrower = PICTURE_WIDTHS.filter((one) => one < width)
  return {
    largest: await again().webp(quality).toBuffer(),
    narrower: await Promise.all(
      narrower.map(async (one) => ({
        width: one,
        bytes: await again().resize(one).webp(quality).toBuffer(),
      })),
    ),
  }
}
