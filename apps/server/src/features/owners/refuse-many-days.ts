import { daysBetween } from '@keyhour/contract/office-clock'
import { badQuery } from '#server/http/refusal.ts'

export type Days = { from: string; to: string }

/** Returns how many days there are. */
export function refuseManyDays({ from, to }: Days, most: number): number {
  const count = daysBetween(from, to) + 1
  if (count < 1) throw badQuery('to', 'The last day cannot be before the first')
  if (count > most) throw badQuery('to', `Should be at most ${most} days`)
  return count
}
