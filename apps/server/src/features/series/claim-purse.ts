import { coverageOf } from '@keyhour/contract/series-purse'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import type { KnownSpace } from '#server/features/availability/day-queries.ts'
import type { Stay } from '#server/features/availability/plan-stay.ts'
import { countAllowed } from '#server/features/bookings/refuse-debts.ts'
import { lockStanding, type NamedStanding } from '#server/features/businesses/find-standing.ts'
import { monthOfStay, refusalOfSpending } from '#server/features/businesses/rules.ts'
import { lockFreeLots } from '#server/features/credits/free-credits.ts'
import type { Lot } from '#server/features/credits/rules.ts'
import type { Customer, Debt } from '#server/features/orders/row-queries.ts'
import { sumOf } from '#server/features/series/rules.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Paid = { space: KnownSpace; stay: Stay; due: number }

/** What pays for a series, locked. Of a company: where the person stands in each month. */
type ClaimedPurse = { lots: Lot[]; standings: Map<string, NamedStanding | undefined> | null }

type Payer = { stays: Paid[]; userId: number; business_id: number | null; now: Date }

export async function claimPurse(db: Db, { stays, userId, business_id, now }: Payer): Promise<ClaimedPurse> {
  if (business_id === null) {
    const { currency } = stays[0]!.space
    return { lots: await lockFreeLots(db, { user_id: userId, currency }, now), standings: null }
  }
  const months = [...new Set(stays.map(monthOf))]
  const found = await together(
    ...months.map((month) => lockStanding(db, { business_id, user_id: userId, month }, now)),
  )
  const standings = new Map(months.map((month, at) => [month, found[at]!.standing]))
  return { lots: found[0]!.lots, standings }
}

const monthOf = ({ space, stay }: Paid): string => monthOfStay(stay.from, space.time_zone)

type Owing = { stays: Paid[]; customer: Pick<Customer, 'created_at' | 'has_card'>; debts: Debt[] }

/**
 * A company pays for all of it. Of one's own series, as much may stay unpaid as the office lets a person owe, counted by
 * dates: docs/decisions/0055-a-series-is-many-bookings-paid-with-credits.md.
 */
export function refuseUncovered(deps: Deps, { lots, standings }: ClaimedPurse, owing: Owing): void {
  if (standings) refuseCompany(standings, owing.stays)
  else refuseOwn(deps, lots, owing)
}

function refuseOwn(deps: Deps, lots: Lot[], { stays, customer, debts }: Owing): void {
  const { space } = stays[0]!
  const available = sumOf(lots, ({ most }) => most)
  const unpaid_allowed = countAllowed(deps, { space, customer, unpaid: debts })
  const dues = stays.map((one) => ({ month: monthOf(one), due: one.due }))
  const { total, isEnough } = coverageOf({ available, unpaid_allowed, months: null, refusal: null }, dues)
  if (isEnough) return
  const unpaid_orders = debts.map(({ id }) => id)
  const sentence = `This series costs ${inCredits(total)}, and you have ${inCredits(available)} credits. Please buy credits or leave out some dates.`
  throw new Refusal('conflict', sentence, unpaid_orders.length > 0 ? { unpaid_orders } : {})
}

function refuseCompany(standings: NonNullable<ClaimedPurse['standings']>, stays: Paid[]): void {
  const { currency } = stays[0]!.space
  for (const type of new Set(stays.map(({ space }) => space.type)))
    for (const [month, standing] of standings) {
      const more = sumOf(
        stays.filter((one) => monthOf(one) === month),
        ({ due }) => due,
      )
      refuse(refusalOfSpending(standing, { more, type, currency }))
      const whole = standing && { ...standing, monthly_limit: null }
      refuse(refusalOfSpending(whole, { more: sumOf(stays, ({ due }) => due), type, currency }))
    }
}

function refuse(reason: string | null): void {
  if (reason !== null) throw new Refusal('conflict', reason)
}

const inCredits = (hundredths: number): string => (hundredths / 100).toFixed(2)
