import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { figure } from './few-and-many.mjs'
import { findMistakes, secondsUntilCaughtUp, untilSettled } from './throughput/checks.mjs'
import { measureInserts, prepareInserts, startBareHttp } from './throughput/floors.mjs'
import { LINES } from './throughput/lines.mjs'
import { openMailSink } from './throughput/mail-sink.mjs'
import { measureLine, startLoad } from './throughput/measure.mjs'
import { fillDataDir, startProduct } from './throughput/product.mjs'
import { printProfile, profileSettings } from './throughput/profile.mjs'
import { combine, printGrowth, printTable } from './throughput/report.mjs'
import {
  CHECKOUTS,
  CLIENTS,
  LINE_NAMES,
  ORDERS,
  ROUNDS,
  SECONDS,
  WITH_PROFILE,
  WORKERS,
} from './throughput/settings.mjs'

/**
 * How many requests a second the running product answers, over real HTTP from a second process, and what share that is
 * of what the database and Node can do at all. docs/performance.md lists the settings.
 */
const MOST_SECONDS_BEHIND = 60
const troubles = []

const titleOf = (checkout, orders) => `${checkout} with ${figure(orders)} orders`

async function bench(dir) {
  const floors = { ...(await measureBareHttp()), insert: new Map() }
  const installations = []
  for (const orders of ORDERS)
    for (const [name, checkout] of Object.entries(CHECKOUTS)) {
      const title = titleOf(name, orders)
      const dataDir = join(dir, `${name}-${orders}`)
      console.log(`Filling a database: ${title}`)
      await fillDataDir({ checkout, dataDir, orders })
      installations.push({ title, checkout, dataDir })
    }
  const load = startLoad()
  const rows = []
  for (const workers of WORKERS) rows.push(...(await measureWith({ load, workers, installations, floors })))
  load.stop()
  const rowsOf = new Map(ORDERS.map((size) => [size, rows.filter(({ orders }) => orders === size)]))
  for (const [orders, ofSize] of rowsOf) printTable({ orders, rows: [...floorRows(floors), ...ofSize] })
  if (rowsOf.size > 1) printGrowth(rowsOf)
}

async function measureBareHttp() {
  const [server, load] = [await startBareHttp(), startLoad()]
  const measured = { http: new Map(), page: new Map() }
  for (const clients of CLIENTS)
    for (const [line, rates] of Object.entries(measured))
      rates.set(clients, await load.run('bare', { url: server.url, line, clients, seconds: SECONDS }))
  load.stop()
  server.stop()
  return measured
}

async function measureWith({ load, workers, installations, floors }) {
  const worlds = []
  try {
    for (const installation of installations) worlds.push(await openWorld({ ...installation, workers, load }))
    if (floors.insert.size === 0) await measureFloor(worlds[0], floors.insert)
    const rows = await measureLines({ load, worlds, workers, floors })
    if (WITH_PROFILE) await profile(load, worlds)
    return rows
  } finally {
    for (const { product, mails } of worlds) {
      await product.stop()
      mails.close()
    }
  }
}

async function measureLines({ load, worlds, workers, floors }) {
  const rows = []
  for (const line of LINE_NAMES)
    for (const clients of CLIENTS) {
      const measured = await measureInTurn(load, worlds, { line, clients })
      const { title, floor } = LINES[line]
      for (const orders of ORDERS) {
        const [result, base] = ['new', 'base'].map((name) => measured.get(titleOf(name, orders)))
        rows.push({ orders, title, clients, workers, floor: floors[floor].get(clients), result, base })
        console.log(`${title}, ${clients} clients, ${figure(orders)} orders: ${Math.round(result.rate)}/s`)
      }
    }
  return rows
}

