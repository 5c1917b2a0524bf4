import { Worker } from 'node:worker_threads'
import type { CopiedPdf } from '#server/features/messages/copy-pages.ts'

const MOST_MS = 20_000
/** Of streams that unpack without end, not all memory counts as the worker's own. */
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
export function copyPdf(bytes: Buffer): Promise<CopiedPdf> {
  const mine = turn.then(() => runWorker(bytes))
  turn = mine.catch(() => undefined)
  return mine
}

function runWorker(bytes: Buffer): Promise<CopiedPdf> {
  const worker = new Worker(isBuilt ? new URL('./copy-pages.js', import.meta.url) : RUN_SOURCE, {
    eval: !isBuilt,
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const before = process.memoryUsage.rss()
  const stop = () => void worker.terminate()
  const clock = setTimeout(stop, MOST_MS)
  const memory = setInterval(() => process.memoryUsage.rss() - before > MOST_GROWTH_BYTES && stop(), CHECK_MS)
  return new Promise<CopiedPdf>((resolve) => {
    worker.once('message', resolve)
    worker.once('error', () => resolve('unreadable'))
    worker.once('exit', () => resolve('unreadable'))
  }).finally(() => {
    clearTimeout(clock)
    clearInterval(memory)
  })
}
