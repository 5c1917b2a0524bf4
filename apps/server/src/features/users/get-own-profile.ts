import type { OwnProfile } from '@keyhour/contract/users'
import { findProfile, listSpendableLots } from '#server/features/users/profile-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getOwnProfile({ db, now }: Deps, userId: number): Promise<OwnProfile> {
  const { passport_image, ...profile } = orMissing(await findProfile(db, userId), 'This user does not exist.')
  const credit_lots = await listSpendableLots(db, userId, now())
  return {
    ...profile,
    has_passport_image: passport_image !== null,
    credit_balance: sumOf(credit_lots.map((lot) => lot.remaining)),
    credit_lots,
  }
}

/** Sums hundredths, to avoid rounding errors. */
const sumOf = (credits: number[]): number =>
  credits.reduce((sum, one) => sum + Math.round(one * 100), 0) / 100
