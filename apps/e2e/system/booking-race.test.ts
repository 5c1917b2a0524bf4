import { afterAll, expect, test } from 'vitest'
import {
  type Answer,
  type Client,
  call,
  pick,
  type Space,
  someTime,
  startPair,
  whatShouldNeverBe,
} from '../test/booking-load.ts'
import { type Product, pause } from './product.ts'

const CLIENTS = 32
const ROOMS = 20
const SEATS = 12
const RACE_MS = 8000

const pair = await startPair()
afterAll(pair.stop)
const admin = await pair.person({ admin: true })

type Tally = { answers: Answer[]; booked: Set<number>; until: number }

const isOver = ({ until }: Tally): boolean => performance.now() >= until

/** Books, holds, moves and cancels as fast as the server answers. */
async function race(server: Product, who: Client, spaces: Space[], tally: Tally): Promise<void> {
  const mine: number[] = []
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await call(server, who, [method, path], body)
    tally.answers.push(answer)
    return answer
  }
  while (!isOver(tally)) {
    const { office_id, sub_office_id } = pick(spaces)
    const time = someTime(pair.day(1))
    const chance = Math.random()
    if (chance < 0.15) await ask('POST', '/api/orders/hold', { office_id, sub_office_id, ...time })
    else if (chance < 0.3 && mine.length > 0) await cancel(mine.splice(0, 1)[0]!, ask)
    else if (chance < 0.35 && mine.length > 0) await ask('PUT', `/api/orders/${pick(mine)}/time`, time)
    else {
      const { status, body } = await ask('POST', '/api/orders', { office_id, sub_office_id, ...time })
      if (status !== 201) continue
      mine.push(body.id)
      tally.booked.add(body.id)
    }
  }
}

async function cancel(id: number, ask: (method: string, path: string, body?: object) => Promise<Answer>) {
  const { body } = await ask('GET', `/api/orders/${id}/refund`)
  await ask('POST', `/api/orders/${id}/cancel`, { refund: body.refund })
}

/** Keeps adding and removing closures. */
async function closeAndOpen(server: Product, spaces: Space[], tally: Tally): Promise<void> {
  while (!isOver(tally)) {
    const { office_id, sub_office_id } = pick(spaces)
    const path = `/api/admin/offices/${office_id}/closures`
    const closure = { sub_office_id, ...someTime(pair.day(1)), reason: 'Painters' }
    const made = await call(server, admin, ['POST', path], closure)
    tally.answers.push(made)
    if (made.status === 201 && Math.random() < 0.7)
      tally.answers.push(await call(server, admin, ['DELETE', `${path}/${made.body.id}`]))
  }
}

async function endHoldsEarly(tally: Tally): Promise<void> {
  while (!isOver(tally)) {
    await pair.pool.query(
      `update occupancy set held_until = now() - interval '1 second' where cause = 'hold'`,
    )
    await pause(200)
  }
}

test(`${CLIENTS} clients on two servers take no unit twice and spend no credit twice, while holds end and rooms close`, async () => {
  const spaces = await pair.spaces(ROOMS, SEATS)
  // Fewer users than clients, so that clients also compete for credits.
  const people = await Promise.all(
    Array.from({ length: CLIENTS / 4 }, () => pair.person({ credits: [40_000, 30_000, 20_000] })),
  )
  const tally: Tally = { answers: [], booked: new Set(), until: performance.now() + RACE_MS }
  await Promise.all([
    ...Array.from({ length: CLIENTS }, (_, at) =>
      race(pair.servers[at % 2]!, people[(at >> 1) % people.length]!, spaces, tally),
    ),
    ...pair.servers.map((server) => closeAndOpen(server, spaces, tally)),
    endHoldsEarly(tally),
  ])

  const unclean = tally.answers.filter(({ status }) => ![200, 201, 409].includes(status))
  expect(unclean).toEqual([])
  const refused = tally.answers.filter(({ status }) => status === 409)
  expect(refused.filter(({ body }) => typeof body.detail !== 'string')).toEqual([])
  expect(refused.some(({ body }) => body.alternatives)).toBe(true)
  // Hundreds on a quiet machine, few on a busy one.
  expect(tally.booked.size).toBeGreaterThan(10)
  expect(refused.length).toBeGreaterThan(5)

  expect(await whatShouldNeverBe(pair.pool)).toEqual({})
  const { rows } = await pair.pool.query('select id::integer from orders')
  expect(new Set(rows.map(({ id }) => id))).toEqual(tally.booked)
  const { rows: purses } = await pair.pool.query(
    `select sum(granted)::integer as granted, sum(granted - remaining)::integer as spent from credit_lots`,
  )
  expect(purses[0].spent).toBeGreaterThan(0)
  expect(purses[0].spent).toBeLessThanOrEqual(purses[0].granted)
})

test('50 identical requests with one key, half of them to each server, make one order', async () => {
  const [space] = await pair.spaces(1, 1)
  const who = await pair.person()
  const { office_id, sub_office_id } = space!
  const booking = { office_id, sub_office_id, date: pair.day(2), start: '10:00', end: '11:00' }
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) =>
      call(pair.servers[at % 2]!, who, ['POST', '/api/orders'], booking, { 'idempotency-key': 'the-one' }),
    ),
  )

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const { rowCount } = await pair.pool.query('select from orders where user_id = $1', [who.id])
  expect(rowCount).toBe(1)
})

test('a server killed under load loses no acknowledged order and leaves no unit blocked', async () => {
  const spaces = await pair.spaces(ROOMS, SEATS)
  const [survivor, victim] = pair.servers
  const acknowledged = new Set<number>()
  let until = Number.POSITIVE_INFINITY
  const people = await Promise.all(Array.from({ length: 16 }, () => pair.person({ credits: [50_000] })))

  async function book(server: Product, who: Client): Promise<void> {
    while (performance.now() < until) {
      const { office_id, sub_office_id } = pick(spaces)
      const booking = { office_id, sub_office_id, ...someTime(pair.day(pick([3, 4, 5, 6]))) }
      try {
        const { status, body } = await call(server, who, ['POST', '/api/orders'], booking)
        if (status === 201) acknowledged.add(body.id)
        else expect(status).toBe(409)
      } catch (error) {
        if (server === survivor) throw error
        return book(survivor, who)
      }
    }
  }

  const load = people.map((who, at) => book(pair.servers[at % 2]!, who))
  while (acknowledged.size < 40) await pause(20)
  await victim.kill('SIGKILL')
  until = performance.now() + 2000
  await Promise.all(load)
  const { rows } = await pair.pool.query('select id::integer from orders where cancelled_at is null')
  const kept = new Set(rows.map(({ id }) => id))
  expect([...acknowledged].filter((id) => !kept.has(id))).toEqual([])
  expect(await whatShouldNeverBe(pair.pool)).toEqual({})

  const who = await pair.person({ credits: [1_000_000] })
  for (const { office_id, sub_office_id } of spaces) {
    const booking = { office_id, sub_office_id, date: pair.day(7), start: '10:00', end: '11:00' }
    expect((await call(survivor, who, ['POST', '/api/orders'], booking)).status).toBe(201)
  }
})