async function openWorld({ title, checkout, dataDir, workers, load }) {
  const mails = await openMailSink()
  const product = await startProduct({
    checkout,
    dataDir,
    settings: {
      SMTP_URL: mails.url,
      WORKERS: String(workers),
      ...(WITH_PROFILE && profileSettings(dataDir)),
    },
  })
  const { pool, tokensOf } = product
  await untilSettled(pool)
  const { rows: spaces } = await pool.query(
    'select office_id::integer, id::integer as sub_office_id from sub_offices order by id',
  )
  const { rows: last } = await pool.query('select max(id)::integer as id from orders')
  load.introduce(title, {
    spaces,
    offices: [...new Set(spaces.map(({ office_id }) => office_id))],
    bookers: await tokensOf(`email like 'booker-%'`),
    customers: await tokensOf(`email like 'person-%' and id <= 1000`),
    admin: (await tokensOf('admin'))[0],
  })
  return { title, product, dataDir, mails, filled: last[0].id, booked: 0, cancelled: 0 }
}

async function measureFloor({ product }, insert) {
  await prepareInserts(product)
  for (const connections of CLIENTS)
    insert.set(connections, await measureInserts(product, { connections, seconds: SECONDS }))
}

/** Checkouts and sizes alternate, there and back, so that other load on the machine affects all of them. */
async function measureInTurn(load, worlds, { line, clients }) {
  const measured = new Map(worlds.map(({ title }) => [title, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const world of round % 2 === 0 ? worlds : worlds.toReversed()) {
      const { title, product } = world
      const result = await measureLine(load, { name: title, product, line, clients, seconds: SECONDS })
      measured.get(title).push(result)
      reportUnexpected(world, line, result.unexpected)
      if (LINES[line].writes) await checkWrites(world, { line, clients }, result.counts)
    }
  return new Map([...measured].map(([title, results]) => [title, combine(results)]))
}

/** Apart from the measurements, because watching slows the server down. */
async function profile(load, worlds) {
  const clients = Math.max(...CLIENTS)
  for (const line of LINE_NAMES)
    for (const world of worlds) {
      const { title, product, dataDir } = world
      const run = () => measureLine(load, { name: title, product, line, clients, seconds: SECONDS })
      const what = `${LINES[line].title}, ${clients} clients, ${title}`
      const { counts } = await printProfile(what, product, dataDir, run)
      if (LINES[line].writes) await checkWrites(world, { line, clients }, counts)
    }
}

function reportUnexpected({ title }, line, unexpected) {
  for (const [kind, { times, example }] of Object.entries(unexpected))
    troubles.push(`${title}, ${line}: ${kind} ${times} times, for example ${example}`)
}

/** Also lets the jobs finish, so that they do not disturb the next line. */
async function checkWrites(world, { line, clients }, { booked, cancelled }) {
  const { title, product, mails, filled } = world
  world.booked += booked
  world.cancelled += cancelled
  const behind = await secondsUntilCaughtUp(product.pool)
  const wanted = world.booked + world.cancelled
  console.log(
    `  ${title}: ${figure(booked)} booked; jobs were done after ${behind?.toFixed(1) ?? 'too many'} s, ` +
      `${figure(mails.received())} of ${figure(wanted)} mails had arrived`,
  )
  const mistakes = await findMistakes(product, { filled, booked: world.booked })
  if (behind === undefined || behind > MOST_SECONDS_BEHIND) mistakes.push('jobs that are late')
  if (mails.received() !== wanted) mistakes.push(`${wanted - mails.received()} mails missing`)
  for (const mistake of mistakes) troubles.push(`${title}, ${line}, ${clients} clients: ${mistake}`)
}

const FLOORS = {
  insert: 'floor: one prepared insert',
  http: 'floor: bare Node HTTP',
  page: 'floor: bare Node HTTP, landing page',
}

const floorRows = (floors) =>
  Object.entries(FLOORS).flatMap(([name, title]) =>
    [...floors[name]].map(([clients, result]) => ({ title, clients, result })),
  )

const dir = await mkdtemp(join(tmpdir(), 'keyhour-throughput-'))
try {
  await bench(dir)
} catch (error) {
  troubles.push(error.stack)
} finally {
  await rm(dir, { recursive: true, force: true })
}
for (const trouble of troubles) console.log(trouble)
console.log(
  troubles.length > 0
    ? '\nSomething went wrong under load.'
    : '\nUnder load: no error, no overlap, and the ledger, the events, the mails and the doors are complete.',
)
// After a failure, processes that were started may still be running; they end with this one.
process.exit(troubles.length > 0 ? 1 : 0)
