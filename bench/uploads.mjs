import { readFile } from 'node:fs/promises'
import { platform } from 'node:os'
import { start } from '../apps/e2e/system/product.ts'
import { startOutsideDatabase } from '../apps/e2e/test/outside-database.ts'
import { uploadPhoto } from '../apps/e2e/test/upload-photo.ts'
import { setUp } from '../scripts/set-up.mjs'
import { timed } from './few-and-many.mjs'

/** The memory that the running product takes while very many people upload a photo of 14 MB at the same time. */
const UPLOADS = Number(process.env.BENCH_UPLOADS ?? 250)
const MOST_MEGABYTES = 1000

/** The peak so far. Only Linux reports it. */
async function peakMegabytes({ pid }) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)[1]) / 1024
}

if (platform() !== 'linux') throw new Error('Only Linux says how much memory another process has taken.')
await setUp()
const { settings, person, stop } = await startOutsideDatabase()
try {
  const product = await start(settings('one'))
  try {
    const people = []
    for (let made = 0; made < UPLOADS; made += 1) people.push(await person())
    const before = await peakMegabytes(product)
    const uploads = Promise.all(people.map((one) => uploadPhoto(product, one)))
    const healthMs = await timed(() => fetch(`${product.url}/api/health`))
    const statuses = await uploads
    const peak = await peakMegabytes(product)
    const taken = statuses.filter((status) => status !== 429).length
    console.log(
      `${UPLOADS} photos of 14 MB at once: ${taken} looked at, the others refused before they were read.`,
    )
    console.log(
      `Memory: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most. Health took ${healthMs.toFixed(0)} ms.`,
    )
    process.exitCode = peak < MOST_MEGABYTES ? 0 : 1
  } finally {
    await product.kill('SIGTERM')
  }
} finally {
  await stop()
}
