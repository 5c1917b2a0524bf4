import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { Database } from '../../server/src/db/connection.ts'
import { type Product, pause } from '../system/product.ts'
import { type Client, day, pick, type Space, someTime, whatShouldNeverBe } from './booking-load.ts'

export const BOOKERS = 16
const DAYS = 60
/** `npm run test:faults` measures our promises on a quiet machine; elsewhere it only has to happen. */
const IS_TIMED = process.env.TIMED === 'yes'
const RETURN_MS = IS_TIMED ? 5000 : 60_000
const READY_MS = IS_TIMED ? 2000 : 60_000

type Answer = { at: number; status: number; retryAfter: string | null; detail: unknown }

export type Target = {
  product: Product
  pool: Database['pool']
  spaces: Space[]
  person: (given: { credits: number[] }) => Promise<Client>
}

/**
 * Books with 16 clients while `outage` runs, and asserts what holds for every outage: the process survives; clients get
 * only success, conflicts and 503s that say when to retry; bookings recover without help; and exactly the acknowledged
 * orders are stored.
 */
export async function bookThrough(target: Target, outage: () => Promise<void>) {
  const { product, pool, spaces } = target
  const credits = [1_000_000_000]
  const people = await Promise.all(Array.from({ length: BOOKERS }, () => target.person({ credits })))
  const load = startLoad(product, people, spaces)
  const watch = watchStatus(product)
  let status: Awaited<ReturnType<typeof watch.stop>>
  try {
    await load.bookings(30)
    await outage()
    await load.bookingAfter(performance.now())
    await load.bookings(30)
  } catch (error) {
    load.giveUp()
    throw error
  } finally {
    await load.stop()
    status = await watch.stop()
  }

  expect(load.unanswered).toEqual([])
  expect(load.answers.filter(({ status }) => ![200, 201, 409, 503].includes(status))).toEqual([])
  for (const { retryAfter, detail } of load.answers.filter(({ status }) => status === 503)) {
    expect(Number(retryAfter)).toBeGreaterThan(0)
    expect(detail).toMatch(/^[A-Z].*\.$/)
  }
  expect(status.health).toEqual(new Set([200]))
  expect(status.slowestReadyMs).toBeLessThan(READY_MS)
  expect(process.kill(product.pid, 0)).toBe(true)

  const { rows } = await pool.query('select id::integer from orders where user_id = any($1)', [
    people.map(({ id }) => id),
  ])
  expect(new Set(rows.map(({ id }) => id))).toEqual(load.acknowledged)
  expect(await whatShouldNeverBe(pool)).toEqual({})
  return { statuses: new Set(load.answers.map(({ status }) => status)), ready: status.ready }
}

/** Each client repeats a booking under one key until it is decided, so that no outcome is unknown at the end. */
function startLoad(product: Product, people: Client[], spaces: Space[]) {
  const answers: Answer[] = []
  const unanswered: unknown[] = []
  const acknowledged = new Set<number>()
  let isOver = false
  let isGivenUp = false

  async function book(who: Client, key: string, body: string): Promise<boolean> {
    try {
      const reply = await fetch(`${product.url}/api/orders`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${who.token}`,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body,
      })
      const { id, detail } = await reply.json()
      const retryAfter = reply.headers.get('retry-after')
      answers.push({ at: performance.now(), status: reply.status, retryAfter, detail })
      if (reply.status === 201) acknowledged.add(id)
      return reply.status !== 503
    } catch (error) {
      unanswered.push(error)
      return true
    }
  }

  async function keepBooking(who: Client): Promise<void> {
    while (!isOver) {
      const { office_id, sub_office_id } = pick(spaces)
      const time = someTime(day(1 + Math.floor(Math.random() * DAYS)))
      const [key, body] = [randomUUID(), JSON.stringify({ office_id, sub_office_id, ...time })]
      while (!(await book(who, key, body)) && !isGivenUp) await pause(200)
    }
  }

  const bookers = people.map(keepBooking)
  const isStuck = () => unanswered.length > 0
  return {
    answers,
    unanswered,
    acknowledged,
    /** Waits for that many more orders. */
    async bookings(count: number) {
      const enough = acknowledged.size + count
      while (acknowledged.size < enough && !isStuck()) await pause(20)
    },
    async bookingAfter(moment: number) {
      const isBack = () => answers.some(({ at, status }) => at > moment && status === 201)
      while (!isBack() && !isStuck()) {
        if (performance.now() > moment + RETURN_MS)
          throw new Error(
            `Nothing was booked within ${RETURN_MS} ms of the return.\n${product.output().slice(-4000)}`,
          )
        await pause(20)
      }
    },
    /** Stops repeating undecided bookings. */
    giveUp() {
      isGivenUp = true
    },
    async stop() {
      isOver = true
      await Promise.all(bookers)
    },
  }
}

/** Polls `/api/health` and `/api/ready`. */
function watchStatus(product: Product) {
  const health = new Set<number>()
  const ready = new Set<string>()
  let slowestReadyMs = 0
  let isOver = false

  async function watch(): Promise<void> {
    while (!isOver) {
      health.add(
        await fetch(`${product.url}/api/health`).then(
          ({ status }) => status,
          () => 0,
        ),
      )
      const began = performance.now()
      ready.add(await fetch(`${product.url}/api/ready`).then((reply) => reply.text(), String))
      slowestReadyMs = Math.max(slowestReadyMs, performance.now() - began)
      await pause(100)
    }
  }

  const watching = watch()
  return {
    async stop() {
      isOver = true
      await watching
      return { health, ready, slowestReadyMs }
    },
  }
}
