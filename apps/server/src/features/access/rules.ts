/** What of an update is not so already, by the names of its fields. */
export function differencesOf<T extends object>(
  known: T,
  update: { [Field in keyof T]?: T[Field] | undefined },
): Partial<T> {
  const changed = Object.entries(update).filter(
    ([field, value]) => value !== undefined && value !== known[field as keyof T],
  )
  return Object.fromEntries(changed) as Partial<T>
}

/** Why the doors of an order are shut, for the log; undefined while they open. */
export type Shut = 'cancelled' | 'over' | 'too early' | 'office deleted'

type Right = {
  cancelled_at: string | null
  checked_out_at: string | null
  office_deleted_at: string | null
  from: number
  to: number
}

export function whyShut(order: Right, now: Date): Shut | undefined {
  if (order.cancelled_at !== null) return 'cancelled'
  if (order.checked_out_at !== null || order.to <= now.getTime()) return 'over'
  if (order.office_deleted_at !== null) return 'office deleted'
  return now.getTime() < order.from ? 'too early' : undefined
}
