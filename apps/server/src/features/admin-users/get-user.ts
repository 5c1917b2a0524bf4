import type { UserDetails } from '@keyhour/contract/admin-users'
import { findRunningDeletion } from '#server/features/account-deletion/queries.ts'
import { listNamedOffices } from '#server/features/admin-users/drawer-queries.ts'
import { findListedUser } from '#server/features/admin-users/list-queries.ts'
import { listMembershipsOf } from '#server/features/businesses/queries.ts'
import { findProfile, listSpendableLots } from '#server/features/users/profile-queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

export async function getUser({ db, now }: Deps, id: number): Promise<UserDetails> {
  const user = orMissing(await findListedUser(db, id, now()), 'This user does not exist.')
  const profile = (await findProfile(db, id))!
  const { language, has_password, has_google, passport_image, email_confirmed_at } = profile
  return {
    ...user,
    language,
    has_password,
    has_google,
    has_passport_image: passport_image !== null,
    email_confirmed_at,
    offices: await listNamedOffices(db, id),
    businesses: await listMembershipsOf(db, id),
    purge_after: (await findRunningDeletion(db, id))?.purge_after ?? null,
    credit_lots: await listSpendableLots(db, id, now()),
  }
}
