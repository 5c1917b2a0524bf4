import sharp from 'sharp'
import { badField } from '#server/http/refusal.ts'

/** JPEG, PNG, WebP and AVIF, by how their files begin: drawings and films are not even opened. */
const PHOTO = /^(?:\xff\xd8\xff|\x89PNG\r\n|RIFF.{4}WEBP|.{4}ftyp(?:avif|mif1))/s
/** Enough for what phones take; more would need more memory than one photo may have. */
const MOST_PIXELS = 64_000_000
const FEWEST_PIXELS_A_SIDE = 200
const MOST_PIXELS_A_SIDE = 1600
const MOST_SECONDS = 20

/** A new JPEG of what is to be seen, upright, with nothing else that the file carried: no place, no camera, no name. */
export async function redrawPhoto(bytes: Buffer): Promise<Buffer> {
  const { width, height } = await open(bytes)
    .metadata()
    .catch(() => Promise.reject(unreadable()))
  if (Math.min(width, height) < FEWEST_PIXELS_A_SIDE) throw badField('image', 'This photo is too small.')
  return open(bytes)
    .autoOrient()
    .resize({
      width: MOST_PIXELS_A_SIDE,
      height: MOST_PIXELS_A_SIDE,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 85 })
    .timeout({ seconds: MOST_SECONDS })
    .toBuffer()
    .catch(() => Promise.reject(unreadable()))
}

function open(bytes: Buffer) {
  if (!PHOTO.test(bytes.toString('latin1', 0, 16))) throw unreadable()
  return sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true })
}

const unreadable = () => badField('image', 'This image cannot be read. Please use a JPEG or PNG photo.')
