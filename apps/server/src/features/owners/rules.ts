import { PHONE_MINUTES_BEFORE, type SpaceUse } from '@keyhour/contract/owners'
import { shortName } from '#server/features/users/rules.ts'
import { MINUTE, type Span } from '#server/time/opening-hours.ts'

type Person = { name: string | null; phone: string | null; purged_at: string | null }

/** Of a deleted account nothing is known. */
const nameAtDoor = ({ name, purged_at }: Person): string | null =>
  name === null || purged_at !== null ? null : shortName(name)

type Visit = { start: number; end: number | null; isOver: boolean }

const isAtDoor = ({ start, end, isOver }: Visit, now: number): boolean =>
  !isOver && start - PHONE_MINUTES_BEFORE * MINUTE <= now && (end === null || now < end)

/** What an owner may know of a customer at this moment. */
export const customerOf = (person: Person, visit: Visit, now: number) => ({
  customer: nameAtDoor(person),
  phone: person.purged_at === null && isAtDoor(visit, now) ? person.phone : null,
})

/** Summed over the units of a space, within one opening. */
export type TakenTime = { booked_ms: number; closed_ms: number; orders: number }

export const spaceUse = (units: number, opening: Span, taken: TakenTime | undefined): SpaceUse => ({
  open_ms: units * (opening.to - opening.from),
  booked_ms: taken?.booked_ms ?? 0,
  closed_ms: taken?.closed_ms ?? 0,
  orders: taken?.orders ?? 0,
})
