import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../apps/server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { addUpTallies } from '../apps/server/src/features/admin-orders/add-up-tallies.ts'
import { issueToken } from '../apps/server/src/secrets/session-token.ts'
import { fillOrderList, fillPlaces } from '../apps/server/test/fill-many.ts'
import { wholeScansDuring } from '../apps/server/test/whole-scans.ts'
import { openWholeServer } from '../apps/server/test/whole-server.ts'

/**
 * What the list of all orders costs with few and with many of them, and what memory it takes to export them. Both
 * databases are asked in turn, so that whatever else the machine does, it does to both.
 */
const FEW = Number(process.env.BENCH_FEW ?? 10_000)
const MANY = Number(process.env.BENCH_MANY ?? 1_000_000)
const SUB_OFFICES = 1000
const AT_ONCE = 100_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const MOST_TIMES_AS_MUCH = 3
const MOST_MEGABYTES = 300
const PAGE_SIZE = 20

const now = () => new Date('2026-03-02T08:00:00.000Z')
const MIGRATIONS = new URL('../apps/server/migrations/', import.meta.url)

const middle = (orders) => Math.ceil(orders / PAGE_SIZE / 2)
const SORTS = ['id', 'date', 'start', 'office', 'sub_office', 'user_id', 'billed', 'payment_status']
const MONTH = 'from=2026-02-01&to=2026-02-28'
const ALL_FILTERS = `${MONTH}&office=office%201&sub_office=space%207&user_id=1&payment_status=Pending`
const QUESTIONS = {
  'the newest': () => 'page=1',
  'a page in the middle': (orders) => `page=${middle(orders)}`,
  'the last page': (orders) => `page=${orders / PAGE_SIZE}`,
  'a page in the middle by start': (orders) => `page=${middle(orders)}&sort=start&direction=asc`,
  ...Object.fromEntries(
    SORTS.flatMap((sort) =>
      ['asc', 'desc'].map((direction) => [
        `by ${sort} ${direction}`,
        () => `page=1&sort=${sort}&direction=${direction}`,
      ]),
    ),
  ),
  'made in a month': () => `page=1&${MONTH}`,
  'starting in a month': () => `page=1&date_type=service_start_date&${MONTH}`,
  'starting in a month, by start': () => `page=1&date_type=service_start_date&sort=start&${MONTH}`,
  'made in a month, by start': () => `page=1&sort=start&${MONTH}`,
  'made in a month, by start, page 50': () => `page=50&sort=start&${MONTH}`,
  'made on a day, by start': () => 'page=1&sort=start&from=2026-02-03&to=2026-02-03',
  'an office': () => 'page=1&office=office%2042',
  'an office, by what was billed': () => 'page=1&sort=billed&office=office%2042',
  'a tenth of the offices': () => 'page=1&office=office%201',
  'a sub-office': () => 'page=1&sub_office=space%207',
  'a user': () => 'page=1&user_id=1234',
  'a figure of users': () => 'page=1&user_id=7',
  pending: () => 'page=1&payment_status=Pending',
  'an office in a month': () => `page=1&office=office%2042&${MONTH}`,
  'all filters': () => `page=1&${ALL_FILTERS}`,
  'all filters, by what was billed': () => `page=1&sort=billed&${ALL_FILTERS}`,
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
  for (const [name, question] of Object.entries(QUESTIONS))
    rows.push({ name, ...(await compare(few, many, question)) })
  const exports = []
  for (const format of ['csv', 'xlsx']) exports.push(await exportAll(many, format))
  await few.close()
  await many.close()
  return report(rows, exports)
}

async function compare(few, many, question) {
  const measured = new Map([few, many].map((world) => [world, []]))
  const scans = await wholeScansDuring(many.pool, async () => {
    for (let round = -2; round < ROUNDS; round += 1)
      for (const world of round % 2 ? [few, many] : [many, few])
        measured.get(world).push(await timed(() => ask(world, question(world.orders))))
  })
  const [ofFew, ofMany] = [few, many].map((world) => measured.get(world).slice(2))
  return { few: ofFew, many: ofMany, scans }
}

async function open(name, orders) {
  const admin = openDatabase(postgres.url, () => undefined)
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const empty = openDatabase(url, () => undefined)
  await migrate(empty.pool, MIGRATIONS)
  await fillPlaces(empty.pool, { subOffices: SUB_OFFICES, users: 2000 })
  for (let first = 1; first <= orders; first += AT_ONCE) {
    const last = Math.min(orders, first + AT_ONCE - 1)
    await fillOrderList(empty.pool, { first, last, around: now() })
    console.log(`${name}: ${last.toLocaleString('en')} orders`)
  }
  await addUpTallies.run(empty, {})
  await empty.pool.query('vacuum analyze order_tallies')
  const { rows } = await empty.pool.query(
    `update users set admin = true where id = 1 returning id::integer, email, name, admin, session_epoch`,
  )
  await empty.close()

  const { deps, app, pool, close } = await openWholeServer({ url, dataDir: join(dir, name), now })
  const headers = { authorization: `Bearer ${await issueToken(deps.secrets, rows[0], now())}` }
  return { app, pool, close, orders, headers }
}

async function ask({ app, headers }, query) {
  const reply = await app.inject({ url: `/api/admin/all-orders?${query}`, headers })
  if (reply.statusCode !== 200) throw new Error(`${query} answered ${reply.statusCode}: ${reply.body}`)
}

/** All of them in one file, read as it comes. */
async function exportAll({ app, headers }, format) {
  const url = `/api/admin/all-orders/export?format=${format}`
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const reply = await app.inject({ url, headers, payloadAsStream: true })
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}`)
  let [bytes, peak] = [0, before]
  const ms = await timed(async () => {
    for await (const chunk of reply.stream()) {
      bytes += chunk.length
      peak = Math.max(peak, process.memoryUsage().rss)
    }
  })
  return { format, ms, megabytes: bytes / 2 ** 20, memory: (peak - before) / 2 ** 20 }
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]

function report(rows, exports) {
  const shown = (values) => `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(1)}`
  const times = ({ few, many }) => quantile(many, 0.5) / quantile(few, 0.5)
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(
    rows.map((row) => ({
      name: row.name,
      [`${FEW.toLocaleString('en')} orders, ms`]: shown(row.few),
      [`${MANY.toLocaleString('en')} orders, ms`]: shown(row.many),
      'times as much': times(row).toFixed(2),
      'whole tables read': Object.keys(row.scans).join(', ') || 'none',
    })),
  )
  for (const { format, ms, megabytes, memory } of exports)
    console.log(
      `All of them as ${format}: ${megabytes.toFixed(0)} MB in ${(ms / 1000).toFixed(1)} s, with ${memory.toFixed(0)} MB more memory.`,
    )
  const slow = rows.filter((row) => times(row) > MOST_TIMES_AS_MUCH).map(({ name }) => name)
  console.log(slow.length > 0 ? `Too slow with many: ${slow.join(', ')}.` : 'Many orders feel like few.')
  const isIndexed = rows.every(({ scans }) => Object.keys(scans).length === 0)
  console.log(isIndexed ? 'Every page is answered from indexes.' : 'Something reads whole tables.')
  return slow.length === 0 && isIndexed && exports.every(({ memory }) => memory <= MOST_MEGABYTES)
}

try {
  process.exitCode = (await bench()) ? 0 : 1
} finally {
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}
