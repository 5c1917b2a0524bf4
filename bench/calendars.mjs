import { setTimeout } from 'node:timers/promises'
import { start } from '../apps/e2e/system/product.ts'
import { consentAt, googleSettings } from '../apps/e2e/test/google-account.ts'
import { now, startOutsideDatabase } from '../apps/e2e/test/outside-database.ts'
import { simulateGoogleCalendar } from '../apps/simulators/src/google-calendar.ts'
import { freePort } from '../scripts/free-port.mjs'
import { setUp } from '../scripts/set-up.mjs'
import { figure, quantile } from './few-and-many.mjs'
import { cpuTimes } from './throughput/processes.mjs'

/**
 * Very many linked calendars on one server: how soon all are read, how often it calls, how late it knows of events and
 * writes orders, when it is told of changes and when it has to look for them.
 */
const OFFICES = Number(process.env.BENCH_OFFICES ?? 100)
const LINKS_EACH = Number(process.env.BENCH_LINKS_EACH ?? 10)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 90)
const EVENTS = Number(process.env.BENCH_EVENTS ?? 200)
const BOOKINGS = Number(process.env.BENCH_BOOKINGS ?? 50)
const LINKS = OFFICES * LINKS_EACH

/** What the product promises, in seconds. */
const WAYS = {
  'by polling': { most: 60, isTold: false },
  'by push': { most: 5, isTold: true },
}
const PATIENCE_MS = 300_000
const LOOK_MS = 100
const DAY = 86_400_000

async function fill({ make, pool }, google) {
  const credentials = await consentAt(google)
  const rooms = []
  for (let made = 0; made < OFFICES; made += 1) {
    const office = await make.office({ price_per_hour: 1000 })
    await pool.query(
      `insert into integrations (office_id, provider, state, settings, credentials_sealed)
       values ($1, 'google', 'connected', '{}', $2)`,
      [office.id, credentials],
    )
    for (let link = 0; link < LINKS_EACH; link += 1) {
      const room = await make.subOffice(office.id)
      await make.unit(office.id, room.id)
      const calendar = google.addCalendar({ summary: `Room ${room.id}` })
      await pool.query(
        `insert into calendar_links (office_id, sub_office_id, provider, calendar_id) values ($1, $2, 'google', $3)`,
        [office.id, room.id, calendar],
      )
      rooms.push({ place: { office_id: office.id, sub_office_id: room.id }, calendar })
    }
  }
  return rooms
}

async function until(isSo, what) {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > PATIENCE_MS) throw new Error(`too late: ${what}`)
    await setTimeout(LOOK_MS)
  }
  return (performance.now() - begun) / 1000
}

/** Each is watched from when it was made until `listDone` names it. */
async function watch(count, pauseMs, make, listDone) {
  const since = new Map()
  const seconds = []
  const look = async () => {
    const done = await listDone([...since.keys()])
    for (const id of done) seconds.push((performance.now() - since.get(id)) / 1000)
    for (const id of done) since.delete(id)
  }
  const begun = performance.now()
  for (let made = 0; made < count; ) {
    const id = await make(made)
    since.set(id, performance.now())
    made += 1
    while (performance.now() - begun < made * pauseMs) {
      await look()
      await setTimeout(LOOK_MS)
    }
  }
  const isOver = async () => {
    await look()
    return since.size === 0
  }
  await until(isOver, `${since.size} of ${count}`)
  return seconds
}

/** From an event in an outside calendar to time that nobody can book. */
const watchEvents = ({ pool }, google, rooms, firstDay) =>
  watch(
    EVENTS,
    (SECONDS * 1000) / EVENTS,
    (at) => {
      const { calendar } = rooms[Math.floor((at * rooms.length) / EVENTS)]
      const from = Math.ceil(now().getTime() / DAY) * DAY + firstDay * DAY
      const [start, end] = [from, from + DAY / 24].map((moment) => new Date(moment).toISOString())
      return google.addEvent(calendar, { summary: 'Meeting', start, end })
    },
    async (ids) => {
      const { rows } = await pool.query(
        `select distinct event_id from occupancy where cause = 'calendar' and event_id = any ($1)`,
        [ids],
      )
      return rows.map(({ event_id }) => event_id)
    },
  )

