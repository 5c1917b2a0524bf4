import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import v8 from 'node:v8'
import { runInNewContext } from 'node:vm'
import { openDatabase, withoutLimits } from '../apps/server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { issueToken } from '../apps/server/src/secrets/session-token.ts'
import { makeQueues } from '../apps/server/test/make-queues.ts'
import { openWholeServer } from '../apps/server/test/whole-server.ts'

const MIGRATIONS = new URL('../apps/server/migrations/', import.meta.url)
const AT_ONCE = 100_000
const CHUNKS_BETWEEN_LOOKS = 20

v8.setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc')

export const now = () => new Date('2026-03-02T08:00:00.000Z')

/** Gives `bench` a PostgreSQL and a way to open servers on it. The process fails unless `bench` answers true. */
export async function runBench(bench) {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-bench-'))
  const postgres = await startEmbeddedPostgres({
    dir: join(dir, 'postgres'),
    durable: false,
    owner: 'the bench',
  })
  const open = (name, options) => openWorld({ dir, postgres, name }, options)
  try {
    process.exitCode = (await bench(open)) ? 0 : 1
  } finally {
    await postgres.stop()
    await rm(dir, { recursive: true, force: true })
  }
}

/** A whole server on its own database, filled first. */
async function openWorld({ dir, postgres, name }, { fill, ...options }) {
  const home = openDatabase(postgres.url, () => undefined)
  await home.pool.query(`create database ${name}`)
  await home.close()
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const empty = openDatabase(url, () => undefined)
  await migrate(empty.pool, MIGRATIONS)
  await makeQueues(empty.pool)
  await fill(empty)
  await withoutLimits(empty.pool, (client) => client.query('vacuum analyze'))
  await empty.close()
  return openWholeServer({ url, dataDir: join(dir, name), now, ...options })
}

/** A million in one statement would take too much memory. */
export async function inBatches(count, fill) {
  for (let first = 1; first <= count; first += AT_ONCE) {
    const last = Math.min(count, first + AT_ONCE - 1)
    await fill({ first, last })
  }
}

/** Makes the first user an admin. */
export async function adminToken({ deps, pool }) {
  const { rows } = await pool.query(
    `update users set admin = true where id = 1 returning id::integer, email, name, admin, session_epoch`,
  )
  return issueToken(deps.secrets, rows[0], deps.now())
}

/**
 * The ms of every call. Both servers are called in turn, so that other load on the machine affects both equally. Rounds
 * below 0 warm up and do not count.
 */
export async function askInTurn({ few, many }, { rounds, warmUp = 2 }, ask) {
  const measured = new Map([few, many].map((world) => [world, []]))
  for (let round = -warmUp; round < rounds; round += 1)
    for (const world of round % 2 ? [few, many] : [many, few]) {
      const ms = await timed(() => ask(world, round))
      if (round >= 0) measured.get(world).push(ms)
    }
  return { few: measured.get(few), many: measured.get(many) }
}

/** Reads a reply as it arrives: how long it takes, how large it is, and how much memory it holds. */
export async function weighStream(app, request) {
  const before = heldBytes()
  const reply = await app.inject({ ...request, payloadAsStream: true })
  if (reply.statusCode !== 200) throw new Error(`${request.url} answered ${reply.statusCode}`)
  let [bytes, chunks, peak] = [0, 0, before]
  const ms = await timed(async () => {
    for await (const chunk of reply.stream()) {
      bytes += chunk.length
      if (chunks % CHUNKS_BETWEEN_LOOKS === 0) peak = Math.max(peak, heldBytes())
      chunks += 1
    }
  })
  return { ms, megabytes: bytes / 2 ** 20, memory: (peak - before) / 2 ** 20 }
}

/** Without garbage, which grows with the memory of the machine. */
function heldBytes() {
  collectGarbage()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

export async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const quantile = (values, share) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]

export const medianAnd95th = (values, digits = 1) =>
  [0.5, 0.95].map((share) => quantile(values, share).toFixed(digits)).join(' / ')

export const timesAsMuch = ({ few, many }, share = 0.5) => quantile(many, share) / quantile(few, share)

export const figure = (count) => count.toLocaleString('en')
