import { withoutLimits } from '../apps/server/src/db/connection.ts'
import { keepInsight } from '../apps/server/src/features/insight/keep-insight.ts'
import { issueStatements } from '../apps/server/src/features/statements/issue-statements.ts'
import { issueToken } from '../apps/server/src/secrets/session-token.ts'
import { fillPlaces } from '../apps/server/test/fill-many.ts'
import {
  askInTurn,
  figure,
  medianAnd95th,
  runBench,
  timed,
  timesAsMuch,
  weighStream,
} from './few-and-many.mjs'

/** What an owner of three offices asks for, with few and with many orders in the last year, and as busy in these weeks. */
const FEW = Number(process.env.BENCH_FEW ?? 1000)
const MANY = Number(process.env.BENCH_MANY ?? 100_000)
const LINES = Number(process.env.BENCH_LINES ?? 5000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const MOST_TIMES = 3
const MOST_PDF_MS = 10_000

async function bench(open) {
  const worlds = { few: await fillAndOpen(open, 'few', FEW), many: await fillAndOpen(open, 'many', MANY) }
  const office = '/api/owner/offices/1'
  const questions = {
    'the offices': () => '/api/owner/offices',
    'a week of the calendar': () => `${office}/calendar?from=2026-03-01&to=2026-03-07`,
    'five weeks of days': () => `${office}/days?from=2026-03-01&to=2026-04-04`,
    'coming orders': () => `${office}/orders?list=coming`,
    'past orders': () => `${office}/orders?list=past`,
    'one order': ({ order }) => `${office}/orders/${order}`,
    'the list of statements': () => '/api/owner/statements?page_size=20',
    'one statement': ({ usual }) => `/api/owner/statements/${usual}`,
    'its lines': ({ usual }) => `/api/owner/statements/${usual}/lines`,
    figures: () => '/api/owner/figures',
  }
  const rows = []
  for (const [name, addressIn] of Object.entries(questions))
    rows.push({
      name,
      ...(await askInTurn(worlds, { rounds: ROUNDS }, (world) => ask(world, addressIn(world)))),
    })
  const { app, headers, longest } = worlds.many
  const pdf = await weighStream(app, { url: `/api/owner/statements/${longest}/statement.pdf`, headers })
  const csv = await weighStream(app, { url: `/api/owner/statements/${longest}/statement.csv`, headers })
  for (const { close } of Object.values(worlds)) await close()
  return report(rows, { pdf, csv })
}

async function fillAndOpen(open, name, orders) {
  const world = await open(name, {
    fill: async ({ pool }) => {
      await fillPlaces(pool, { subOffices: 30, users: 500 })
      await pool.query(`
        update offices set created_at = '2024-01-01';
        update sub_offices set created_at = '2024-01-01';
        insert into office_members (office_id, user_id, role) select id, 1, 'owner' from offices`)
      await withoutLimits(pool, async (client) => {
        await fillYear(client, orders)
        await fillLongMonth(client)
        await fillTheseWeeks(client)
        await fillUnits(client)
        for (const table of ['orders', 'order_events', 'occupancy'])
          await client.query(`vacuum analyze ${table}`)
      })
    },
  })
  const { deps, pool } = world
  // Nobody is mailed.
  const withoutMail = { ...deps, enqueue: async () => undefined }
  const issuing = await timed(() => issueStatements.run(withoutMail, {}))
  const counting = await timed(() => keepInsight.run(deps, {}))
  await pool.query(
    'vacuum analyze statements, statement_owners, statement_lines, payouts, insight_spaces, insight_changes',
  )
  console.log(
    `${name}: ${figure(orders)} orders; a year of statements issued in ${(issuing / 1000).toFixed(1)} s, days counted in ${(counting / 1000).toFixed(1)} s`,
  )
  const { rows } = await pool.query(
    `select (select id::integer from statements where month = '2026-01' order by lines, id limit 1) as usual,
       (select id::integer from statements order by lines desc limit 1) as longest,
       (select id::integer from orders where office_id = 1 order by id limit 1) as "order"`,
  )
  const person = await pool.query(
    'select id::integer, email, name, admin, session_epoch from users where id = 1',
  )
  const token = await issueToken(deps.secrets, person.rows[0], deps.now())
  return { ...world, ...rows[0], headers: { authorization: `Bearer ${token}` } }
}

const COLUMNS = `(office_id, sub_office_id, user_id, rent_type, "date", start, "end", currency, base_price, total_price,
  tax_percent, commission_percent)`

/** Two-hour orders all over a year, in every space. It ends a week ago. */
const fillYear = (client, orders) =>
  client.query(
    `with spaces as (select office_id, id, row_number() over (order by id) - 1 as at, count(*) over () as spaces from sub_offices),
       wanted as (select n, timestamptz '2025-02-23 06:00Z' + n * 7919::bigint % 8760 * interval '1 hour' as moment
         from generate_series(1, $1::integer) n)
     insert into orders ${COLUMNS}
     select office_id, id, 1 + n % 500, 'hour', moment, moment, moment + interval '2 hours', 'ILS', 5000,
       n * 17::bigint % 1000 * 100, 18, 30
     from wanted join spaces on at = n * 13::bigint % spaces`,
    [orders],
  )

/** One space has a month with very many orders. */
const fillLongMonth = (client) =>
  client.query(
    `insert into orders ${COLUMNS}
     select office_id, id, 1 + n % 500, 'hour', moment, moment, moment + interval '5 minutes', 'ILS', 5000, 5000 + n, 18, 30
     from (select * from sub_offices order by id limit 1) as space,
       (select n, timestamptz '2026-01-02 00:00Z' + n * interval '8 minutes' as moment from generate_series(1, $1::integer) n) as made`,
    [LINES],
  )

/** From a week ago to a week ahead, two hours a day in every unit: what a screen shows is equally much. */
const fillTheseWeeks = (client) =>
  client.query(
    `insert into orders ${COLUMNS}
     select office_id, sub_office_id, 1 + id % 500, 'hour', moment - interval '2 days', moment, moment + interval '2 hours',
       'ILS', 5000, 10000, 18, 30
     from units, generate_series(-7, 7) as day,
       lateral (select timestamptz '2026-03-02 06:00Z' + day * interval '1 day' + id % 8 * interval '1 hour' as moment) m`,
  )

/** Every order has its event and takes a unit, except that of those at the same time only one can. */
const fillUnits = (client) =>
  client.query(
    `insert into order_events (office_id, order_id, at, kind) select office_id, id, "date", 'booked' from orders;
     insert into occupancy (office_id, unit_id, order_id, cause, during)
     select o.office_id, u.id, o.id, 'order', tstzrange(o.start, o."end")
     from orders o join (select *, count(*) over (partition by sub_office_id) as seats from units) u
       on u.office_id = o.office_id and u.sub_office_id = o.sub_office_id and u.number = 1 + o.id % u.seats
     order by o.start >= '2026-02-23' desc, o.id
     on conflict do nothing`,
  )

async function ask({ app, headers }, url) {
  const reply = await app.inject({ url, headers })
  if (reply.statusCode !== 200) throw new Error(`${url} answered ${reply.statusCode}: ${reply.body}`)
}

function report(rows, files) {
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(
    rows.map((row) => ({
      name: row.name,
      [`${figure(FEW)} orders, ms`]: medianAnd95th(row.few),
      [`${figure(MANY)} orders, ms`]: medianAnd95th(row.many),
      'times as much': timesAsMuch(row).toFixed(2),
    })),
  )
  console.log(`\nA statement of at least ${figure(LINES)} lines, read as it is written:`)
  console.table(
    Object.entries(files).map(([name, { ms, megabytes, memory }]) => ({
      name,
      seconds: (ms / 1000).toFixed(2),
      megabytes: megabytes.toFixed(2),
      'megabytes held meanwhile': memory.toFixed(1),
    })),
  )
  const slow = rows.filter((row) => timesAsMuch(row) > MOST_TIMES).map(({ name }) => name)
  console.log(
    slow.length > 0
      ? `More than ${MOST_TIMES} times as much: ${slow.join(', ')}.`
      : 'Nothing grows with the orders.',
  )
  const isQuick = files.pdf.ms < MOST_PDF_MS
  console.log(isQuick ? 'The PDF is quick.' : 'The PDF is too slow.')
  return slow.length === 0 && isQuick
}

await runBench(bench)
