import cluster, { type Worker } from 'node:cluster'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyBaseLogger } from 'fastify'
import { countInMemory } from '#server/http/concurrency-limit.ts'
import type { FromPrimary, FromWorker, Orders } from '#server/workers/messages.ts'
import { countFor } from '#server/workers/shared-count.ts'

/** A worker that lived this long did not die of its start. */
const STEADY_MS = 10_000
const LONGEST_PAUSE_MS = 30_000
/** Longer than a worker takes that gives up on slow clients, jobs and queries, one after the other. */
const STOP_MS = 40_000

type Leading = {
  /** What a worker runs. */
  program: URL
  /** How many answer requests. One more runs the jobs. */
  requestWorkers: number
  orders: Omit<Orders, 'duty'>
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  signal: AbortSignal
  onClose: (closer: () => Promise<void>) => void
}

/** Resolves when all workers are ready, and throws if one cannot start. From then on, those that end are replaced. */
export async function leadWorkers(leading: Leading): Promise<void> {
  const { program, requestWorkers, orders, log, signal, onClose } = leading
  // The program may have been imported by another, whose arguments are not for the workers.
  cluster.setupPrimary({
    exec: fileURLToPath(program),
    args: [],
    execArgv: [...process.execArgv, '--enable-source-maps'],
  })
  const count = countInMemory()
  const stopping = new AbortController()
  const running = new Set<StartedWorker>()

  function start(duty: Orders['duty']): StartedWorker {
    const started = startWorker({ ...orders, duty }, log)
    countFor(started.worker, count)
    running.add(started)
    void started.ended.then(() => running.delete(started))
    return started
  }

  async function keep(duty: Orders['duty'], first: StartedWorker): Promise<void> {
    let [current, since, failures] = [first, performance.now(), 0]
    for (;;) {
      const how = await current.ended
      if (stopping.signal.aborted) return
      failures = performance.now() - since > STEADY_MS ? 0 : failures + 1
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 100 * 2 ** failures)
      log.error({ worker: current.pid, duty, how, pauseMs }, 'a worker ended and is replaced')
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined)
      if (stopping.signal.aborted) return
      ;[current, since] = [start(duty), performance.now()]
      const { pid, ready } = current
      ready.then(
        () => log.info({ worker: pid, duty }, 'a worker is ready'),
        (error) => log.error(error, 'a worker could not start'),
      )
    }
  }

  async function open(duty: Orders['duty']): Promise<void> {
    const first = start(duty)
    await first.ready
    void keep(duty, first)
  }

  const stop = async () => {
    stopping.abort()
    await Promise.all([...running].map(stopWorker))
  }
  onClose(stop)
  signal.addEventListener('abort', () => void stop())
  signal.throwIfAborted()
  // It creates the queues that the others need.
  await open('jobs')
  await Promise.all(Array.from({ length: requestWorkers }, () => open('requests')))
}

type StartedWorker = {
  worker: Worker
  pid: number | undefined
  /** Rejects if it ends before. */
  ready: Promise<void>
  /** How it ended, in words. */
  ended: Promise<string>
}

function startWorker(orders: Orders, log: Leading['log']): StartedWorker {
  const worker = cluster.fork()
  // Its last message may come after its exit, but not after its connection has closed.
  const cutOff = new Promise<void>((resolve) => worker.once('disconnect', resolve))
  const ended = new Promise<string>((resolve) => {
    worker.once('exit', async (code: number, signal: string | null) => {
      await cutOff
      resolve(signal ? `by ${signal}` : `with code ${code}`)
    })
    worker.on('error', (error) => {
      log.warn(error, 'a worker cannot be reached')
      if (worker.process.pid === undefined) resolve('before it began')
    })
  })
  const ready = new Promise<void>((resolve, reject) => {
    worker.on('message', (said: FromWorker) => {
      if ('isWaiting' in said) worker.send({ orders } satisfies FromPrimary, () => undefined)
      else if ('isReady' in said) resolve()
      else if ('failure' in said) reject(Object.assign(new Error(said.failure.message), said.failure))
    })
    void ended.then((how) => reject(new Error(`a worker ended ${how}`)))
  })
  return { worker, pid: worker.process.pid, ready, ended }
}

async function stopWorker({ worker, ended }: StartedWorker): Promise<void> {
  worker.process.kill('SIGTERM')
  const giveUp = setTimeout(() => worker.process.kill('SIGKILL'), STOP_MS)
  await ended
  clearTimeout(giveUp)
}
