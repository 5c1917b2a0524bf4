import { fork } from 'node:child_process'
import { on } from 'node:events'
import { cpuTimes, watchMemory } from './processes.mjs'

/** The load generator in its own process. */
export function startLoad() {
  const child = fork(new URL('load.mjs', import.meta.url), { execArgv: [] })
  return {
    introduce: (name, world) => child.send({ name, world }),
    /** `onMeasuring` and `onMeasured` are called around the time that counts. */
    async run(name, run, { onMeasuring, onMeasured } = {}) {
      // Messages that arrive during a callback wait for their turn.
      const messages = on(child, 'message')
      child.send({ name, run })
      const around = {}
      for await (const [message] of messages) {
        if (message.failure) throw new Error(message.failure)
        if (message.isMeasuring) around.before = await onMeasuring?.()
        if (message.isMeasured) around.after = await onMeasured?.()
        if (message.result) return { ...message.result, ...around }
      }
    },
    stop: () => child.kill(),
  }
}

/** Rate and latency of one line, with the processor time and the memory that it takes. */
export async function measureLine(load, { name, product, line, clients, seconds }) {
  const stopWatching = watchMemory(product)
  const look = () => cpuTimes(product)
  const run = { url: product.url, line, clients, seconds }
  const { before, after, ...result } = await load.run(name, run, { onMeasuring: look, onMeasured: look })
  return {
    ...result,
    serverMs: (after.server - before.server) / result.requests,
    postgresMs: (after.postgres - before.postgres) / result.requests,
    megabytes: stopWatching(),
  }
}
