import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../apps/server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { fillPlaces } from '../apps/server/test/fill-many.ts'
import { plansDuring } from '../apps/server/test/query-plans.ts'
import { wholeScansDuring } from '../apps/server/test/whole-scans.ts'
import { openWholeServer } from '../apps/server/test/whole-server.ts'

/**
 * What the search that everybody may use costs with few and with many spaces, as often booked. Both are asked in turn, so
 * that whatever else the machine does, it does to both.
 */
const FEW = { subOffices: 100, orders: 10_000 }
const MANY = {
  subOffices: Number(process.env.BENCH_SUB_OFFICES ?? 10_000),
  orders: Number(process.env.BENCH_MANY ?? 1_000_000),
}
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const MOST_TIMES_AS_MUCH = 3
const DAYS = { back: 120, ahead: 60 }
const AT_ONCE = 100_000

const now = () => new Date('2026-03-02T08:00:00.000Z')
const MIGRATIONS = new URL('../apps/server/migrations/', import.meta.url)

const dir = await mkdtemp(join(tmpdir(), 'keyhour-bench-'))
const postgres = await startEmbeddedPostgres({
  dir: join(dir, 'postgres'),
  durable: false,
  owner: 'the bench',
})

async function bench() {
  const few = await open('few', FEW)
  const many = await open('many', MANY)
  const results = []
  for (const [name, query] of Object.entries(SEARCHES)) results.push(await weigh(name, query, { few, many }))
  const scans = await wholeScansDuring(many.pool, async () => {
    for (const query of Object.values(SEARCHES)) await search(many, query(0))
  })
  console.log(`\nA time, as PostgreSQL answers it with ${MANY.orders.toLocaleString('en')} orders:`)
  for (const plan of await plansDuring(many.pool, () => search(many, SEARCHES['a time'](0))))
    console.log(`  ${plan}`)
  await few.close()
  await many.close()
  return report(results, scans)
}

async function open(name, { subOffices, orders }) {
  const admin = openDatabase(postgres.url, () => undefined)
  await admin.pool.query(`create database ${name}`)
  await admin.close()
  const url = Object.assign(new URL(postgres.url), { pathname: `/${name}` }).href
  const empty = openDatabase(url, () => undefined)
  await migrate(empty.pool, MIGRATIONS)
  await fillPlaces(empty.pool, { subOffices, users: 100 })
  await empty.pool.query(FURNISH)
  for (let first = 0; first < orders; first += AT_ONCE) {
    const last = Math.min(orders, first + AT_ONCE)
    await fill(empty.pool, first, last)
    console.log(
      `${name}: ${last.toLocaleString('en')} orders on ${subOffices.toLocaleString('en')} sub-offices`,
    )
  }
  for (const table of ['orders', 'occupancy', 'offices', 'sub_offices', 'units', 'office_changes'])
    await empty.pool.query(`vacuum analyze ${table}`)
  await empty.close()
  return openWholeServer({ url, dataDir: join(dir, name), now })
}

const FURNISH = `
  update offices set amenities = jsonb_build_object('wifi', id % 4 > 0, 'printer', id % 3 = 0, 'parking', id % 2 = 0, 'kitchen', id % 5 > 1);
  update sub_offices set amenities = jsonb_build_object('screen', id % 3 > 0), pictures = array['/static/' || id || '.webp']`

