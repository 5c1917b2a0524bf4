import sharp, { type Sharp } from 'sharp'

/** The first bytes of JPEG, PNG, WebP and AVIF. Anything else, such as SVG or video, is never decoded. */
const PHOTO = /^(?:\xff\xd8\xff|\x89PNG\r\n|RIFF.{4}WEBP|.{4}ftyp(?:avif|mif1))/s
/** Enough for photos of phones; more would need too much memory. */
const MOST_PIXELS = 64_000_000
/** A large picture that is compressed more than this is a decompression bomb. */
const MOST_UNPACKING = 250
const LARGE_BYTES = 50_000_000
const MOST_SECONDS = 20

type Measured = { width: number; height: number } | 'unreadable' | 'too many pixels'

/** The size of the upright photo. Reads only the header, so nothing is decoded yet. */
export async function measurePhoto(bytes: Buffer): Promise<Measured> {
  if (!PHOTO.test(bytes.toString('latin1', 0, 16))) return 'unreadable'
  try {
    const { width, height, channels, depth, autoOrient } = await sharp(bytes, {
      limitInputPixels: false,
    }).metadata()
    const unpacked = width * height * channels * (depth === 'ushort' ? 2 : 1)
    const isBomb = unpacked > LARGE_BYTES && unpacked > MOST_UNPACKING * bytes.length
    if (width * height > MOST_PIXELS || isBomb) return 'too many pixels'
    return autoOrient
  } catch {
    return 'unreadable'
  }
}

let turn: Promise<unknown> = Promise.resolve()

/** One photo at a time in the whole process, to limit memory. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work)
  turn = mine.catch(() => undefined)
  return mine
}

/** Gives `draw` the upright photo without metadata. Undefined if the photo is broken. */
export function drawPhoto<T>(bytes: Buffer, draw: (photo: Sharp) => Promise<T>): Promise<T | undefined> {
  return inTurn(async () => {
    const photo = sharp(bytes, { failOn: 'error', limitInputPixels: MOST_PIXELS, sequentialRead: true })
    try {
      return await draw(photo.autoOrient().timeout({ seconds: MOST_SECONDS }))
    } catch {
      return undefined
    }
  })
}
