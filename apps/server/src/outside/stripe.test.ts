import { simulateStripe } from '@keyhour/simulators/stripe'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { Refusal } from '#server/http/refusal.ts'
import { CardDeclined, type Checkout, PaymentRefused } from '#server/outside/payment-provider.ts'
import { choosePayments } from '#server/outside/payments.ts'

const clock = { now: '2026-03-02T08:00:00Z' }
const now = () => new Date(clock.now)
const GOOD_CARD = '4242424242424242'

async function shop() {
  const stripe = await simulateStripe({ now })
  onTestFinished(stripe.close)
  const payments = choosePayments(
    readConfig({
      STRIPE_SECRET_KEY: stripe.secretKey,
      STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
      STRIPE_URL: stripe.url,
    }),
    { now, patienceMs: 1000 },
  )
  const checkout: Checkout = {
    token: 'token-1',
    name: 'Regular · מנוי קבוע',
    amount: 69_900,
    currency: 'ILS',
    email: 'dana@keyhour.test',
    paidUrl: 'https://keyhour.test/credits?payment=1',
    backUrl: 'https://keyhour.test/credits?payment=1',
    expiresAt: '2026-03-02T09:00:00.000Z',
    capture: 'now',
  }
  return { stripe, payments, checkout }
}

const errorOf = (work: Promise<unknown>): Promise<Error> =>
  work.then(
    () => expect.unreachable('it worked'),
    (error) => error as Error,
  )

const AWAY = 'The payment provider cannot be reached right now. Please try again in a moment.'

