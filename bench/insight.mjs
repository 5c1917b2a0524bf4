import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../apps/server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { keepInsight } from '../apps/server/src/features/insight/keep-insight.ts'
import { issueToken } from '../apps/server/src/secrets/session-token.ts'
import { fillOrderList, fillPlaces } from '../apps/server/test/fill-many.ts'
import { wholeScansDuring } from '../apps/server/test/whole-scans.ts'
import { openWholeServer } from '../apps/server/test/whole-server.ts'

/**
 * What insight costs with few and with many orders in the same days. Both databases are asked in turn, so that whatever
 * else the machine does, it does to both.
 */
const FEW = Number(process.env.BENCH_FEW ?? 10_000)
const MANY = Number(process.env.BENCH_MANY ?? 1_000_000)
const SUB_OFFICES = 1000
const AT_ONCE = 100_000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const MOST_MS = 1000

const now = () => new Date('2026-03-02T08:00:00.000Z')
const MIGRATIONS = new URL('../apps/server/migrations/', import.meta.url)

const YEAR = 'from=2025-03-03&to=2026-03-02'
const QUESTIONS = {
  'the last 7 days': 'from=2026-02-24&to=2026-03-02',
  'the last 30 days': 'from=2026-02-01&to=2026-03-02',
  'the last 90 days': 'from=2025-12-03&to=2026-03-02',
  'a year': YEAR,
  'a year and what is booked ahead': 'from=2025-07-01&to=2026-06-30',
  'a year of one type': `${YEAR}&type=meeting_room`,
  'a year of one office': `${YEAR}&office_id=42`,
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
  await few.close()
  await many.close()
  return report(rows)
}

async function compare(few, many, question) {
  const measured = new Map([few, many].map((world) => [world, []]))
  const scans = await wholeScansDuring(many.pool, async () => {
    for (let round = -2; round < ROUNDS; round += 1)
      for (const world of round % 2 ? [few, many] : [many, few])
        measured.get(world).push(await timed(() => ask(world, question)))
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
  // They were there before the first day that is asked for.
  await empty.pool.query(`
    update offices set created_at = timestamptz '2024-01-01' + id % 60 * interval '1 day';
    update sub_offices set created_at = timestamptz '2024-01-01' + office_id % 60 * interval '1 day'`)
  for (let first = 1; first <= orders; first += AT_ONCE) {
    const last = Math.min(orders, first + AT_ONCE - 1)
    await fillOrderList(empty.pool, { first, last, around: now() })
    console.log(`${name}: ${last.toLocaleString('en')} orders`)
  }
  const ms = await timed(() => keepInsight.run({ db: empty.db, now }, {}))
  console.log(`${name}: all days counted in ${(ms / 1000).toFixed(1)} s`)
  await empty.pool.query(
    'vacuum analyze insight_changes, insight_offices, insight_payments, insight_hours, orders',
  )
  const { rows } = await empty.pool.query(
    `update users set admin = true where id = 1 returning id::integer, email, name, admin, session_epoch`,
  )
  await empty.close()

  const { deps, app, pool, close } = await openWholeServer({ url, dataDir: join(dir, name), now })
  const headers = { authorization: `Bearer ${await issueToken(deps.secrets, rows[0], now())}` }
  return { app, pool, close, headers }
}

async function ask({ app, headers }, query) {
  const reply = await app.inject({ url: `/api/admin/insight?${query}`, headers })
  if (reply.statusCode !== 200) throw new Error(`${query} answered ${reply.statusCode}: ${reply.body}`)
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]

function report(rows) {
  const shown = (values) => `${quantile(values, 0.5).toFixed(0)} / ${quantile(values, 0.95).toFixed(0)}`
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
  const slow = rows.filter(({ many }) => quantile(many, 0.5) > MOST_MS).map(({ name }) => name)
  console.log(slow.length > 0 ? `Too slow: ${slow.join(', ')}.` : 'Nobody waits for a second.')
  const isIndexed = rows.every(({ scans }) => Object.keys(scans).length === 0)
  console.log(isIndexed ? 'No order is read that need not be.' : 'Something reads whole tables.')
  return slow.length === 0 && isIndexed
}

try {
  process.exitCode = (await bench()) ? 0 : 1
} finally {
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}
