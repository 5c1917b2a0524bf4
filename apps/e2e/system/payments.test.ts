import { simulateStripe } from '@keyhour/simulators/stripe'
import { afterAll, expect, test } from 'vitest'
import { freePort } from '../../../scripts/free-port.mjs'
import { call } from '../test/booking-load.ts'
import { type Client, now, startOutsideDatabase } from '../test/outside-database.ts'
import { type Product, start } from './product.ts'

const GOOD_CARD = '4242424242424242'
/** Without the job of the minute. */
const SOON = { timeout: 20_000, interval: 20 }
/** Includes a server start. */
const ONCE_UP = { timeout: 60_000, interval: 100 }

const stripe = await simulateStripe({ now, retryMs: 200, tries: 60 })
const database = await startOutsideDatabase()
const port = await freePort()
const settings = {
  ...database.settings('one'),
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
  STRIPE_URL: stripe.url,
}
let product: Product = await start(settings, port)
stripe.deliverTo({ url: `${product.url}/api/payments/events`, secret: stripe.webhookSecret })
afterAll(async () => {
  await product.kill('SIGTERM')
  await stripe.close()
  await database.stop()
})

const admin = await database.person({ admin: true })
const pack = (
  await call(product, admin, ['POST', '/api/v1/credit-packs/'], {
    name: 'Regular',
    credits_amount: 800,
    price_cents: 69_900,
    currency: 'ILS',
  })
).body.id

const buy = (buyer: Client, key: string) =>
  call(product, buyer, ['POST', '/api/payments'], { credit_pack_id: pack }, { 'Idempotency-Key': key })

/** Lots, in credits. */
async function lotsOf({ id }: Client): Promise<number[]> {
  const { rows } = await database.pool.query<{ credits: number }>(
    'select remaining / 100 as credits from credit_lots where user_id = $1',
    [id],
  )
  return rows.map(({ credits }) => credits)
}

test('the credits are there within two seconds of the payment', async () => {
  const buyer = await database.person()
  await buy(buyer, 'quick')
  stripe.pay(stripe.sessions().at(-1)!.id, GOOD_CARD)

  await expect.poll(() => lotsOf(buyer), SOON).toEqual([800])
})

test('a server that is killed between the checkout and the event brings the credits after its restart, once', async () => {
  const buyer = await database.person()
  const { body: payment } = await buy(buyer, 'killed')
  await product.kill('SIGKILL')
  stripe.pay(stripe.sessions().at(-1)!.id, GOOD_CARD)
  expect(await lotsOf(buyer)).toEqual([])
  product = await start(settings, port)

  await expect.poll(() => lotsOf(buyer), ONCE_UP).toEqual([800])
  await stripe.allDelivered()
  const { body } = await call(product, buyer, ['POST', `/api/payments/${payment.id}/check`])
  expect([body.status, await lotsOf(buyer)]).toEqual(['paid', [800]])
})

test('a server that is killed while it opens the page of the provider opens the same page when asked again', async () => {
  const buyer = await database.person()
  const before = stripe.sessions().length
  const release = stripe.hold(/POST \/v1\/checkout\/sessions$/, { onlyAnswers: true })
  const lost = buy(buyer, 'half-way').catch(() => undefined)
  await expect.poll(() => stripe.sessions().length, SOON).toBe(before + 1)
  await product.kill('SIGKILL')
  await lost
  release()
  product = await start(settings, port)
  const { status, body } = await buy(buyer, 'half-way')

  expect([status, body.checkout_url]).toEqual([201, stripe.sessions().at(-1)!.url])
  expect(stripe.sessions()).toHaveLength(before + 1)
  stripe.pay(stripe.sessions().at(-1)!.id, GOOD_CARD)
  await expect.poll(() => lotsOf(buyer), SOON).toEqual([800])
})
