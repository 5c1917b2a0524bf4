import type { DraftPicture } from '#web/features/admin-offices/form-rules.ts'
import { readAsDataUrl } from '#web/ui/files.ts'

export type PictureProblem = 'notImage' | 'tooLarge' | 'tooManyPixels' | 'unreadable'

export class PictureRefused extends Error {
  override readonly name = 'PictureRefused'
  readonly problem: PictureProblem
  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Cameras make smaller files, and browsers would run out of memory. */
const MOST_FILE_BYTES = 50_000_000
const MOST_PIXELS = 120_000_000
/** No screen shows more pixels. */
const LONGEST_SIDE = 2560
const PREVIEW_SIDE = 480
/** Far below the limit for one picture, so that the maximum number of pictures fits into one request. */
const ENOUGH_BYTES = 2_000_000
const QUALITIES = [0.85, 0.7, 0.5, 0.3]
const SENT_AS_IS = new Set(['image/jpeg', 'image/png', 'image/webp'])
const MAY_BE_CLEAR = new Set(['image/png', 'image/webp', 'image/gif', 'image/avif'])

/** Scales the file down and makes sure that it is a picture. */
export async function preparePicture(file: File): Promise<DraftPicture> {
  if (!file.type.startsWith('image/')) throw new PictureRefused('notImage')
  if (file.size > MOST_FILE_BYTES) throw new PictureRefused('tooLarge')
  const { width, height } = await measure(file)
  if (width * height > MOST_PIXELS) throw new PictureRefused('tooManyPixels')
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new PictureRefused('unreadable')
  })
  const canvas = draw(bitmap, LONGEST_SIDE)
  bitmap.close()
  const isFine = SENT_AS_IS.has(file.type) && file.size <= ENOUGH_BYTES && canvas.width === width
  return {
    id: crypto.randomUUID(),
    name: file.name,
    preview: draw(canvas, PREVIEW_SIDE).toDataURL('image/webp', 0.8),
    data: await readAsDataUrl(isFine ? file : await encode(canvas, file.type)),
  }
}

/** Browsers read the size from the file header, before they decode the pixels. */
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

function draw(picture: ImageBitmap | HTMLCanvasElement, longestSide: number): HTMLCanvasElement {
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  const context = contextOf(canvas)
  context.imageSmoothingQuality = 'medium'
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new PictureRefused('unreadable')
  return context
}

/** Photos as JPEG, which is fast; pictures that may be transparent as WebP, if the browser can encode it. */
async function encode(canvas: HTMLCanvasElement, type: string): Promise<Blob> {
  const formats = MAY_BE_CLEAR.has(type) ? ['image/webp', 'image/jpeg'] : ['image/jpeg']
  for (const format of formats) {
    if (format === 'image/jpeg') putOnWhite(canvas)
    for (const quality of QUALITIES) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, format, quality))
      if (blob && blob.size <= ENOUGH_BYTES) return blob
    }
  }
  throw new PictureRefused('tooLarge')
}

function putOnWhite(canvas: HTMLCanvasElement): void {
  const context = contextOf(canvas)
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
}
