import type { PaymentEvent, RefundOutcome } from '#server/outside/payment-provider.ts'

/** What the provider tells about a refund, or about a dispute, which is one that the bank has begun. */
export type RefundReport = {
  cause: 'provider' | 'dispute'
  amount: number
  outcome: RefundOutcome
  reference: string
  /** Of our own refunds. */
  token: string | null
}

type News<About> = Extract<PaymentEvent, { about: About }>
export type RefundNews = News<'refund'>
export type DisputeNews = News<'dispute'>

export const reportOfRefund = ({ amount, outcome, reference, refundToken }: RefundNews): RefundReport => ({
  cause: 'provider',
  amount,
  outcome,
  reference,
  token: refundToken,
})

const OUTCOME = { open: 'pending', lost: 'succeeded', won: 'failed' } as const

/** While it is open the money is not ours. */
export const reportOfDispute = ({ amount, outcome, reference }: DisputeNews): RefundReport => ({
  cause: 'dispute',
  amount,
  outcome: OUTCOME[outcome],
  reference,
  token: null,
})
