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

async function bench(dir) {
  const bare = await measureBareHttp()
  const rowsOf = new Map()
  for (const orders of ORDERS) {
    const folders = {}
    for (const [name, checkout] of Object.entries(CHECKOUTS)) {
      folders[name] = join(dir, `${name}-${orders}`)
      console.log(`Filling a database for ${name} with ${figure(orders)} orders`)
      await fillDataDir({ checkout, dataDir: folders[name], orders })
    }
    const rows = []
    const floors = { ...bare, insert: new Map() }
    const load = startLoad()
    for (const workers of WORKERS) rows.push(...(await measureWith({ load, workers, folders, floors })))
    load.stop()
    printTable({ orders, rows: [...floorRows(floors), ...rows] })
    rowsOf.set(orders, rows)
    for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true })
  }
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

async function measureWith({ load, workers, folders, floors }) {
  const worlds = []
  try {
    for (const [name, checkout] of Object.entries(CHECKOUTS))
      worlds.push(await openWorld({ name, checkout, dataDir: folders[name], workers, load }))
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
      const results = await measureInTurn(load, worlds, { line, clients })
      const { title, floor } = LINES[line]
      rows.push({ title, clients, workers, floor: floors[floor].get(clients), ...results })
      console.log(`${title}, ${clients} clients: ${Math.round(results.result.rate)}/s`)
    }
  return rows
}

async function openWorld({ name, checkout, dataDir, workers, load }) {
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
  load.introduce(name, {
    spaces,
    offices: [...new Set(spaces.map(({ office_id }) => office_id))],
    bookers: await tokensOf(`email like 'booker-%'`),
    customers: await tokensOf(`email like 'person-%' and id <= 1000`),
    admin: (await tokensOf('admin'))[0],
  })
  return { name, product, dataDir, mails, filled: last[0].id, booked: 0, cancelled: 0 }
}

async function measureFloor({ product }, insert) {
  await prepareInserts(product)
  for (const connections of CLIENTS)
    insert.set(connections, await measureInserts(product, { connections, seconds: SECONDS }))
}

/** Both checkouts alternate, so that other load on the machine affects both. */
async function measureInTurn(load, worlds, { line, clients }) {
  const measured = new Map(worlds.map(({ name }) => [name, []]))
  for (let round = 0; round < ROUNDS; round += 1)
    for (const world of worlds) {
      const { name, product } = world
      const result = await measureLine(load, { name, product, line, clients, seconds: SECONDS })
      measured.get(name).push(result)
      reportUnexpected(world, line, result.unexpected)
      if (LINES[line].writes) await checkWrites(world, { line, clients }, result.counts)
    }
  const base = measured.get('base')
  return { result: combine(measured.get('new')), ...(base && { base: combine(base) }) }
}

/** Apart from the measurements, because watching slows the server down. */
async function profile(load, worlds) {
  const clients = Math.max(...CLIENTS)
  for (const line of LINE_NAMES)
    for (const world of worlds) {
      const { name, product, dataDir } = world
      const title = `${LINES[line].title}, ${clients} clients, ${name}`
      const run = () => measureLine(load, { name, product, line, clients, seconds: SECONDS })
      const { counts } = await printProfile(title, product, dataDir, run)
      if (LINES[line].writes) await checkWrites(world, { line, clients }, counts)
    }
}

function reportUnexpected({ name }, line, unexpected) {
  for (const [kind, { times, example }] of Object.entries(unexpected))
    troubles.push(`${name}, ${line}: ${kind} ${times} times, for example ${example}`)
}

/** Also lets the jobs finish, so that they do not disturb the next line. */
async function checkWrites(world, { line, clients }, { booked, cancelled }) {
  const { name, product, mails, filled } = world
  world.booked += booked
  world.cancelled += cancelled
  const behind = await secondsUntilCaughtUp(product.pool)
  const wanted = world.booked + world.cancelled
  console.log(
    `  ${name}: ${figure(booked)} booked; jobs were done after ${behind?.toFixed(1) ?? 'too many'} s, ` +
      `${figure(mails.received())} of ${figure(wanted)} mails had arrived`,
  )
  const mistakes = await findMistakes(product, { filled, booked: world.booked })
  if (behind === undefined || behind > MOST_SECONDS_BEHIND) mistakes.push('jobs that are late')
  if (mails.received() !== wanted) mistakes.push(`${wanted - mails.received()} mails missing`)
  for (const mistake of mistakes) troubles.push(`${name}, ${line}, ${clients} clients: ${mistake}`)
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
