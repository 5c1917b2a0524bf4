import type { CreditBalance, CreditLot, OwnProfile } from '@keyhour/contract/users'
import { listFreePurses } from '#server/features/credits/free-credits.ts'
import { findProfile, listSpendableLots } from '#server/features/users/profile-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getOwnProfile({ db, now }: Deps, userId: number): Promise<OwnProfile> {
  const { passport_image, ...profile } = orMissing(await findProfile(db, userId), 'This user does not exist.')
  const credit_lots = await listSpendableLots(db, userId, now())
  const purses = await listFreePurses(db, userId, now())
  return {
    ...profile,
    has_passport_image: passport_image !== null,
    credit_balance: sumOf(credit_lots),
    credit_balances: balancesOf(credit_lots),
    credits_set_aside: purses
      .filter(({ set_aside }) => set_aside > 0)
      .map(({ currency, set_aside }) => ({ currency, credits: set_aside / 100 })),
    credit_lots,
  }
}

/** Sums hundredths, to avoid rounding errors. */
const sumOf = (lots: CreditLot[]): number =>
  lots.reduce((sum, { remaining }) => sum + Math.round(remaining * 100), 0) / 100

const balancesOf = (lots: CreditLot[]): CreditBalance[] =>
  [...new Set(lots.map(({ currency }) => currency))].sort().map((currency) => ({
    currency,
    credits: sumOf(lots.filter((lot) => lot.currency === currency)),
  }))