/** From the answer to the customer to an event in the outside calendar. */
async function watchBookings(database, google, rooms, { url, firstDay }) {
  const customer = await database.person({ credits: [1e9] })
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${customer.token}` }
  const date = new Date(Math.ceil(now().getTime() / DAY) * DAY + firstDay * DAY).toISOString().slice(0, 10)
  return watch(
    BOOKINGS,
    (SECONDS * 500) / BOOKINGS,
    async (at) => {
      const { place, calendar } = rooms[Math.floor(((at + 0.5) * rooms.length) / BOOKINGS)]
      const body = JSON.stringify({ ...place, date, start: '10:00', end: '11:00' })
      const reply = await fetch(`${url}/api/orders`, { method: 'POST', headers, body })
      const order = await reply.json()
      if (!reply.ok) throw new Error(`a booking was refused: ${JSON.stringify(order)}`)
      return `${calendar} ${order.id}`
    },
    async (keys) =>
      keys.filter((key) => {
        const [calendar, order] = key.split(' ')
        return google.eventsIn(calendar).some(({ summary }) => summary === `Keyhour ${order}`)
      }),
  )
}

async function isRead({ pool }, since, isTold) {
  const { rows } = await pool.query(
    `select count(*)::integer as waiting from calendar_links
     where read_at is null or read_at < $1 or ($2 and channel_ref is null)`,
    [since, isTold],
  )
  return rows[0].waiting === 0
}

/** Which share of one core the server and PostgreSQL take during `work`. */
async function withCores({ pool }, { pid }, work) {
  const { rows } = await pool.query(
    `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1)::integer as pid`,
  )
  const processes = { pid, postmaster: rows[0].pid }
  const [before, begun] = [await cpuTimes(processes), performance.now()]
  const result = await work()
  const [after, ms] = [await cpuTimes(processes), performance.now() - begun]
  const share = (name) => (after[name] - before[name]) / ms
  return { result, cores: { server: share('server'), postgres: share('postgres') } }
}

async function callsPerMinute(google) {
  google.calls.length = 0
  await setTimeout(SECONDS * 1000)
  return (google.calls.length * 60) / SECONDS
}

async function measure({ database, google, rooms }, isTold, firstDay) {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  // Nobody could tell a server at the other address anything.
  const PUBLIC_URL = isTold ? url : 'http://keyhour.example'
  const since = now().toISOString()
  const product = await start({ ...database.settings('one'), PUBLIC_URL, ...googleSettings(google) }, port)
  try {
    const first = await withCores(database, product, () =>
      until(() => isRead(database, since, isTold), 'not every calendar was read'),
    )
    const rest = await withCores(database, product, () => callsPerMinute(google))
    const events = await watchEvents(database, google, rooms, firstDay)
    const bookings = await watchBookings(database, google, rooms, { url, firstDay: firstDay + 1 })
    const { rows } = await database.pool.query('select failure from calendar_links where failure is not null')
    if (rows.length > 0) throw new Error(`${rows.length} links fail: ${rows[0].failure}`)
    return { first, rest, events, bookings }
  } finally {
    await product.kill('SIGTERM')
  }
}

const seconds = (values) =>
  [quantile(values, 0.5), quantile(values, 0.95), Math.max(...values)]
    .map((one) => one.toFixed(1))
    .join(' / ')
const percent = (share) => `${(share * 100).toFixed(0)} %`

function report(measured) {
  const row = (name, cell, limit = '') =>
    console.log(`| ${[name, ...Object.values(measured).map(cell), limit].join(' | ')} |`)
  console.log(`\n${figure(LINKS)} linked calendars of ${figure(OFFICES)} offices on one server:\n`)
  console.log(`| | ${Object.keys(measured).join(' | ')} | promised |`)
  console.log(`| --- |${' --- |'.repeat(Object.keys(measured).length + 1)}`)
  const core = ({ server, postgres }) => `${percent(server)} / ${percent(postgres)}`
  row('all read after a start, s', ({ first }) => first.result.toFixed(0))
  row('of one core meanwhile: server / PostgreSQL', ({ first }) => core(first.cores))
  row('then calls a minute', ({ rest }) => figure(Math.round(rest.result)))
  row('of one core meanwhile: server / PostgreSQL', ({ rest }) => core(rest.cores))
  const promised = Object.values(WAYS).map(({ most }) => `${most} s`)
  row('event to blocked time, s: p50 / p95 / most', ({ events }) => seconds(events), promised.join(' and '))
  row('booking to its copy, s: p50 / p95 / most', ({ bookings }) => seconds(bookings))
  const late = Object.entries(measured).filter(([way, { events }]) => Math.max(...events) > WAYS[way].most)
  console.log(late.length > 0 ? `\nToo late ${late.map(([way]) => way).join(' and ')}.` : '\nAll in time.')
  return late.length === 0
}

await setUp()
const [database, google] = [await startOutsideDatabase(), await simulateGoogleCalendar({ now })]
try {
  const empty = await start(database.settings('one'))
  await empty.kill('SIGTERM')
  const rooms = await fill(database, google)
  const measured = {}
  for (const [at, [way, { isTold }]] of Object.entries(WAYS).entries())
    measured[way] = await measure({ database, google, rooms }, isTold, 10 * (at + 1))
  process.exitCode = report(measured) ? 0 : 1
} finally {
  await google.close()
  await database.stop()
}
