import type { AddressInfo } from 'node:net'
import type { SpaceRef } from '@keyhour/contract/offices'
import { simulateStripe } from '@keyhour/simulators/stripe'
import fc from 'fast-check'
import { afterAll } from 'vitest'
import { creditPacks } from '#server/db/schema/credits.ts'
import { startWorld } from './world.ts'

type World = Awaited<ReturnType<typeof startWorld>>
export type Person = Awaited<ReturnType<World['user']>>
type Stripe = Awaited<ReturnType<typeof simulateStripe>>

/** Who and what a run is about: few people and rooms, so that clients get into each other's way. */
export type Scene = {
  world: World
  stripe: Stripe
  admin: Person
  people: Person[]
  rooms: SpaceRef[]
  packIds: number[]
  /** Sends a request as a person and returns the answer, whatever its status. A 500 throws. */
  ask: (as: Person, method: string, path: string, body?: object) => Promise<Answer>
  /** The clock only goes forward. */
  passHours: (hours: number) => void
}
type Answer = { status: number; body: never }

/** One thing that somebody does. What the rules forbid is refused, and that is fine. */
export type Step = { does: string; run: (scene: Scene) => Promise<unknown> }

export const HOUR = 3_600_000
export const pick = fc.nat({ max: 1000 })
export const of = <T>(all: readonly T[], at: number): T | undefined => all[at % Math.max(1, all.length)]

export const step = <Values extends unknown[]>(
  does: string,
  values: { [At in keyof Values]: fc.Arbitrary<Values[At]> },
  run: (scene: Scene, ...values: Values) => Promise<unknown>,
): fc.Arbitrary<Step> =>
  fc.tuple(...(values as fc.Arbitrary<unknown>[])).map((given) => ({
    does: `${does} ${JSON.stringify(given)}`,
    run: (scene) => run(scene, ...(given as Values)),
  }))

/** A server that takes cards, with a payment provider that tells it everything. Answers what makes a new scene. */
export async function openMoneyWorld(): Promise<() => Promise<Scene>> {
  const stripe = await simulateStripe({ now: (): Date => world.now(), retryMs: 20 })
  const world = await startWorld({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_URL: stripe.url,
  })
  afterAll(stripe.close)
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  const origin = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`
  stripe.deliverTo({ url: `${origin}/api/payments/events`, secret: stripe.webhookSecret })
  // Events come at least once.
  stripe.deliverTimes(2)
  let now = Date.parse('2026-03-02T08:00:00Z')

  /** Asks again when the clock has gone past the end of the session meanwhile, or the database was busy. */
  const ask: Scene['ask'] = async (as, method, path, body) => {
    const reply = await fetch(origin + path, {
      method,
      headers: {
        authorization: `Bearer ${await world.tokenOf(as)}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await reply.text()
    if (reply.status === 401) return ask(as, method, path, body)
    if (reply.status === 503 && method === 'GET') return ask(as, method, path, body)
    if (reply.status >= 500) throw new Error(`${method} ${path} answered ${reply.status}: ${text}`)
    return { status: reply.status, body: JSON.parse(text) as never }
  }

  return async () => ({
    world,
    stripe,
    admin: await world.user({ admin: true }),
    people: await Promise.all(Array.from({ length: 4 }, () => world.user())),
    rooms: await addRooms(world),
    packIds: await addPacks(world),
    ask,
    passHours(hours) {
      now += hours * HOUR
      world.setNow(new Date(now).toISOString())
    },
  })
}

/** Rooms at 35.55 an hour, in offices of three currencies. */
async function addRooms(world: World): Promise<SpaceRef[]> {
  const rooms = []
  for (const currency of ['ILS', 'ILS', 'GBP', 'EUR'] as const) {
    const office = await world.office({ currency, time_zone: 'UTC', unpaid_bookings_allowed: 2 })
    for (let made = 0; made < 2; made += 1) {
      const room = await world.subOffice(office.id, { price_per_hour: 3555 })
      await world.unit(office.id, room.id)
      rooms.push({ office_id: office.id, sub_office_id: room.id })
    }
  }
  return rooms
}

/** At prices that do not divide evenly: for few credits and for many, that expire soon and never. */
async function addPacks(world: World): Promise<number[]> {
  const packs = await world.db
    .insert(creditPacks)
    .values([
      { name: 'Few', credits_amount: 7, price_cents: 999, currency: 'ILS', duration_days: 2 },
      { name: 'Many', credits_amount: 350, price_cents: 31_111, currency: 'ILS' },
      { name: 'Some', credits_amount: 120, price_cents: 10_007, currency: 'GBP', duration_days: 5 },
      { name: 'Dear', credits_amount: 3, price_cents: 77_777, currency: 'EUR' },
    ])
    .returning({ id: creditPacks.id })
  return packs.map(({ id }) => id)
}
