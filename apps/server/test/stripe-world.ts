import { simulateStripe } from '@keyhour/simulators/stripe'
import { afterAll, afterEach } from 'vitest'
import { startWorld } from './world.ts'

/** A server and a Stripe account that tells it everything. Faults and the clock are reset after each test. */
export async function startStripeWorld(settings: NodeJS.ProcessEnv = {}) {
  const stripe = await simulateStripe({ now: (): Date => world.now(), retryMs: 50 })
  const world = await startWorld({
    STRIPE_SECRET_KEY: stripe.secretKey,
    STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    STRIPE_URL: stripe.url,
    ...settings,
  })
  const start = world.now().toISOString()
  const address = await world.app.listen({ host: '127.0.0.1', port: 0 })
  const endpoint = { url: `${address}/api/payments/events`, secret: stripe.webhookSecret }
  stripe.deliverTo(endpoint)
  afterAll(stripe.close)
  afterEach(() => {
    world.setNow(start)
    stripe.behave()
    stripe.deliverTimes(1)
    stripe.deliverTo(endpoint)
  })
  return { world, stripe, endpoint }
}
