import { MOST_PICTURE_BYTES } from '@keyhour/contract/admin-offices'
import type { Picture } from '#web/features/admin-offices/form-rules.ts'
import { readAsDataUrl } from '#web/ui/files.ts'

export type PictureProblem = 'notImage' | 'tooLarge' | 'tooManyPixels' | 'unreadable'

/** A picture that cannot be taken, and why. */
export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
  readonly problem: PictureProblem
  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

/** No camera makes more; a browser would run out of memory first. */
const MOST_FILE_BYTES = 50_000_000
const MOST_PIXELS = 120_000_000
/** Longer sides are of no use on any screen. */
const LONGEST_SIDE = 2560
const PREVIEW_SIDE = 480
/** Twenty of these can be sent at once. */
const ENOUGH_BYTES = 2_000_000
const QUALITIES = [0.85, 0.7, 0.5, 0.3]

/** What a person picked, as it can be sent: small enough, turned the right way up, without what the camera noted. */
export async function preparePicture(file: File): Promise<Picture> {
  if (!file.type.startsWith('image/')) throw new PictureRefused('notImage')
  if (file.size > MOST_FILE_BYTES) throw new PictureRefused('tooLarge')
  const size = await measure(file)
  if (size.width * size.height > MOST_PIXELS) throw new PictureRefused('tooManyPixels')
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureRefused('unreadable')
  })
  try {
    const picture = await encode(bitmap)
    if (picture.size > MOST_PICTURE_BYTES) throw new PictureRefused('tooLarge')
    return {
      id: crypto.randomUUID(),
      name: file.name,
      preview: draw(bitmap, PREVIEW_SIDE).toDataURL('image/webp', 0.8),
      data: await readAsDataUrl(picture),
    }
  } finally {
    bitmap.close()
  }
}

/** Read from the head of the file, before anything is unpacked. */
async function measure(file: File): Promise<{ width: number; height: number }> {
  const url = URL.createObjectURL(file)
  const image = new Image()
  try {
    return await new Promise((resolve, reject) => {
      image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
      image.onerror = () => reject(new PictureRefused('unreadable'))
      image.src = url
    })
  } finally {
    URL.revokeObjectURL(url)
  }
}

function draw(bitmap: ImageBitmap, longestSide: number, ground?: string): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(bitmap.width, bitmap.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new PictureRefused('unreadable')
  context.imageSmoothingQuality = 'high'
  if (ground) {
    context.fillStyle = ground
    context.fillRect(0, 0, canvas.width, canvas.height)
  }
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas
}

const toBlob = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, quality))

async function encode(bitmap: ImageBitmap): Promise<Blob> {
  const canvas = draw(bitmap, LONGEST_SIDE)
  const trial = await toBlob(canvas, 'image/webp', QUALITIES[0] ?? 1)
  // A browser that writes no WebP writes PNG instead, which is large; JPEG knows no transparency.
  const isWebp = trial?.type === 'image/webp'
  if (isWebp && trial.size <= ENOUGH_BYTES) return trial
  const source = isWebp ? canvas : draw(bitmap, LONGEST_SIDE, 'white')
  let smallest: Blob | null = null
  for (const quality of QUALITIES) {
    smallest = await toBlob(source, isWebp ? 'image/webp' : 'image/jpeg', quality)
    if (smallest && smallest.size <= ENOUGH_BYTES) break
  }
  if (!smallest) throw new PictureRefused('unreadable')
  return smallest
}
