import { addUpTallies } from '../apps/server/src/features/all-orders/add-up-tallies.ts'
import { fillOrderList, fillPlaces } from '../apps/server/test/fill-many.ts'
import { wholeScansDuring } from '../apps/server/test/whole-scans.ts'
import {
  adminToken,
  askInTurn,
  figure,
  inBatches,
  medianAnd95th,
  now,
  runBench,
  timesAsMuch,
  weighStream,
} from './few-and-many.mjs'

/** The cost of the list of all orders, with few and with many, and the memory that an export takes. */
const FEW = Number(process.env.BENCH_FEW ?? 10_000)
const MANY = Number(process.env.BENCH_MANY ?? 1_000_000)
const SUB_OFFICES = 1000
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const MOST_TIMES_AS_MUCH = 3
const MOST_MEGABYTES = 30
const PAGE_SIZE = 20

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

async function bench(open) {
  const worlds = { few: await fillAndOpen(open, 'few', FEW), many: await fillAndOpen(open, 'many', MANY) }
  const rows = []
  for (const [name, question] of Object.entries(QUESTIONS))
    rows.push({ name, ...(await compare(worlds, question)) })
  const exports = []
  for (const format of ['csv', 'xlsx']) exports.push(await exportAll(worlds.many, format))
  for (const { close } of Object.values(worlds)) await close()
  return report(rows, exports)
}

async function compare(worlds, question) {
  let times
  const scans = await wholeScansDuring(worlds.many.pool, async () => {
    times = await askInTurn(worlds, { rounds: ROUNDS }, (world) => ask(world, question(world.orders)))
  })
  return { ...times, scans }
}

async function fillAndOpen(open, name, orders) {
  const world = await open(name, {
    async fill(empty) {
      await fillPlaces(empty.pool, { subOffices: SUB_OFFICES, users: 2000 })
      await inBatches(orders, async (batch) => {
        await fillOrderList(empty.pool, { ...batch, around: now() })
        console.log(`${name}: ${figure(batch.last)} orders`)
      })
      await addUpTallies.run(empty, {})
      await empty.pool.query('vacuum analyze order_tallies')
    },
  })
  return { ...world, orders, headers: { authorization: `Bearer ${await adminToken(world)}` } }
}

async function ask({ app, headers }, query) {
  const reply = await app.inject({ url: `/api/admin/all-orders?${query}`, headers })
  if (reply.statusCode !== 200) throw new Error(`${query} answered ${reply.statusCode}: ${reply.body}`)
}

async function exportAll({ app, headers }, format) {
  const url = `/api/admin/all-orders/export?format=${format}`
  return { format, ...(await weighStream(app, { url, headers })) }
}

function report(rows, exports) {
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(
    rows.map((row) => ({
      name: row.name,
      [`${figure(FEW)} orders, ms`]: medianAnd95th(row.few),
      [`${figure(MANY)} orders, ms`]: medianAnd95th(row.many),
      'times as much': timesAsMuch(row).toFixed(2),
      'whole tables read': Object.keys(row.scans).join(', ') || 'none',
    })),
  )
  for (const { format, ms, megabytes, memory } of exports)
    console.log(
      `All of them as ${format}: ${megabytes.toFixed(0)} MB in ${(ms / 1000).toFixed(1)} s, with ${memory.toFixed(0)} MB more memory.`,
    )
  const slow = rows.filter((row) => timesAsMuch(row) > MOST_TIMES_AS_MUCH).map(({ name }) => name)
  console.log(slow.length > 0 ? `Too slow with many: ${slow.join(', ')}.` : 'Many orders feel like few.')
  const isIndexed = rows.every(({ scans }) => Object.keys(scans).length === 0)
  console.log(isIndexed ? 'Every page is answered from indexes.' : 'Something reads whole tables.')
  return slow.length === 0 && isIndexed && exports.every(({ memory }) => memory <= MOST_MEGABYTES)
}

await runBench(bench)
