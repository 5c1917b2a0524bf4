import { simulateStripe } from '@keyhour/simulators/stripe'
import { start } from '../system/product.ts'
import { now, startOutsideDatabase } from '../test/outside-database.ts'
import { test as base } from './test.ts'

export type Shop = Awaited<ReturnType<typeof startShop>>

/** A product that takes cards, at a simulated Stripe. */
async function startShop() {
  const [database, stripe] = [await startOutsideDatabase(), await simulateStripe({ now })]
  const product = await start({
    ...database.settings('shop'),
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_URL: stripe.url,
  })
  stripe.deliverTo({ url: `${product.url}/api/payments/events`, secret: stripe.webhookSecret })
  const admin = await database.person({ admin: true })
  const send = (path: string, body: object) =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` },
      body: JSON.stringify(body),
    })
  await send('/api/v1/credit-packs/', {
    name: 'Regular',
    description: 'For those who come every week.',
    credits_amount: 800,
    price_cents: 69_900,
    currency: 'ILS',
    duration_days: 90,
  })
  return {
    url: product.url,
    stripe,
    admin,
    database,
    async stop() {
      await product.kill('SIGTERM')
      await stripe.close()
      await database.stop()
    },
  }
}

export const test = base.extend<{ buyer: { id: number } }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs off the pattern
    async ({}, use) => {
      const shop = await startShop()
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ shop }, use) => use(shop.url),
  /** A new person, who is signed in. */
  buyer: [
    async ({ shop, context }, use) => {
      const { id, token } = await shop.database.person()
      await context.addInitScript(
        ([origin, value]) => {
          if (location.origin === origin) localStorage.setItem('token', value!)
        },
        [shop.url, token],
      )
      await use({ id })
    },
    { auto: true },
  ],
})
