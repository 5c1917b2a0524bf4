import type { OwnProfile } from '@keyhour/contract/users'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { getOwnProfile } from '#server/features/users/get-own-profile.ts'
import { redrawPhoto } from '#server/features/users/redraw-photo.ts'
import { replacePhoto } from '#server/features/users/replace-photo.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Call before the photo is read. */
export const limitPhotos = (deps: Deps, userId: number): Promise<void> =>
  limitAttempts(deps, [{ what: 'ID photo', who: String(userId), most: 20, minutes: 60 }])

/** `image` is a data URL. */
export async function setPassportImage(deps: Deps, userId: number, image: string): Promise<OwnProfile> {
  const photo = await redrawPhoto(Buffer.from(image.slice(image.indexOf(',') + 1), 'base64'))
  const name = await deps.files.keep('passport_images', 'jpg', deps.secrets.sealBytes(photo))
  try {
    await replacePhoto(deps, userId, name)
  } catch (error) {
    // After any other error the file may be in use, so the sweep decides.
    if (error instanceof Refusal) await deps.files.remove('passport_images', name)
    throw error
  }
  return getOwnProfile(deps, userId)
}
