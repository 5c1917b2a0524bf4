import { keepPhoto } from '#server/features/users/profile-queries.ts'
import { dropPhoto } from '#server/features/users/remove-photo-file.ts'
import type { Deps } from '#server/http/routes.ts'

/** `name` is of a file, null for no photo. The file that was there before goes once this is done. */
export const replacePhoto = (deps: Deps, userId: number, name: string | null): Promise<void> =>
  deps.db.transaction(async (db) => {
    const before = await keepPhoto(db, userId, name, deps.now())
    if (before) await dropPhoto(deps, db, before)
  })
