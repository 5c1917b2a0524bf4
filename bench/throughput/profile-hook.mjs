import { renameSync, writeFileSync } from 'node:fs'
import { Session } from 'node:inspector'
import { join } from 'node:path'
import { isMainThread } from 'node:worker_threads'

/** Loaded into the product before its own code. SIGUSR2 starts a profile; the next one ends and writes it. */
const SAMPLE_US = 500

if (isMainThread) {
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US })
  let isRunning = false
  process.on('SIGUSR2', () => {
    isRunning = !isRunning
    if (isRunning) return session.post('Profiler.start')
    session.post('Profiler.stop', (_, { profile }) => {
      const path = join(process.env.BENCH_PROFILE_DIR, `${process.pid}.json`)
      writeFileSync(`${path}.draft`, JSON.stringify(profile))
      renameSync(`${path}.draft`, path)
    })
  })
}
