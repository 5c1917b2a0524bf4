import sharp, { type Sharp } from 'sharp'

/** JPEG, PNG, WebP and AVIF, by how their files begin: drawings and films are not even opened. */
const PHOTO = /^(?:\xff\xd8\xff|\x89PNG\r\n|RIFF.{4}WEBP|.{4}ftyp(?:avif|mif1))/s
/** Enough for what phones take; more would need more memory than one photo may have. */
const MOST_PIXELS = 64_000_000
/** What unpacks to so many times its size is no photo, once it is large. */
const MOST_UNPACKING = 250
const LARGE_BYTES = 50_000_000
const MOST_SECONDS = 20

type Measured = { width: number; height: number } | 'unreadable' | 'too many pixels'

/** How large a photo is as one sees it; read off its first bytes, so that nothing is unpacked before it is known. */
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

/** One photo at a time in the whole process, since each takes the memory that one may have. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const mine = turn.then(work)
  turn = mine.catch(() => undefined)
  return mine
}

/** Works on a photo upright, without what else the file carried: place, camera, name. Undefined when it is broken. */
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
