import { Worker } from 'node:worker_threads'
import type { CopiedPdf, CopyRequest } from '#server/features/messages/copy-pages.ts'

export type PdfLimits = { ms: number; unpackedBytes: number }

/** The lists of objects in real documents unpack to a few megabytes; pictures and texts stay packed. */
const LIMITS: PdfLimits = { ms: 20_000, unpackedBytes: 16 * 1024 * 1024 }
const MOST_HEAP_MB = 512
/** Of the whole process, for what the other limits do not see. */
const MOST_GROWTH_BYTES = 400_000_000
const CHECK_MS = 50

const isBuilt = import.meta.url.endsWith('.js')
/** Node itself does not run the source. */
const RUN_SOURCE = `import('tsx/esm/api').then(({ register }) => {
  register()
  return import('${new URL('./copy-pages.ts', import.meta.url)}')
})`

let turn: Promise<unknown> = Promise.resolve()

/** One document at a time, in a thread of its own: a bad one can take neither the process's time nor its memory. */
export function copyPdf(bytes: Buffer, limits: PdfLimits = LIMITS): Promise<CopiedPdf> {
  const mine = turn.then(() => runWorker(bytes, limits))
  turn = mine.catch(() => undefined)
  return mine
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
    const memory = setInterval(() => hasGrown() && resolve('unreadable'), CHECK_MS)
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
