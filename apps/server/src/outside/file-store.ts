import { Refusal } from '#server/http/refusal.ts'

/**
 * Stores files under paths such as `office_images/loft.webp`, in a folder or a bucket. A path is written once and its
 * content never changes. Throws `storeAway` when it cannot be reached.
 */
export type FileStore = {
  /** The folder or bucket, without any secret. */
  place: string
  /** Readers see the whole file or none. */
  write: (path: string, bytes: Uint8Array) => Promise<void>
  /** `isAwaited`: a person is waiting, so it gives up sooner. */
  read: (path: string, options?: { isAwaited: boolean }) => Promise<Buffer | undefined>
  /** A missing file is fine. */
  remove: (path: string) => Promise<void>
  /** Yields names in batches; with `before`, only older files. */
  list: (folder: string, before?: Date) => AsyncIterable<string[]>
}

const SENTENCE = 'Files are not available right now. Please try again in a moment.'
const RETRY_SECONDS = 10

/** Tells the caller to come back later; the log gets the cause. */
export const storeAway = (cause: Error): Refusal =>
  Object.assign(new Refusal('unavailable', SENTENCE, {}, { 'retry-after': RETRY_SECONDS }), { cause })
