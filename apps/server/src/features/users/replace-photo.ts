import { keepPhoto } from '#server/features/users/profile-queries.ts'
import { dropPhoto } from '#server/features/users/remove-photo-file.ts'
import type { Deps } from '#server/http/routes.ts'

/** `name`: a file name, or null for no photo. */
export const replacePhoto = (deps: Deps, userId: number, name: string | null): Promise<void> =>
  deps.db.transaction(async (db) => {
    const before = await keepPhoto(db, userId, name, deps.now())
    if (before) await dropPhoto(deps, db, before)
  })
