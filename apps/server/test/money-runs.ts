import fc from 'fast-check'
import { expect } from 'vitest'
import { lookAfterCharges } from '#server/features/charges/look-after-charges.ts'
import { settleDueCharges } from '#server/features/charges/settle-due-charges.ts'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { lookAfterPayments } from '#server/features/payment-management/look-after-payments.ts'
import { cardSteps, reserveAndGiveBack } from './card-steps.ts'
import type { Scene, Step } from './money-scene.ts'
import { orderSteps, spendAndGetBack } from './order-steps.ts'
import { paymentSteps } from './payment-steps.ts'
import { findWrongMoney, readOurMoney, readTheirMoney } from './wrong-money.ts'

const CLIENTS = 16

type Kinds = {
  steps: fc.Arbitrary<Step>
  /** Done before the clients begin, because chance may leave it out. */
  first?: (scene: Scene) => Promise<void>
  /** Finds what has happened in the runs. Those in which everything was refused would prove nothing. */
  proof: string
  happened: string[]
}

/** Credits: bought, spent, refunded and charged back. */
export const CREDITS: Kinds = {
  steps: fc.oneof(...orderSteps, ...paymentSteps),
  first: spendAndGetBack,
  proof: `select kind from credit_ledger union select 'refund by ' || cause from payment_refunds order by kind`,
  happened: [
    'correct',
    'expire',
    'grant',
    'payback',
    'purchase',
    'refund',
    'refund by admin',
    'refund by dispute',
    'refund by provider',
    'spend',
  ],
}

/** Cards that pay for orders, among everything else. */
export const CARDS: Kinds = {
  steps: fc.oneof({ arbitrary: fc.oneof(...cardSteps), weight: 5 }, fc.oneof(...orderSteps), {
    arbitrary: fc.oneof(...paymentSteps),
    weight: 2,
  }),
  first: reserveAndGiveBack,
  proof: `select 'refund by ' || cause as kind from charge_refunds
    union select status from charges where status in ('captured', 'released') order by kind`,
  happened: ['captured', 'released'],
}

/** Lets 16 clients do random things at once, several times, and checks the money after each time. */
export async function runMoney(
  newScene: () => Promise<Scene>,
  { steps: one, first, proof, happened }: Kinds,
  { seed, times }: { seed: number; times: number },
): Promise<void> {
  const steps = fc.array(one, { minLength: 6, maxLength: 16 })
  const clients = fc.noBias(fc.array(steps, { minLength: CLIENTS, maxLength: CLIENTS }))
  let last: Scene | undefined

  await fc.assert(
    fc.asyncProperty(clients, async (all) => {
      const scene = await newScene()
      last = scene
      const known = scene.stripe.events.length
      await first?.(scene)
      const ended = await Promise.allSettled(
        all.map(async (mine) => {
          for (const { run } of mine) await run(scene)
        }),
      )
      expect(ended.filter(({ status }) => status === 'rejected')).toEqual([])
      await bringEveryNews(scene, known)
      expect(await findWrongMoney(scene.world.pool)).toEqual([])
      expect(await readOurMoney(scene.world.pool, scene.stripe)).toEqual(readTheirMoney(scene.stripe))
      await expect(checkLedger.run(scene.world, {})).resolves.toBeUndefined()
    }),
    // What happens depends on who comes first, so a smaller case would be another case.
    { seed, numRuns: times, endOnFailure: true },
  )

  const { rows } = await last!.world.pool.query(proof)
  expect(rows.map(({ kind }) => kind)).toEqual(expect.arrayContaining(happened))
}

/** An event is lost when the clock jumps while it travels. Each is delivered once more, the last first. */
async function bringEveryNews({ world, stripe, passHours }: Scene, known: number): Promise<void> {
  await stripe.allDelivered()
  for (const event of stripe.events.slice(known).reverse()) expect(await stripe.deliver(event)).toBe(200)
  passHours(0.1)
  await lookAfterPayments.run(world, {})
  await lookAfterCharges.run(world, {})
  await settleDueCharges.run(world, {})
  await world.runJobs()
  await stripe.allDelivered()
}
