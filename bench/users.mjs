import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../apps/server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { issueToken } from '../apps/server/src/secrets/session-token.ts'
import { fillUsers } from '../apps/server/test/fill-many.ts'
import { openWholeServer } from '../apps/server/test/whole-server.ts'

/**
 * What the list of users costs with few and with many of them. Both databases are asked in turn, so that whatever else
 * the machine does, it does to both.
 */
const FEW = Number(process.env.BENCH_FEW_USERS ?? 2_000)
const MANY = Number(process.env.BENCH_USERS ?? 200_000)
const ROUNDS = 20
/** What nobody minds between a click and its answer; on a busy machine even few take longer. */
const MOST_MS = 400
const MOST_TIMES_AS_MUCH = 10
/** All of them in one answer may take no more memory than a few batches do. */
const MOST_MEGABYTES = 120
const PAGE_SIZE = 20

const now = () => new Date('2026-03-02T08:00:00.000Z')
const MIGRATIONS = new URL('../apps/server/migrations/', import.meta.url)

const lastPage = (users) => Math.ceil(users / PAGE_SIZE)
const QUESTIONS = {
  'the newest': () => 'page=1',
  'the richest': () => 'page=1&sort=credit_balance',
  'the poorest, by turning all pages': (users) => `page=${lastPage(users)}&sort=credit_balance`,
  'the last by name': (users) => `page=${lastPage(users)}&sort=name&direction=asc`,
  'the last by address': (users) => `page=${lastPage(users)}&sort=email&direction=asc`,
  'a name': () => 'page=1&q=mizrahi',
  'a name, the richest first': () => 'page=1&q=mizrahi&sort=credit_balance',
  'two letters': () => 'page=1&q=no',
  'a number of four figures': () => 'page=1&q=1234',
  'a number of two figures, the richest first': () => 'page=1&q=25&sort=credit_balance',
}

const dir = await mkdtemp(join(tmpdir(), 'keyhour-bench-'))
const postgres = await startEmbeddedPostgres({
  dir: join(dir, 'postgres'),
  durable: false,
  owner: 'the bench',
})

async function bench() {
  const few = await open('few', FEW)
  const many = await open('many', MANY)
  const rows = []
  for (const [name, question] of Object.entries(QUESTIONS)) {
    const measured = new Map([few, many].map((world) => [world, []]))
    for (let round = -2; round < ROUNDS; round += 1)
      for (const world of round % 2 ? [few, many] : [many, few]) {
        const ms = await timed(() => ask(world, question(world.users)))
        if (round >= 0) measured.get(world).push(ms)
      }
    rows.push({ name, few: measured.get(few), many: measured.get(many) })
  }
  const everybody = await streamAll(many)
  await few.close()
  await many.close()
  return report(rows, everybody)
}

async function open(name, users) {
  const admin = openDatabase(postgres.url, () => undefined)
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const empty = openDatabase(url, () => undefined)
  await migrate(empty.pool, MIGRATIONS)
  await fillUsers(empty.pool, users)
  const { rows } = await empty.pool.query(
    `update users set admin = true where id = 1 returning id::integer, email, name, admin, session_epoch`,
  )
  await empty.close()
  console.log(`${name}: ${users.toLocaleString('en')} users`)

  const { deps, app, close } = await openWholeServer({ url, dataDir: join(dir, name), now })
  const headers = { authorization: `Bearer ${await issueToken(deps.secrets, rows[0], now())}` }
  return { app, close, users, headers }
}

async function ask({ app, headers }, query) {
  const reply = await app.inject({ url: `/api/admin/users?${query}`, headers })
  if (reply.statusCode !== 200) throw new Error(`${query} answered ${reply.statusCode}: ${reply.body}`)
}

/** Everybody in one answer, read as it comes. */
async function streamAll({ app, headers }) {
  const reply = await app.inject({ url: '/api/admin/users', headers, payloadAsStream: true })
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  let [bytes, peak] = [0, before]
  const ms = await timed(async () => {
    for await (const chunk of reply.stream()) {
      bytes += chunk.length
      peak = Math.max(peak, process.memoryUsage().rss)
    }
  })
  return { ms, megabytes: bytes / 2 ** 20, memory: (peak - before) / 2 ** 20 }
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]

function report(rows, everybody) {
  const shown = (values) => `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(1)}`
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(
    rows.map(({ name, few, many }) => ({
      name,
      [`${FEW.toLocaleString('en')} users, ms`]: shown(few),
      [`${MANY.toLocaleString('en')} users, ms`]: shown(many),
    })),
  )
  const { ms, megabytes, memory } = everybody
  console.log(
    `Everybody in one answer: ${megabytes.toFixed(0)} MB in ${(ms / 1000).toFixed(1)} s, with ${memory.toFixed(0)} MB more memory.`,
  )
  const most = ({ few }) => Math.max(MOST_MS, MOST_TIMES_AS_MUCH * quantile(few, 0.5))
  const slow = rows.filter((row) => quantile(row.many, 0.5) > most(row)).map(({ name }) => name)
  console.log(slow.length > 0 ? `Too slow with many: ${slow.join(', ')}.` : 'Many users feel like few.')
  if (memory > MOST_MEGABYTES) console.log(`More than ${MOST_MEGABYTES} MB of memory for one answer.`)
  return slow.length === 0 && memory <= MOST_MEGABYTES
}

try {
  process.exitCode = (await bench()) ? 0 : 1
} finally {
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}
