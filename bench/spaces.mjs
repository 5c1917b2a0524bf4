import { withoutLimits } from '../apps/server/src/db/connection.ts'
import { fillPlaces } from '../apps/server/test/fill-many.ts'
import { plansDuring } from '../apps/server/test/query-plans.ts'
import { wholeScansDuring } from '../apps/server/test/whole-scans.ts'
import { askInTurn, figure, inBatches, medianAnd95th, now, runBench, timesAsMuch } from './few-and-many.mjs'

/** The cost of the public search, with few and with many spaces, booked equally often. */
const FEW = { subOffices: 100, orders: 10_000 }
const MANY = {
  subOffices: Number(process.env.BENCH_SUB_OFFICES ?? 10_000),
  orders: Number(process.env.BENCH_MANY ?? 1_000_000),
}
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 200)
const MOST_TIMES_AS_MUCH = 3
const DAYS = { back: 120, ahead: 60 }

async function bench(open) {
  const worlds = { few: await fillAndOpen(open, 'few', FEW), many: await fillAndOpen(open, 'many', MANY) }
  const results = []
  for (const [name, query] of Object.entries(SEARCHES)) results.push(await weigh(worlds, name, query))
  const { many } = worlds
  const scans = await wholeScansDuring(many.pool, async () => {
    for (const query of Object.values(SEARCHES)) await search(many, query(0))
  })
  console.log(`\nA time, as PostgreSQL answers it with ${figure(MANY.orders)} orders:`)
  for (const plan of await plansDuring(many.pool, () => search(many, SEARCHES['a time'](0))))
    console.log(`  ${plan}`)
  for (const { close } of Object.values(worlds)) await close()
  return report(results, scans)
}

const fillAndOpen = (open, name, { subOffices, orders }) =>
  open(name, {
    async fill({ pool }) {
      await fillPlaces(pool, { subOffices, users: 100 })
      await pool.query(FURNISH)
      await inBatches(orders, async (batch) => {
        await fillOrders(pool, batch)
        console.log(`${name}: ${figure(batch.last)} orders on ${figure(subOffices)} sub-offices`)
      })
      for (const table of ['orders', 'occupancy', 'offices', 'sub_offices', 'units', 'office_changes'])
        await pool.query(`vacuum analyze ${table}`)
    },
  })

const FURNISH = `
  update offices set amenities = jsonb_build_object('wifi', id % 4 > 0, 'printer', id % 3 = 0, 'parking', id % 2 = 0, 'kitchen', id % 5 > 1);
  update sub_offices set amenities = jsonb_build_object('screen', id % 3 > 0), pictures = array['/static/' || id || '.webp'];
  update offices set name_he = 'בית ' || translate(substr(md5(id::text), 1, 7), '0123456789abcdef', 'אבגדהוזחטיכלמנסע'),
    address_he = (array['רוטשילד', 'הרצל', 'ביאליק', 'אלנבי', 'דיזנגוף'])[1 + id % 5] || ' ' || id || ', תל אביב'`

/** Two hours each, evenly over the days and over the hours of the day; no unit is taken twice at the same time. */
async function fillOrders(pool, { first, last }) {
  await withoutLimits(pool, async (client) => {
    // Checking the constraints of a million orders one by one would take too long.
    await client.query('set session_replication_role = replica')
    const days = DAYS.back + DAYS.ahead
    await client.query(
      `create temp table wanted as
       with numbered as (select office_id, id as unit_id, sub_office_id, row_number() over (order by office_id, id) - 1 as at,
         count(*) over () as units from units)
       select n as id, office_id, unit_id, sub_office_id, date_trunc('day', $3::timestamptz)
         + ((n / units * 3 + at * 13) % ${days} - ${DAYS.back}) * interval '1 day'
         + (6 + abs(hashint4(n)) % 12) * interval '1 hour' as start
       from generate_series($1::integer, $2::integer) n join numbered on at = n % (select count(*) from units)`,
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
  })
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
  'a time, a Hebrew street': (round) => `${aTime(round)}&place=${encodeURIComponent('רוטשילד תל אביב')}`,
  'a time, a mistyped street': (round) => `${aTime(round)}&place=${encodeURIComponent('רוטשילדד תל אביב')}`,
  'a time, the nearest': (round) => `${aTime(round)}&sort=distance&lat=32.08&lon=34.78`,
  'a time, by price, a far page': (round) => `${aTime(round)}&sort=price&direction=desc&page=4`,
}

async function search({ app }, query) {
  const reply = await app.inject(`/api/spaces?${query}`)
  if (reply.statusCode !== 200) throw new Error(`${query} answered ${reply.statusCode}: ${reply.body}`)
  return reply.json()
}

async function weigh(worlds, name, query) {
  const rounds = { rounds: ROUNDS, warmUp: Math.ceil(ROUNDS / 4) }
  const times = await askInTurn(worlds, rounds, (world, round) => search(world, query(Math.abs(round))))
  return { name, ...times, found: (await search(worlds.many, query(0))).total }
}

function report(results, scans) {
  console.log('\nMedian and 95th percentile of one search in ms, in the process of the server:')
  console.table(
    results.map((result) => ({
      search: result.name,
      found: result.found,
      [`${FEW.subOffices} spaces`]: medianAnd95th(result.few),
      [`${figure(MANY.subOffices)} spaces`]: medianAnd95th(result.many),
      'times as much': `${timesAsMuch(result).toFixed(2)} / ${timesAsMuch(result, 0.95).toFixed(2)}`,
    })),
  )
  const isFlat = results.every((result) => timesAsMuch(result, 0.95) <= MOST_TIMES_AS_MUCH)
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

await runBench(bench)