/** Two hours each, evenly over the days and over the hours of the day; no unit is taken twice at once. */
async function fill(pool, first, last) {
  const client = await pool.connect()
  try {
    // Whether they fit together is not asked of a million orders, one by one.
    await client.query('set statement_timeout = 0; set session_replication_role = replica')
    const days = DAYS.back + DAYS.ahead
    await client.query(
      `create temp table wanted as
       with numbered as (select office_id, id as unit_id, sub_office_id, row_number() over (order by office_id, id) - 1 as at,
         count(*) over () as units from units)
       select n + 1 as id, office_id, unit_id, sub_office_id, date_trunc('day', $3::timestamptz)
         + ((n / units * 3 + at * 13) % ${days} - ${DAYS.back}) * interval '1 day'
         + (6 + abs(hashint4(n)) % 12) * interval '1 hour' as start
       from generate_series($1::integer, $2::integer - 1) n join numbered on at = n % (select count(*) from units)`,
      [first, last, now()],
    )
    await client.query(`
      insert into orders (office_id, id, sub_office_id, user_id, rent_type, "date", start, "end", currency, base_price,
        total_price, tax_percent, commission_percent) overriding system value
      select office_id, id, sub_office_id, (select min(id) from users) + id % 100, 'hour', start - interval '4 days', start,
        start + interval '2 hours', 'ILS', 5000, 10000, 18, 30 from wanted;
      insert into occupancy (office_id, unit_id, order_id, cause, during)
      select office_id, unit_id, id, 'order', tstzrange(start, start + interval '2 hours') from wanted order by start;
      drop table wanted`)
  } finally {
    client.release(true)
  }
}

const day = (later) => new Date(now().getTime() + later * 86_400_000).toISOString().slice(0, 10)

function aTime(round) {
  const hour = 9 + (round % 6)
  return `date=${day(1 + (round % (DAYS.ahead - 2)))}&start=${String(hour).padStart(2, '0')}:00&end=${hour + 2}:00`
}

const SEARCHES = {
  everything: () => '',
  'a time': aTime,
  'a time, a type, people': (round) => `${aTime(round)}&type=meeting_room&people=3`,
  'a time, amenities, a price': (round) => `${aTime(round)}&amenities=wifi,screen&max_price=48`,
  'a time, a place': (round) => `${aTime(round)}&place=STREET%201`,
  'a time, the nearest': (round) => `${aTime(round)}&sort=distance&lat=32.08&lon=34.78`,
  'a time, by price, a far page': (round) => `${aTime(round)}&sort=price&direction=desc&page=4`,
}

async function search({ app }, query) {
  const reply = await app.inject(`/api/spaces?${query}`)
  if (reply.statusCode !== 200) throw new Error(`${query} answered ${reply.statusCode}: ${reply.body}`)
  return reply.json()
}

async function weigh(name, query, { few, many }) {
  const measured = new Map([few, many].map((world) => [world, []]))
  for (let round = 0; round < ROUNDS / 4; round += 1)
    for (const world of [few, many]) await search(world, query(round))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const world of round % 2 ? [few, many] : [many, few]) {
      const start = performance.now()
      await search(world, query(round))
      measured.get(world).push(performance.now() - start)
    }
  return {
    name,
    few: measured.get(few),
    many: measured.get(many),
    found: (await search(many, query(0))).total,
  }
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]

function report(results, scans) {
  const shown = (values) => `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(1)}`
  const times = ({ few, many }, share) => quantile(many, share) / quantile(few, share)
  console.log('\nMedian and 95th percentile of one search in ms, in the process of the server:')
  console.table(
    results.map((result) => ({
      search: result.name,
      found: result.found,
      [`${FEW.subOffices} spaces`]: shown(result.few),
      [`${MANY.subOffices.toLocaleString('en')} spaces`]: shown(result.many),
      'times as much': `${times(result, 0.5).toFixed(2)} / ${times(result, 0.95).toFixed(2)}`,
    })),
  )
  const isFlat = results.every((result) => times(result, 0.95) <= MOST_TIMES_AS_MUCH)
  const isIndexed = Object.keys(scans).length === 0
  console.log(
    isFlat
      ? `No search takes more than ${MOST_TIMES_AS_MUCH} times as long with many.`
      : `A search takes more than ${MOST_TIMES_AS_MUCH} times as long with many.`,
  )
  console.log(
    isIndexed ? 'Nothing that grows is read whole.' : `Read whole: ${Object.keys(scans).join(', ')}`,
  )
  return isFlat && isIndexed
}

try {
  process.exitCode = (await bench()) ? 0 : 1
} finally {
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}
