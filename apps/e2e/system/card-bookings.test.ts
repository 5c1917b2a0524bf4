import { simulateStripe } from '@keyhour/simulators/stripe'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { call, day } from '../test/booking-load.ts'
import { type Client, now, type Space, startOutsideDatabase } from '../test/outside-database.ts'
import { type Product, start } from './product.ts'

const GOOD_CARD = '4242424242424242'
const SOON = { timeout: 20_000, interval: 20 }
/** Includes a server start. */
const ONCE_UP = { timeout: 60_000, interval: 100 }

const stripe = await simulateStripe({ now, retryMs: 200 })
const database = await startOutsideDatabase()
const port = await freePort()
const settings = {
  ...database.settings('one'),
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_URL: stripe.url,
}
let product: Product = await start(settings, port)
const endpoint = { url: `${product.url}/api/payments/events`, secret: stripe.webhookSecret }
const spaces = await database.spaces(6, 1)
beforeEach(() => {
  stripe.behave()
  stripe.deliverTo(endpoint)
})
afterAll(async () => {
  await product.kill('SIGTERM')
  await stripe.close()
  await database.stop()
})

/** An hour that costs 59.00 with tax. */
async function book(person: Client, { office_id, sub_office_id }: Space): Promise<number> {
  const times = { date: day(3), start: '09:00', end: '10:00' }
  const { status, body } = await call(product, person, ['POST', '/api/orders'], {
    office_id,
    sub_office_id,
    ...times,
    pay_by: 'card',
  })
  expect(status).toBe(201)
  return body.id
}

const pay = (person: Client, orderId: number, card: 'new' | 'saved') =>
  call(product, person, ['POST', `/api/orders/${orderId}/charges`], { card })

type State = { is_waiting: boolean; is_cancelled: boolean; paid_by_card: number; units: number }

async function stateOf(orderId: number): Promise<State> {
  const { rows } = await database.pool.query<State>(
    `select pay_until is not null as is_waiting, cancelled_at is not null as is_cancelled, paid_by_card,
      (select count(*)::integer from occupancy where order_id = orders.id) as units from orders where id = $1`,
    [orderId],
  )
  return rows[0]!
}

const WAITING = { is_waiting: true, is_cancelled: false, paid_by_card: 0, units: 1 }
const BOOKED = { is_waiting: false, is_cancelled: false, paid_by_card: 5900, units: 1 }
const RELEASED = { is_waiting: false, is_cancelled: true, paid_by_card: 0, units: 0 }

async function personWithCard(space: Space): Promise<Client> {
  const person = await database.person()
  const id = await book(person, space)
  await pay(person, id, 'new')
  stripe.pay(stripe.sessions().at(-1)!.id, GOOD_CARD)
  await expect.poll(() => stateOf(id), SOON).toEqual(BOOKED)
  await call(product, person, ['POST', `/api/orders/${id}/cancel`], { refund: 5900 })
  return person
}

/** As if the server had been away for so long. */
const waitMinutes = (orderId: number, minutes: number) =>
  database.pool.query(
    `with late as (update charges set created_at = created_at - make_interval(mins => $2),
        expires_at = expires_at - make_interval(mins => $2) where order_id = $1)
      update orders set pay_until = pay_until - make_interval(mins => $2) where id = $1`,
    [orderId, minutes],
  )

test('a server that is killed while the bank answers has the charge and the booking after its restart', async () => {
  const person = await personWithCard(spaces[0]!)
  const id = await book(person, spaces[1]!)
  // No event helps.
  stripe.deliverTo(undefined)
  const before = stripe.intents().length
  const release = stripe.hold(/POST \/v1\/payment_intents$/, { onlyAnswers: true })
  const lost = pay(person, id, 'saved').catch(() => undefined)
  await expect.poll(() => stripe.intents().length, SOON).toBe(before + 1)
  await product.kill('SIGKILL')
  await lost
  release()
  expect([stripe.intents().at(-1)!.status, await stateOf(id)]).toEqual(['requires_capture', WAITING])
  await waitMinutes(id, 3)
  product = await start(settings, port)

  await expect.poll(() => stateOf(id), ONCE_UP).toEqual(BOOKED)
  expect(stripe.intents()).toHaveLength(before + 1)
})

test('a server that is killed before the bank hears of a charge makes both after its restart, once', async () => {
  const person = await personWithCard(spaces[0]!)
  const id = await book(person, spaces[2]!)
  const before = stripe.intents().length
  stripe.misbehave('stays silent', /POST \/v1\/payment_intents$/)
  const lost = pay(person, id, 'saved').catch(() => undefined)
  await expect
    .poll(
      async () => (await database.pool.query('select from charges where order_id = $1', [id])).rowCount,
      SOON,
    )
    .toBe(1)
  await product.kill('SIGKILL')
  await lost
  stripe.behave()
  await waitMinutes(id, 3)
  product = await start(settings, port)

  await expect.poll(() => stateOf(id), ONCE_UP).toEqual(BOOKED)
  expect(stripe.intents()).toHaveLength(before + 1)
})

test('a booking whose customer never pays is released by a server that was down at that moment, with nothing charged', async () => {
  const person = await database.person({ credits: [2000] })
  const id = await book(person, spaces[3]!)
  await pay(person, id, 'new')
  const session = stripe.sessions().at(-1)!.id
  await product.kill('SIGKILL')
  await waitMinutes(id, 16)
  product = await start(settings, port)

  await expect.poll(() => stateOf(id), ONCE_UP).toEqual(RELEASED)
  expect(stripe.sessions().find((one) => one.id === session)!.status).toBe('expired')
  const { rows } = await database.pool.query('select remaining from credit_lots where user_id = $1', [
    person.id,
  ])
  expect(rows).toEqual([{ remaining: 2000 }])
})

test('a customer who pays while the server is down has the booking, even if the time to pay is over', async () => {
  const person = await database.person()
  const id = await book(person, spaces[4]!)
  await pay(person, id, 'new')
  stripe.deliverTo(undefined)
  await product.kill('SIGKILL')
  stripe.pay(stripe.sessions().at(-1)!.id, GOOD_CARD)
  await waitMinutes(id, 16)
  product = await start(settings, port)

  await expect.poll(() => stateOf(id), ONCE_UP).toEqual(BOOKED)
})
