import type { OwnProfile } from '@keyhour/contract/users'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { replacePhoto } from '#server/features/users/replace-photo.ts'
import type { Deps } from '#server/http/routes.ts'

export async function removePassportImage(deps: Deps, userId: number): Promise<OwnProfile> {
  await replacePhoto(deps, userId, null)
  return getOwnProfile(deps, userId)
}