test('how packs are paid depends on what is configured', () => {
  const both = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const wayOf = (env: NodeJS.ProcessEnv) => choosePayments(readConfig(env), { now }).way

  expect([wayOf(both), wayOf({ DEMO: 'on' }), wayOf({ DEMO: 'off' })]).toEqual(['card', 'test', 'invoice'])
  expect(() => readConfig({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(
    'STRIPE_WEBHOOK_SECRET should be set together with STRIPE_SECRET_KEY',
  )
  expect(() => readConfig({ STRIPE_WEBHOOK_SECRET: 'whsec_1' })).toThrow(
    'STRIPE_SECRET_KEY should be set together with STRIPE_WEBHOOK_SECRET',
  )
})

test('a checkout is opened, paid and found again', async () => {
  const { stripe, payments, checkout } = await shop()
  const { reference, url } = await payments.startCheckout(checkout)
  const open = await payments.findCheckout(reference)
  stripe.pay(reference, GOOD_CARD)

  expect(url).toBe(`${stripe.url}/c/pay/${reference}`)
  expect(open).toEqual({
    token: 'token-1',
    reference,
    outcome: 'open',
    amount: 69_900,
    currency: 'ILS',
    charge: null,
    failure: null,
  })
  expect(await payments.findCheckout(reference)).toEqual({
    ...open,
    outcome: 'paid',
    charge: stripe.intents()[0]!.id,
  })
  expect(stripe.calls[0]!.body).toContain(
    `line_items[0][price_data][product_data][name]=${encodeURIComponent(checkout.name)}`,
  )
})

test('a charge is known by our token, and one that is not ours by none', async () => {
  const { stripe, payments, checkout } = await shop()
  const { reference } = await payments.startCheckout(checkout)
  stripe.pay(reference, GOOD_CARD)
  const charge = stripe.intents().at(-1)!.id

  expect([await payments.findToken(charge), await payments.findToken('pi_of_another_shop')]).toEqual([
    'token-1',
    null,
  ])
})

test('the same token opens one checkout, and another amount under it is refused', async () => {
  const { stripe, payments, checkout } = await shop()
  const first = await payments.startCheckout(checkout)

  expect(await payments.startCheckout(checkout)).toEqual(first)
  expect(stripe.sessions()).toHaveLength(1)
  await expect(payments.startCheckout({ ...checkout, amount: 100 })).rejects.toThrow()
  expect(stripe.sessions()).toHaveLength(1)
})

test('a checkout that is over can be expired again without an error', async () => {
  const { stripe, payments, checkout } = await shop()
  const { reference } = await payments.startCheckout(checkout)
  await payments.expireCheckout(reference)
  await payments.expireCheckout(reference)

  expect((await payments.findCheckout(reference)).outcome).toBe('expired')
  const paid = await payments.startCheckout({ ...checkout, token: 'token-2' })
  stripe.pay(paid.reference, GOOD_CARD)
  await payments.expireCheckout(paid.reference)
  expect((await payments.findCheckout(paid.reference)).outcome).toBe('paid')
})

test.each([
  ['stays silent', 0],
  ['does it and stays silent', 1],
  ['hangs up', 0],
  ['does it and hangs up', 1],
  ['talks nonsense', 0],
  [{ status: 503, json: { error: { type: 'api_error', message: 'Down' } } }, 0],
  [
    { status: 429, json: { error: { type: 'invalid_request_error', code: 'rate_limit', message: 'Slow' } } },
    0,
  ],
] as const)('a provider that answers with %o is away, and nothing happens twice', async (fault, made) => {
  const { stripe, payments, checkout } = await shop()
  stripe.misbehave(fault)
  const error = await errorOf(payments.startCheckout(checkout))

  expect([error instanceof Refusal, error.message]).toEqual([true, AWAY])
  expect(stripe.sessions()).toHaveLength(made)
})

test('a provider that fails twice and then works is asked three times for one checkout', async () => {
  const { stripe, payments, checkout } = await shop()
  stripe.misbehave({ status: 500, json: { error: { type: 'api_error', message: 'Sorry' } } }, /./, 2)
  await payments.startCheckout(checkout)

  expect([stripe.calls.length, stripe.sessions().length]).toEqual([3, 1])
})

test('a wrong key is our own trouble, and is not told to customers', async () => {
  const { stripe, checkout } = await shop()
  const wrong = choosePayments(
    readConfig({ STRIPE_SECRET_KEY: 'sk_wrong', STRIPE_WEBHOOK_SECRET: 'whsec_1', STRIPE_URL: stripe.url }),
    { now },
  )
  const error = await errorOf(wrong.startCheckout(checkout))

  expect([error.message, String(error.cause)]).toEqual([AWAY, expect.stringContaining('Invalid API Key')])
})

test('an amount below the least charge is refused', async () => {
  const { payments, checkout } = await shop()
  const error = await errorOf(payments.startCheckout({ ...checkout, amount: 20 }))

  expect(error).toMatchObject({ name: 'PaymentRefused', code: 'amount_too_small' })
})

async function paidCheckout(number = GOOD_CARD) {
  const { stripe, payments, checkout } = await shop()
  const { reference } = await payments.startCheckout(checkout)
  stripe.pay(reference, number)
  const { charge } = await payments.findCheckout(reference)
  return { stripe, payments, charge: charge! }
}

test('a payment is refunded in parts, each part once, and never more than was paid', async () => {
  const { stripe, payments, charge } = await paidCheckout()
  const first = await payments.refund({ token: 'a', charge, amount: 20_000 })
  const again = await payments.refund({ token: 'a', charge, amount: 20_000 })
  const rest = await payments.refund({ token: 'b', charge, amount: 49_900 })

  expect(first).toEqual({ reference: expect.stringMatching(/^re_/), outcome: 'succeeded' })
  expect([again, stripe.refunds().length]).toEqual([first, 2])
  expect(rest.outcome).toBe('succeeded')
  expect(await errorOf(payments.refund({ token: 'c', charge, amount: 1 }))).toMatchObject({
    name: 'PaymentRefused',
    code: 'charge_already_refunded',
  })
})

test('more than is left cannot be refunded', async () => {
  const { payments, charge } = await paidCheckout()

  expect(await errorOf(payments.refund({ token: 'a', charge, amount: 70_000 }))).toBeInstanceOf(
    PaymentRefused,
  )
})

test('a refund can take time, and can fail long after it was reported as done', async () => {
  const slow = await paidCheckout('4000000000007726')
  const pending = await slow.payments.refund({ token: 'a', charge: slow.charge, amount: 100 })
  slow.stripe.endRefund(pending.reference, 'succeeded')
  expect([pending.outcome, (await slow.payments.findRefund(pending.reference)).outcome]).toEqual([
    'pending',
    'succeeded',
  ])

  const failing = await paidCheckout('4000000000005126')
  const done = await failing.payments.refund({ token: 'a', charge: failing.charge, amount: 100 })
  failing.stripe.endRefund(done.reference, 'failed')
  expect([done.outcome, (await failing.payments.findRefund(done.reference)).outcome]).toEqual([
    'succeeded',
    'failed',
  ])
})

test('money is reserved on the page, and a part of it is taken later', async () => {
  const { stripe, payments, checkout } = await shop()
  const { reference } = await payments.startCheckout({ ...checkout, capture: 'later' })
  stripe.pay(reference, GOOD_CARD)
  const { outcome, charge } = await payments.findCheckout(reference)
  const reserved = await payments.findCharge(charge!)
  await payments.capture(charge!, 50_000)
  await payments.capture(charge!, 50_000)

  expect([outcome, reserved]).toEqual(['authorised', { outcome: 'reserved', taken: 0, refunded: 0 }])
  expect(await payments.findCharge(charge!)).toEqual({ outcome: 'taken', taken: 50_000, refunded: 0 })
  expect(stripe.intents()[0]).toMatchObject({ status: 'succeeded', amount_received: 50_000 })
  expect((await payments.findCheckout(reference)).outcome).toBe('paid')
  stripe.refundThere(charge!, 1800)
  expect(await payments.findCharge(charge!)).toMatchObject({ taken: 50_000, refunded: 1800 })
})

async function withSavedCard(number: string) {
  const { stripe, payments, checkout } = await shop()
  const customer = await payments.makeCustomer({ token: 'u1', name: 'Dana', email: 'dana@keyhour.test' })
  const { reference } = await payments.startCheckout({ ...checkout, customer })
  if (stripe.pay(reference, number) === 'needs authentication') stripe.authenticate(reference, true)
  const [card] = await payments.listCards(customer)
  return { stripe, payments, customer, card: card! }
}

test('a saved card is charged later without the customer, and money that was reserved is given back', async () => {
  const { stripe, payments, customer, card } = await withSavedCard('4000002500003155')
  const stay = { token: 'stay', name: 'Rothschild House', amount: 5900, currency: 'ILS' as const, customer }
  const charge = await payments.authorise({ ...stay, card: card.id })

  expect(card).toEqual({ id: expect.stringMatching(/^pm_/), brand: 'visa', last4: '3155' })
  expect(stripe.intents().at(-1)).toMatchObject({ id: charge, status: 'requires_capture', amount: 5900 })
  await payments.cancel(charge)
  expect(stripe.intents().at(-1)).toMatchObject({ status: 'canceled', amount_capturable: 0 })
  expect(await payments.findCharge(charge)).toEqual({ outcome: 'gone', taken: 0, refunded: 0 })
})

test('a card that always asks its bank cannot be charged without the customer', async () => {
  const { payments, customer, card } = await withSavedCard('4000002760003184')
  const stay = { token: 'stay', name: 'Rothschild House', amount: 5900, currency: 'ILS' as const, customer }
  const error = await errorOf(payments.authorise({ ...stay, card: card.id }))

  expect(error).toBeInstanceOf(CardDeclined)
  expect(error).toMatchObject({ reason: 'authentication_failed' })
})

test('a card that was forgotten is no longer saved', async () => {
  const { payments, customer, card } = await withSavedCard(GOOD_CARD)
  await payments.forgetCard(customer, card.id)

  expect(await payments.listCards(customer)).toEqual([])
})

test('an event is read only with a fresh signature over exactly its bytes', async () => {
  const { stripe, payments, checkout } = await shop()
  const { reference } = await payments.startCheckout(checkout)
  const taken: { body: Buffer; signature: string | undefined }[] = []
  const server = await import('node:http').then(({ createServer }) =>
    createServer(async (request, response) => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      taken.push({ body: Buffer.concat(chunks), signature: request.headers['stripe-signature'] as string })
      response.end()
    }),
  )
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  stripe.deliverTo({ url: `http://127.0.0.1:${port}/`, secret: stripe.webhookSecret })
  stripe.pay(reference, GOOD_CARD)
  await stripe.allDelivered()
  const { body, signature } = taken.find(({ body }) => body.includes('checkout.session.completed'))!
  const read = (bytes: Buffer, sign: string | undefined) => () => payments.readEvent(bytes, sign)

  expect(payments.readEvent(body, signature)).toMatchObject({
    type: 'checkout.session.completed',
    about: 'checkout',
    token: 'token-1',
    outcome: 'paid',
    amount: 69_900,
    currency: 'ILS',
  })
  expect(read(Buffer.concat([body, Buffer.from(' ')]), signature)).toThrow('not valid')
  expect(read(body, undefined)).toThrow('not valid')
  expect(read(body, 't=1,v1=00')).toThrow('not valid')
  clock.now = '2026-03-02T08:05:01Z'
  expect(read(body, signature)).toThrow('not valid')
  clock.now = '2026-03-02T08:00:00Z'
})

test('the simulated account refuses strangers, calls without a version, and pages in another time frame', async () => {
  const { stripe, payments, checkout } = await shop()
  const call = (headers: Record<string, string>) =>
    fetch(`${stripe.url}/v1/customers`, { method: 'POST', headers, body: 'name=Dana' }).then(
      ({ status }) => status,
    )
  const authorization = `Bearer ${stripe.secretKey}`

  expect(await call({})).toBe(401)
  expect(await call({ authorization })).toBe(400)
  expect(await call({ authorization, 'stripe-version': '2026-10-28.endive' })).toBe(200)
  const soon = { ...checkout, expiresAt: '2026-03-02T08:10:00Z' }
  expect(await errorOf(payments.startCheckout(soon))).toBeInstanceOf(PaymentRefused)
})

test('the hosted page takes cards: declined, confirmed by the bank, and sent back to us', async () => {
  const { stripe, payments, checkout } = await shop()
  const { url, reference } = await payments.startCheckout(checkout)
  const send = async (path: string, body: string) => {
    const response = await fetch(path, { method: 'POST', body, redirect: 'manual' })
    return { status: response.status, to: response.headers.get('location'), html: await response.text() }
  }

  expect(await (await fetch(url)).text()).toContain('Regular · מנוי קבוע')
  expect((await send(url, 'number=4000 0000 0000 0002')).html).toContain('Your card was declined.')
  expect((await send(url, 'number=4000002500003155')).html).toContain('3-D Secure')
  const done = await send(`${url}/authenticate`, 'outcome=complete')
  expect([done.status, done.to]).toEqual([303, checkout.paidUrl])
  expect((await payments.findCheckout(reference)).outcome).toBe('paid')
  expect(await (await fetch(url)).text()).toContain('You have already paid.')
  expect(stripe.sessions()).toHaveLength(1)
})
