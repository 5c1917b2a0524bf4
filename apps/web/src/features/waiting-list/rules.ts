import type { WaitingEntry, WaitingRequest } from '@keyhour/contract/waiting-list'
import { type Half, isFree } from '#web/format/half-hours.ts'

const isOpen = ({ state }: WaitingEntry): boolean => state !== 'lapsed'

/** The entry of somebody who waits for exactly this stay. */
export const waitFor = (waits: readonly WaitingEntry[], stay: WaitingRequest): WaitingEntry | undefined =>
  waits.find((entry) => isOpen(entry) && keyOf(entry) === keyOf(stay))

const keyOf = ({ office_id, sub_office_id, date, start, end, end_date }: WaitingRequest): string =>
  [office_id, sub_office_id, date, start, end, end_date ?? date].join(' ')

export const isTaken = ({ slot }: Half): boolean => slot.reason === 'booked' || slot.reason === 'closure'

/** Half hours for which one can wait: those to come, taken or not. */
export const halvesAhead = (halves: Half[]): Half[] => halves.filter(({ slot }) => slot.reason !== 'past')

type Keys = { start: string; end: string }

/** What is likely meant: an hour from the chosen start, or from the first taken half hour. */
export function likelyWait(ahead: Half[], chosen: string | null): Keys | undefined {
  const atChosen = ahead.findIndex((half) => half.start === chosen && !isFree(half))
  const first = atChosen >= 0 ? atChosen : ahead.findIndex(isTaken)
  const from = ahead[first]
  if (!from) return undefined
  const next = ahead[first + 1]
  return { start: from.start, end: next && isTaken(next) ? next.end : from.end }
}

/** The end after another start was chosen: as long as before, as far as the day goes. */
export function endFor(ahead: Half[], before: Keys, start: string): string {
  const at = (key: string, name: 'start' | 'end') => ahead.findIndex((half) => half[name] === key)
  const length = Math.max(0, at(before.end, 'end') - at(before.start, 'start'))
  return (ahead[at(start, 'start') + length] ?? ahead.at(-1)!).end
}
