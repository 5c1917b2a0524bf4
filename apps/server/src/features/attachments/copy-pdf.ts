import { Worker } from 'node:worker_threads'
import type { CopiedPdf, CopyRequest } from '#server/features/attachments/copy-pages.ts'

/** `ms` is what is left for all documents of one message, without the time in the queue. */
export type PdfLimits = { ms: number; unpackedBytes: number }

/** The lists of objects in real documents unpack to a few megabytes; pictures and texts stay packed. */
export const pdfLimits = (): PdfLimits => ({ ms: 20_000, unpackedBytes: 16 * 1024 * 1024 })

const MOST_QUEUED = 4
const MOST_HEAP_MB = 512
/**
 * Of the whole process, because a single large allocation beyond the limit of the heap would end it. Other requests may
 * be the cause, so the document is not blamed.
 */
const MOST_GROWTH_BYTES = 400_000_000
const CHECK_MS = 50

const isBuilt = import.meta.url.endsWith('.js')
/** Node itself does not run the source. */
const RUN_SOURCE = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import('${new URL('./copy-pages.ts', import.meta.url)}')
})`

let turn: Promise<unknown> = Promise.resolve()
let queued = 0

/**
 * One document at a time, in a thread of its own: a bad one can take neither the process's time nor its memory. Takes
 * the time it needed off `limits`.
 */
export async function copyPdf(bytes: Buffer, limits: PdfLimits = pdfLimits()): Promise<CopiedPdf> {
  if (queued >= MOST_QUEUED) return 'busy'
  queued += 1
  const mine = turn.then(() => copyWithin(bytes, limits))
  turn = mine.catch(() => undefined)
  return mine.finally(() => {
    queued -= 1
  })
}

async function copyWithin(bytes: Buffer, limits: PdfLimits): Promise<CopiedPdf> {
  if (limits.ms <= 0) return 'too slow'
  const started = performance.now()
  const copied = await runWorker(bytes, limits)
  limits.ms -= performance.now() - started
  return copied
}

function runWorker(bytes: Buffer, { ms, unpackedBytes }: PdfLimits): Promise<CopiedPdf> {
  const workerData: CopyRequest = { bytes, unpackedBytes }
  const worker = new Worker(isBuilt ? new URL('./copy-pages.js', import.meta.url) : RUN_SOURCE, {
    eval: !isBuilt,
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
  })
  const before = process.memoryUsage.rss()
  return new Promise<CopiedPdf>((resolve) => {
    const hasGrown = () => process.memoryUsage.rss() - before > MOST_GROWTH_BYTES
    const clock = setTimeout(() => resolve('too slow'), ms)
    const memory = setInterval(() => hasGrown() && resolve('busy'), CHECK_MS)
    worker.once('message', resolve)
    worker.once('error', ({ code }: NodeJS.ErrnoException) =>
      resolve(code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too much memory' : 'unreadable'),
    )
    worker.once('exit', () => {
      clearTimeout(clock)
      clearInterval(memory)
      resolve('unreadable')
    })
  }).finally(() => worker.terminate())
}
