import type { Currency } from '@keyhour/contract/primitives'
import { DAY } from '#server/time/opening-hours.ts'

/** What a customer can spend in one currency, in hundredths of a credit. */
export type Purse = { currency: Currency; amount: number }

/** With what is set aside for visits that go on. */
export type FreePurse = Purse & { set_aside: number }

/** `most`: what can be taken from it. */
export type Lot = { id: number; most: number }

/** Keeps that much back, from the last lots first. */
export function keepBack(lots: Lot[], amount: number): Lot[] {
  let left = amount
  return lots
    .toReversed()
    .map(({ id, most }) => {
      const kept = Math.min(most, left)
      left -= kept
      return { id, most: most - kept }
    })
    .reverse()
}

export const amountIn = (purses: Purse[], currency: Currency): number =>
  purses.find((purse) => purse.currency === currency)?.amount ?? 0

/** Credits refunded after their lot has expired can be spent for this long. */
const REFUND_DAYS = 30

export const isLotExpired = ({ expires_at }: { expires_at: string | null }, now: Date): boolean =>
  expires_at !== null && Date.parse(expires_at) <= now.getTime()

/** Lots expire at the end of a day in UTC. */
export const endOfDay = (date: string): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + DAY).toISOString()

export const endOfDayAfter = (now: Date, days: number): string =>
  endOfDay(new Date(now.getTime() + days * DAY).toISOString().slice(0, 10))

const WARNING_DAYS = 7

/** Lots that expire until then are warned of. */
export const warnedUntil = (now: Date): string => endOfDayAfter(now, WARNING_DAYS)

export const refundExpiry = (now: Date): string => endOfDayAfter(now, REFUND_DAYS)
