import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { figure, quantile } from './few-and-many.mjs'
import { cpuTimes, largestMegabytes } from './throughput/processes.mjs'
import { fillDataDir, startProduct } from './throughput/product.mjs'

/** The memory that live viewers of one office take on one server process, and how soon they are told of a change. */
const VIEWERS = Number(process.env.BENCH_VIEWERS ?? 5000)
const CHANGES = Number(process.env.BENCH_CHANGES ?? 20)
const MOST_KILOBYTES_EACH = 40
const MOST_MS = 1000
const WARM_UP_SHARE = 0.1
const SETTLE_MS = 3000
const CHECKOUT = fileURLToPath(new URL('../', import.meta.url))

async function bench(dir) {
  await fillDataDir({ checkout: CHECKOUT, dataDir: dir, orders: 1000 })
  // Viewers of many companies come through a proxy that names their addresses.
  const settings = { WORKERS: '1', TRUST_PROXY: '127.0.0.1' }
  const product = await startProduct({ checkout: CHECKOUT, dataDir: dir, settings })
  const viewers = startViewers()
  try {
    return report(await measure(product, viewers))
  } finally {
    viewers.stop()
    await product.stop()
  }
}

async function measure(product, viewers) {
  const { url, pool, tokensOf } = product
  const tokens = await tokensOf(`email like 'booker-%'`)
  const { rows } = await pool.query(
    'select office_id::integer, id::integer as sub_office_id from sub_offices order by id limit 1',
  )
  const watched = { url, officeId: rows[0].office_id, tokens }
  const change = (times) => viewers.ask('change', { url, space: rows[0], token: tokens[0], times })

  // The first streams and holds make the server load and compile code, which is not the viewers' memory.
  await viewers.ask('open', { ...watched, count: Math.ceil(VIEWERS * WARM_UP_SHARE) })
  await change(2)
  await viewers.ask('close')
  await pause(SETTLE_MS)
  const before = await largestMegabytes(product)
  const { open, refusals } = await viewers.ask('open', { ...watched, count: VIEWERS })
  await pause(SETTLE_MS)
  const opened = await largestMegabytes(product)
  const cpuBefore = await cpuTimes(product)
  const { waits, missed } = await change(CHANGES)
  const cpuAfter = await cpuTimes(product)
  const told = await largestMegabytes(product)
  return { open, refusals, before, opened, told, waits, missed, cpu: cpuAfter.server - cpuBefore.server }
}

function startViewers() {
  const child = fork(new URL('live-viewers/viewers.mjs', import.meta.url), { execArgv: [] })
  return {
    async ask(command, options) {
      child.send({ command, options })
      const [{ result, failure }] = await once(child, 'message')
      if (failure) throw new Error(failure)
      return result
    },
    stop: () => child.kill(),
  }
}

function report({ open, refusals, before, opened, told, waits, missed, cpu }) {
  const kilobytesEach = ((Math.max(opened, told) - before) * 1024) / open
  const ms = (share) => quantile(waits, share)?.toFixed(0)
  console.log(`\n${figure(open)} of ${figure(VIEWERS)} viewers of one office, ${CHANGES} changes:\n`)
  console.log(
    '| MB before | MB with viewers | MB after the changes | KB each | told p50 ms | p95 ms | last ms | CPU ms per change |',
  )
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
  const cells = [before.toFixed(0), opened.toFixed(0), told.toFixed(0), kilobytesEach.toFixed(1)]
  const times = [
    ms(0.5),
    ms(0.95),
    waits.reduce((most, one) => Math.max(most, one), 0).toFixed(0),
    (cpu / CHANGES).toFixed(0),
  ]
  console.log(`| ${[...cells, ...times].join(' | ')} |\n`)
  for (const [reason, times] of Object.entries(refusals))
    console.log(`${figure(times)} were refused: ${reason}.`)
  if (missed > 0) console.log(`${figure(missed)} times a viewer was not told.`)
  const isSmall = kilobytesEach <= MOST_KILOBYTES_EACH
  const isSoon = quantile(waits, 0.95) <= MOST_MS
  console.log(isSmall ? 'Viewers take little memory.' : `A viewer takes more than ${MOST_KILOBYTES_EACH} KB.`)
  console.log(isSoon ? 'They are told in time.' : `Telling them takes more than ${MOST_MS} ms.`)
  return open === VIEWERS && missed === 0 && isSmall && isSoon
}

const dir = await mkdtemp(join(tmpdir(), 'keyhour-viewers-'))
try {
  process.exitCode = (await bench(dir)) ? 0 : 1
} finally {
  await rm(dir, { recursive: true, force: true })
}
