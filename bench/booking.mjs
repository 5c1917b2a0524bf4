import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../apps/server/src/db/connection.ts'
import { startEmbeddedPostgres } from '../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { issueToken } from '../apps/server/src/secrets/session-token.ts'
import { fillOrders, fillPlaces } from '../apps/server/test/fill-many.ts'
import { plansDuring } from '../apps/server/test/query-plans.ts'
import { wholeScansDuring } from '../apps/server/test/whole-scans.ts'
import { openWholeServer } from '../apps/server/test/whole-server.ts'

/**
 * What a day, a search and a booking cost with few and with many orders. Both databases are asked in turn, so that
 * whatever else the machine does, it does to both.
 */
const SUB_OFFICES = Number(process.env.BENCH_SUB_OFFICES ?? 10_000)
const FEW = Number(process.env.BENCH_FEW ?? 10_000)
const MANY = Number(process.env.BENCH_MANY ?? 1_000_000)
const AT_ONCE = 100_000
const ROUNDS = { availability: 400, search: 40, booking: 400 }
const MOST_TIMES_AS_MUCH = 1.3

const clock = '2026-03-02T08:00:00.000Z'
const now = () => new Date(clock)
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
  const costs = { availability: [], search: [], booking: [] }
  const scans = {}
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const measured = new Map([few, many].map((world) => [world, []]))
    for (let round = 0; round < ROUNDS[name] / 10; round += 1)
      for (const world of [few, many]) await ask(world, -1 - round)
    scans[name] = await wholeScansDuring(many.pool, async () => {
      for (let round = 0; round < ROUNDS[name]; round += 1)
        for (const world of round % 2 ? [few, many] : [many, few])
          measured.get(world).push(await timed(() => ask(world, round)))
    })
    costs[name] = [measured.get(few), measured.get(many)]
  }
  for (const name of ['availability', 'search']) {
    console.log(`\n${name}, as PostgreSQL answers it with ${MANY.toLocaleString('en')} orders:`)
    for (const plan of await plansDuring(many.pool, () => QUESTIONS[name](many, 0))) console.log(`  ${plan}`)
  }
  await few.close()
  await many.close()
  return report(costs, scans)
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
    await fillOrders(empty.pool, { first, last, around: now() })
    console.log(
      `${name}: ${last.toLocaleString('en')} orders on ${SUB_OFFICES.toLocaleString('en')} sub-offices`,
    )
  }
  const { rows: spaces } = await empty.pool.query(
    `select s.office_id::integer, s.id::integer as sub_office_id from sub_offices s order by s.id`,
  )
  const { rows: people } = await empty.pool.query(
    `select id::integer, email, name, admin, session_epoch from users order by id limit 200`,
  )
  await empty.close()

  const { deps, app, pool, close } = await openWholeServer({ url, dataDir: join(dir, name), now })
  const tokens = await Promise.all(people.map((person) => issueToken(deps.secrets, person, now())))
  return { app, pool, close, spaces, tokens }
}

/** The same question to both, spread over the places, the days and the people. */
const QUESTIONS = {
  availability: ({ app, spaces }, round) => {
    const { office_id, sub_office_id } = spaces[(Math.abs(round) * 7919) % spaces.length]
    const url = `/api/offices/${office_id}/availability?date=${day(Math.abs(round) % 40)}&sub_office_id=${sub_office_id}`
    return send(app, { method: 'GET', url }, 200)
  },
  search: ({ app }, round) => {
    const hour = 9 + (Math.abs(round) % 6)
    const times = `start=${String(hour).padStart(2, '0')}:00&end=${hour + 2}:00`
    return send(app, { method: 'GET', url: `/api/spaces?date=${day(Math.abs(round) % 40)}&${times}` }, 200)
  },
  booking: ({ app, spaces, tokens }, round) => {
    const place = spaces[(Math.abs(round) * 7919 + (round < 0 ? 11 : 0)) % spaces.length]
    const payload = { ...place, date: day(100), start: '10:00', end: '12:00' }
    const headers = { authorization: `Bearer ${tokens[Math.abs(round) % tokens.length]}` }
    return send(app, { method: 'POST', url: '/api/orders', payload, headers }, 201)
  },
}

const day = (later) => new Date(now().getTime() + later * 86_400_000).toISOString().slice(0, 10)

async function send(app, request, status) {
  const reply = await app.inject(request)
  if (reply.statusCode !== status)
    throw new Error(`${request.url} answered ${reply.statusCode}: ${reply.body}`)
}

async function timed(work) {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const quantile = (values, share) => [...values].sort((a, b) => a - b)[Math.floor(values.length * share)]

function report(costs, scans) {
  const shown = (values) => `${quantile(values, 0.5).toFixed(1)} / ${quantile(values, 0.95).toFixed(1)}`
  const ratios = Object.entries(costs).map(([name, [few, many]]) => ({
    name,
    [`${FEW.toLocaleString('en')} orders, ms`]: shown(few),
    [`${MANY.toLocaleString('en')} orders, ms`]: shown(many),
    'times as much': (quantile(many, 0.5) / quantile(few, 0.5)).toFixed(2),
    'whole tables read': Object.keys(scans[name]).join(', ') || 'none',
  }))
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(ratios)
  const isBookingFlat =
    quantile(costs.booking[1], 0.5) <= MOST_TIMES_AS_MUCH * quantile(costs.booking[0], 0.5)
  const isIndexed = Object.values(scans).every((tables) => Object.keys(tables).length === 0)
  console.log(
    isBookingFlat
      ? 'Booking costs the same.'
      : `Booking costs more than ${MOST_TIMES_AS_MUCH} times as much.`,
  )
  console.log(isIndexed ? 'Everything is answered from indexes.' : 'Something reads whole tables.')
  return isBookingFlat && isIndexed
}

try {
  process.exitCode = (await bench()) ? 0 : 1
} finally {
  await postgres.stop()
  await rm(dir, { recursive: true, force: true })
}
