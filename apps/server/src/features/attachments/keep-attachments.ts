import { MOST_ATTACHED_BYTES, MOST_ATTACHMENTS } from '@keyhour/contract/attachments'
import { copyPdf, type PdfLimits, pdfLimits } from '#server/features/attachments/copy-pdf.ts'
import { nameWith } from '#server/features/attachments/rules.ts'
import { drawPhoto, measurePhoto } from '#server/features/pictures/draw-photo.ts'
import { badField, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export type GivenFile = { name: string; content: Buffer }
type CheckedFile = { name: string; content_type: string; content: Uint8Array }
export type KeptAttachment = { name: string; content_type: string; bytes: number; file: string }

const FOLDER = 'message_attachments'
const MOST_PIXELS_A_SIDE = 2560
const DAMAGED = 'This file is damaged and cannot be read. Please save it again or choose another one.'
const BUSY = 'We are checking many files right now. Please try again in a minute.'
const BUSY_SECONDS = 60
const TOO_LARGE = 'The files are larger than 10 MB together. Please send fewer or smaller ones.'

type Store = Pick<Deps, 'files' | 'secrets'>

/**
 * Checks the files of a stranger, stores new ones made of what they show, and calls `save` with them. Nothing of the
 * given bytes is stored. If `save` refuses, the files are removed.
 */
export const keepAttachments = async <T>(
  store: Store,
  given: GivenFile[],
  save: (kept: KeptAttachment[]) => Promise<T>,
  limits: PdfLimits = pdfLimits(),
): Promise<T> => storeAll(store, await checkAll(given, limits), save)

/** For files that nobody can be asked to send again: calls `save` also with the names of those that were not kept. */
export async function keepGoodAttachments<T>(
  store: Store,
  given: GivenFile[],
  save: (kept: KeptAttachment[], left: string[]) => Promise<T>,
): Promise<T> {
  const limits = pdfLimits()
  const good: CheckedFile[] = []
  const left: string[] = []
  let bytes = 0
  for (const file of given) {
    bytes += file.content.length
    const fits = good.length < MOST_ATTACHMENTS && bytes <= MOST_ATTACHED_BYTES
    const made = fits && (await remake(file, limits))
    if (made && typeof made !== 'string') good.push(made)
    else left.push(file.name)
  }
  return storeAll(store, good, (kept) => save(kept, left))
}

async function storeAll<T>(
  { files, secrets }: Store,
  checked: CheckedFile[],
  save: (kept: KeptAttachment[]) => Promise<T>,
): Promise<T> {
  const kept: KeptAttachment[] = []
  try {
    for (const { content, ...about } of checked) {
      const extension = about.content_type === 'application/pdf' ? 'pdf' : 'webp'
      const file = await files.keep(FOLDER, extension, secrets.sealBytes(content))
      kept.push({ ...about, bytes: content.length, file })
    }
    return await save(kept)
  } catch (error) {
    // After any other error the rows may have been saved, so the sweep decides.
    if (error instanceof Refusal) for (const { file } of kept) await files.remove(FOLDER, file)
    throw error
  }
}

/** Stops at the first bad file, which the refusal names by its position. */
async function checkAll(given: GivenFile[], limits: PdfLimits): Promise<CheckedFile[]> {
  const total = given.reduce((sum, { content }) => sum + content.length, 0)
  if (total > MOST_ATTACHED_BYTES) throw badField('attachments', TOO_LARGE)
  const checked: CheckedFile[] = []
  for (const [at, file] of given.entries()) {
    const made = await remake(file, limits)
    if (typeof made === 'string') {
      const loc = ['body', 'attachments', String(at)]
      throw new Refusal('invalid', [{ loc, msg: made, input: file.name, type: 'custom' }])
    }
    checked.push(made)
  }
  return checked
}

const isPdf = (content: Buffer): boolean => content.subarray(0, 1024).includes('%PDF-')

/** Or the sentence that refuses it. */
const remake = ({ name, content }: GivenFile, limits: PdfLimits): Promise<CheckedFile | string> =>
  isPdf(content) ? remakePdf(name, content, limits) : remakePicture(name, content)

async function remakePdf(name: string, given: Buffer, limits: PdfLimits): Promise<CheckedFile | string> {
  const content = await copyPdf(given, limits)
  switch (content) {
    case 'unreadable':
      return DAMAGED
    case 'encrypted':
      return 'This PDF is locked with a password. Please send one without.'
    case 'too many pages':
      return 'This PDF has more than 200 pages. Please send fewer.'
    case 'busy':
      throw new Refusal('unavailable', BUSY, {}, { 'retry-after': BUSY_SECONDS })
    case 'too much memory':
      return 'This PDF is too complex for us to check. Please send a simpler one, or pictures of its pages.'
    case 'too slow':
      return 'Checking the files took too long. Please send fewer or smaller ones.'
  }
  return { name: nameWith('pdf', name), content_type: 'application/pdf', content }
}

async function remakePicture(name: string, given: Buffer): Promise<CheckedFile | string> {
  const measured = await measurePhoto(given)
  if (measured === 'unreadable')
    return 'This is neither a picture nor a PDF. Please choose a JPEG, PNG, WebP, AVIF or PDF file.'
  if (measured === 'too many pixels') return 'This picture has too many pixels. Please make it smaller.'
  const content = await drawPhoto(given, (photo) =>
    photo
      .resize(MOST_PIXELS_A_SIDE, MOST_PIXELS_A_SIDE, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .webp({ quality: 85 })
      .toBuffer(),
  )
  return content ? { name: nameWith('webp', name), content_type: 'image/webp', content } : DAMAGED
}
