import { keepInsight } from '../apps/server/src/features/insight/keep-insight.ts'
import { fillOrderList, fillPlaces } from '../apps/server/test/fill-many.ts'
import { wholeScansDuring } from '../apps/server/test/whole-scans.ts'
import {
  adminToken,
  askInTurn,
  figure,
  inBatches,
  medianAnd95th,
  now,
  quantile,
  runBench,
  timed,
  timesAsMuch,
} from './few-and-many.mjs'

/** The cost of insight, with few and with many orders in the same days. */
const FEW = Number(process.env.BENCH_FEW ?? 10_000)
const MANY = Number(process.env.BENCH_MANY ?? 1_000_000)
const SUB_OFFICES = 1000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const MOST_MS = 1000

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

async function bench(open) {
  const worlds = { few: await fillAndOpen(open, 'few', FEW), many: await fillAndOpen(open, 'many', MANY) }
  const rows = []
  for (const [name, question] of Object.entries(QUESTIONS))
    rows.push({ name, ...(await compare(worlds, question)) })
  for (const { close } of Object.values(worlds)) await close()
  return report(rows)
}

async function compare(worlds, question) {
  let times
  const scans = await wholeScansDuring(worlds.many.pool, async () => {
    times = await askInTurn(worlds, { rounds: ROUNDS }, (world) => ask(world, question))
  })
  return { ...times, scans }
}

async function fillAndOpen(open, name, orders) {
  const world = await open(name, {
    async fill({ db, pool }) {
      await fillPlaces(pool, { subOffices: SUB_OFFICES, users: 2000 })
      // They existed before the first day that is asked for.
      await pool.query(`
        update offices set created_at = timestamptz '2024-01-01' + id % 60 * interval '1 day';
        update sub_offices set created_at = timestamptz '2024-01-01' + office_id % 60 * interval '1 day'`)
      await inBatches(orders, async (batch) => {
        await fillOrderList(pool, { ...batch, around: now() })
        console.log(`${name}: ${figure(batch.last)} orders`)
      })
      const ms = await timed(() => keepInsight.run({ db, now }, {}))
      console.log(`${name}: all days counted in ${(ms / 1000).toFixed(1)} s`)
      await pool.query(
        'vacuum analyze insight_changes, insight_offices, insight_payments, insight_hours, orders',
      )
    },
  })
  return { ...world, headers: { authorization: `Bearer ${await adminToken(world)}` } }
}

async function ask({ app, headers }, query) {
  const reply = await app.inject({ url: `/api/admin/insight?${query}`, headers })
  if (reply.statusCode !== 200) throw new Error(`${query} answered ${reply.statusCode}: ${reply.body}`)
}

function report(rows) {
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(
    rows.map((row) => ({
      name: row.name,
      [`${figure(FEW)} orders, ms`]: medianAnd95th(row.few, 0),
      [`${figure(MANY)} orders, ms`]: medianAnd95th(row.many, 0),
      'times as much': timesAsMuch(row).toFixed(2),
      'whole tables read': Object.keys(row.scans).join(', ') || 'none',
    })),
  )
  const slow = rows.filter(({ many }) => quantile(many, 0.5) > MOST_MS).map(({ name }) => name)
  console.log(slow.length > 0 ? `Too slow: ${slow.join(', ')}.` : 'Nobody waits for a second.')
  const isIndexed = rows.every(({ scans }) => Object.keys(scans).length === 0)
  console.log(isIndexed ? 'No order is read that need not be.' : 'Something reads whole tables.')
  return slow.length === 0 && isIndexed
}

await runBench(bench)
