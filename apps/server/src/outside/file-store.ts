import { Refusal } from '#server/http/refusal.ts'

/**
 * Where bytes are kept under a path such as `office_images/loft.webp`: a folder, or a bucket. A path is written once
 * and its bytes never change. A store that cannot be reached throws what `storeAway` makes.
 */
export type FileStore = {
  /** For people: the folder or the bucket, without any secret. */
  place: string
  /** A reader sees the whole file or none. */
  write: (path: string, bytes: Uint8Array) => Promise<void>
  /** Undefined when there is no such file. `isAwaited`: a person is waiting, so it is given up soon. */
  read: (path: string, options?: { isAwaited: boolean }) => Promise<Buffer | undefined>
  /** Removing what is not there is fine. */
  remove: (path: string) => Promise<void>
  /** Names in a folder, some at a time; with `before`, only what was written before that moment. */
  list: (folder: string, before?: Date) => AsyncIterable<string[]>
}

const SENTENCE = 'Files cannot be reached just now. Please try again in a moment.'
const RETRY_SECONDS = 10

/** Tells the caller to come back later, and the log what happened. */
export const storeAway = (cause: Error): Refusal =>
  Object.assign(new Refusal('unavailable', SENTENCE, {}, { 'retry-after': RETRY_SECONDS }), { cause })
