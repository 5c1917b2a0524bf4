import { issueToken } from '../apps/server/src/secrets/session-token.ts'
import { fillOrders, fillPlaces } from '../apps/server/test/fill-many.ts'
import { plansDuring } from '../apps/server/test/query-plans.ts'
import { wholeScansDuring } from '../apps/server/test/whole-scans.ts'
import { askInTurn, figure, inBatches, medianAnd95th, now, runBench, timesAsMuch } from './few-and-many.mjs'

/** The cost of a day, a search and a booking, with few and with many orders. */
const SUB_OFFICES = Number(process.env.BENCH_SUB_OFFICES ?? 10_000)
const FEW = Number(process.env.BENCH_FEW ?? 10_000)
const MANY = Number(process.env.BENCH_MANY ?? 1_000_000)
const ROUNDS = { availability: 400, search: 40, booking: 400 }
const MOST_TIMES_AS_MUCH = 1.3

async function bench(open) {
  const worlds = { few: await fillAndOpen(open, 'few', FEW), many: await fillAndOpen(open, 'many', MANY) }
  const { many } = worlds
  const costs = {}
  const scans = {}
  for (const [name, ask] of Object.entries(QUESTIONS)) {
    const rounds = { rounds: ROUNDS[name], warmUp: ROUNDS[name] / 10 }
    scans[name] = await wholeScansDuring(many.pool, async () => {
      costs[name] = await askInTurn(worlds, rounds, ask)
    })
  }
  for (const name of ['availability', 'search']) {
    console.log(`\n${name}, as PostgreSQL answers it with ${figure(MANY)} orders:`)
    for (const plan of await plansDuring(many.pool, () => QUESTIONS[name](many, 0))) console.log(`  ${plan}`)
  }
  for (const { close } of Object.values(worlds)) await close()
  return report(costs, scans)
}

async function fillAndOpen(open, name, orders) {
  const world = await open(name, {
    async fill({ pool }) {
      await fillPlaces(pool, { subOffices: SUB_OFFICES, users: 2000 })
      await inBatches(orders, async (batch) => {
        await fillOrders(pool, { ...batch, around: now() })
        console.log(`${name}: ${figure(batch.last)} orders on ${figure(SUB_OFFICES)} sub-offices`)
      })
    },
  })
  const { rows: spaces } = await world.pool.query(
    `select s.office_id::integer, s.id::integer as sub_office_id from sub_offices s order by s.id`,
  )
  const { rows: people } = await world.pool.query(
    `select id::integer, email, name, admin, session_epoch from users order by id limit 200`,
  )
  const tokens = await Promise.all(people.map((person) => issueToken(world.deps.secrets, person, now())))
  return { ...world, spaces, tokens }
}

/** The same requests to both, spread over spaces, days and people. */
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

function report(costs, scans) {
  const ratios = Object.entries(costs).map(([name, times]) => ({
    name,
    [`${figure(FEW)} orders, ms`]: medianAnd95th(times.few),
    [`${figure(MANY)} orders, ms`]: medianAnd95th(times.many),
    'times as much': timesAsMuch(times).toFixed(2),
    'whole tables read': Object.keys(scans[name]).join(', ') || 'none',
  }))
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(ratios)
  const isBookingFlat = timesAsMuch(costs.booking) <= MOST_TIMES_AS_MUCH
  const isIndexed = Object.values(scans).every((tables) => Object.keys(tables).length === 0)
  console.log(
    isBookingFlat
      ? 'Booking costs the same.'
      : `Booking costs more than ${MOST_TIMES_AS_MUCH} times as much.`,
  )
  console.log(isIndexed ? 'Everything is answered from indexes.' : 'Something reads whole tables.')
  return isBookingFlat && isIndexed
}

await runBench(bench)
