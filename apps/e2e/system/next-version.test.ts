import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { type Client, call, day, type Space } from '../test/booking-load.ts'
import { startDuringTest } from '../test/during-test.ts'
import { startOutsideDatabase } from '../test/outside-database.ts'
import { launch, type Product, untilReady } from './product.ts'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OLD_ORDERS = 1500
const ROOMS = 6

/** A slow index function stands in for a large table. */
const NEXT_MIGRATIONS = {
  '9001_slowly.sql': `create function slowly(id bigint) returns bigint immutable language plpgsql as
    $$ begin perform pg_sleep(0.002); return id; end $$`,
  '9002_index.sql': `-- no transaction
create index concurrently if not exists orders_of_next_version on orders (slowly(id));
`,
  '9003_column.sql': 'alter table orders add column of_next_version text',
}

/** The same build with more migrations. */
async function buildNextVersion(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-next-'))
  onTestFinished(() => rm(dir, { recursive: true }))
  const server = join(dir, 'apps/server')
  await mkdir(server, { recursive: true })
  for (const part of ['dist', 'migrations', 'package.json'])
    await cp(join(ROOT, 'apps/server', part), join(server, part), { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(dir, 'node_modules'))
  for (const [name, sql] of Object.entries(NEXT_MIGRATIONS))
    await writeFile(join(server, 'migrations', name), sql)
  return join(server, 'dist/main.js')
}

type Booked = { status: number; at: number }

/** Books one free slot after the other until stopped. */
function keepBooking(server: Product, person: Client, spaces: Space[]) {
  const answers: Booked[] = []
  let isStopped = false
  async function bookAll({ office_id, sub_office_id }: Space): Promise<void> {
    for (let count = 0; !isStopped; count += 1) {
      const hour = (start: number) => `${String(8 + start).padStart(2, '0')}:00`
      const time = {
        date: day(2 + Math.floor(count / 10)),
        start: hour(count % 10),
        end: hour((count % 10) + 1),
      }
      const { status } = await call(server, person, ['POST', '/api/orders'], {
        office_id,
        sub_office_id,
        ...time,
      })
      answers.push({ status, at: performance.now() })
    }
  }
  const work = Promise.all(spaces.map(bookAll))
  return {
    answers,
    async stop() {
      isStopped = true
      await work
    },
  }
}

test('a server keeps taking bookings while the next version migrates', async () => {
  const { settings, pool, make, person, stop } = await startOutsideDatabase()
  onTestFinished(stop)
  const present = await startDuringTest(settings('present'))
  const booker = await person({ credits: [100_000_000] })
  const office = await make.office()
  const spaces: Space[] = []
  for (let made = 0; made < ROOMS; made += 1) {
    const room = await make.subOffice(office.id)
    await make.unit(office.id, room.id)
    spaces.push({ office_id: office.id, sub_office_id: room.id, units: 1 })
  }
  await pool.query(
    `insert into orders (office_id, user_id, rent_type, date, start, "end", currency, base_price, total_price,
       tax_percent, commission_percent)
     select $1, $2, 'hour', day, day, day + interval '1 hour', 'ILS', 100, 100, 18, 30
     from generate_series(1, ${OLD_ORDERS}) as one (number), lateral (select timestamptz '2020-01-01' + number * interval '1 hour') as of (day)`,
    [office.id, booker.id],
  )
  const main = await buildNextVersion()

  // The new column must wait for this transaction, and nobody must wait for the new column.
  const reader = await pool.connect()
  await reader.query('begin; select count(*) from orders')
  const load = keepBooking(present, booker, spaces)
  const next = launch(settings('next'), await freePort(), main)
  onTestFinished(async () => void (await next.kill('SIGTERM')))
  const rows = async (question: string) => (await pool.query(question)).rowCount
  const isBuilding = async () => (await rows('select from pg_stat_progress_create_index')) === 1
  await expect.poll(isBuilding, { timeout: 60_000 }).toBe(true)
  const began = performance.now()
  await expect.poll(isBuilding, { timeout: 60_000 }).toBe(false)
  const ended = performance.now()
  const waiting = `select from pg_locks where relation = 'orders'::regclass and not granted
    and mode = 'AccessExclusiveLock'`
  await expect.poll(() => rows(waiting), { timeout: 60_000, interval: 20 }).toBe(1)
  const whileWaiting = load.answers.length
  await expect.poll(() => load.answers.length, { timeout: 60_000 }).toBeGreaterThan(whileWaiting + 2 * ROOMS)
  await reader.query('commit')
  reader.release()
  await untilReady(next)
  const whileBoth = load.answers.length
  await expect.poll(() => load.answers.length, { timeout: 60_000 }).toBeGreaterThan(whileBoth + ROOMS)
  await load.stop()

  expect(load.answers.filter(({ status }) => status !== 201)).toEqual([])
  expect(load.answers.filter(({ at }) => began < at && at < ended).length).toBeGreaterThan(ROOMS)
  const usable = `select from pg_index where indexrelid = 'orders_of_next_version'::regclass and indisvalid`
  expect(await rows(usable)).toBe(1)
  expect((await call(next, booker, ['GET', '/api/orders'])).status).toBe(200)
})
