/** Ignores sequence and repetitions. */
export const hasSameIds = (some: number[], others: number[]): boolean =>
  new Set(some).size === new Set(others).size && some.every((id) => others.includes(id))

/** As written to the audit log. */
export type Shut = 'cancelled' | 'not paid' | 'over' | 'too early' | 'office deleted'

type Right = {
  cancelled_at: string | null
  pay_until: string | null
  checked_in_at: string | null
  checked_out_at: string | null
  office_deleted_at: string | null
  from: number
  to: number
}

export function whyShut(order: Right, now: Date): Shut | undefined {
  if (order.cancelled_at !== null) return 'cancelled'
  if (order.pay_until !== null) return 'not paid'
  if (order.checked_out_at !== null || order.to <= now.getTime()) return 'over'
  if (order.office_deleted_at !== null) return 'office deleted'
  // A checked-in customer keeps access, even when the clock is set back.
  return order.checked_in_at === null && now.getTime() < order.from ? 'too early' : undefined
}
