import type { AdminPayment, PackPayment } from '@keyhour/contract/payments'
import { StripeRefusal } from '@keyhour/simulators/stripe-refusal'
import fc from 'fast-check'
import { lookAfterPayments } from '#server/features/payment-management/look-after-payments.ts'
import { of, pick, type Scene, type Step, step } from './money-scene.ts'

export const GOOD_CARDS = ['4242424242424242', '4000000000007726', '4000000000005126']
export const DECLINED = '4000000000009995'

/** What somebody does at the provider. Like our server, it may say no. */
export async function there(work: () => unknown): Promise<void> {
  try {
    work()
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error
  }
}

/** Money that a card has paid, in this run or an earlier one. */
const aCharge = ({ stripe }: Scene, which: number) =>
  of(
    stripe.intents().filter(({ status }) => status === 'succeeded'),
    which,
  )

const buy = step(
  'buy',
  [pick, pick, fc.constantFrom(DECLINED, ...GOOD_CARDS), fc.constantFrom('pays', 'checks', 'leaves')],
  async ({ ask, people, packIds, stripe }, who, which, card, then) => {
    const person = of(people, who)!
    const begun = await ask(person, 'POST', '/api/payments', { credit_pack_id: of(packIds, which)! })
    if (begun.status !== 201 || then === 'leaves') return
    const { id, checkout_url }: PackPayment = begun.body
    // Null when its time is over already.
    await there(() => checkout_url && stripe.pay(checkout_url.split('/').at(-1)!, card))
    if (then === 'checks') await ask(person, 'POST', `/api/payments/${id}/check`)
  },
)

/** What is bought by card, refunded and charged back. */
export const paymentSteps: fc.MaybeWeightedArbitrary<Step>[] = [
  { arbitrary: buy, weight: 4 },
  step('give up a purchase', [pick, pick], async ({ ask, people }, who, which) => {
    const person = of(people, who)!
    const mine: PackPayment[] = (await ask(person, 'GET', '/api/payments')).body
    const open = of(
      mine.filter(({ status }) => status === 'open'),
      which,
    )
    if (open) await ask(person, 'POST', `/api/payments/${open.id}/cancel`)
  }),
  step(
    'refund a purchase',
    [pick, pick, fc.constantFrom(100, 100, 101, 50, 33, 1)],
    async ({ ask, admin, people }, who, which, percent) => {
      const query = `user_id=${of(people, who)!.id}&status=paid`
      const bought: AdminPayment[] = (await ask(admin, 'GET', `/api/admin/payments?${query}`)).body
      const payment = of(bought, which)
      if (!payment) return
      const amount = Math.max(1, Math.ceil((payment.refundable * percent) / 100))
      await ask(admin, 'POST', `/api/admin/payments/${payment.id}/refunds`, { amount, reason: 'Unhappy' })
    },
  ),
  step('refund at the provider', [pick, fc.integer({ min: 1, max: 40_000 })], (scene, which, most) => {
    const charge = aCharge(scene, which)
    return there(() => charge && scene.stripe.refundThere(charge.id, Math.min(most, charge.amount)))
  }),
  step('end a refund', [pick, fc.constantFrom('succeeded', 'failed')], ({ stripe }, which, end) => {
    const refund = of(
      stripe.refunds().filter(({ status }) => status !== 'failed' && status !== end),
      which,
    )
    return there(() => refund && stripe.endRefund(refund.id, end))
  }),
  step('charge back', [pick], (scene, which) => {
    const charge = aCharge(scene, which)
    return there(() => charge && scene.stripe.openDispute(charge.id))
  }),
  step('end a dispute', [pick, fc.constantFrom('won', 'lost')], ({ stripe }, which, end) => {
    const dispute = of(
      stripe.disputes().filter(({ status }) => status === 'needs_response'),
      which,
    )
    return there(() => dispute && stripe.closeDispute(dispute.id, end))
  }),
  step('look after payments', [], ({ world }) => lookAfterPayments.run(world, {})),
]
