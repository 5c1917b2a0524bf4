import { users } from '#server/db/schema/users.ts'
import { furnish } from '#server/demo/furnish.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { storePictures } from '#server/demo/pictures.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import type { Deps } from '#server/http/routes.ts'

/** Fills only an empty database, with everything or nothing. Run it `alone`. */
export async function fillWithDemoData(
  deps: Pick<Deps, 'db' | 'secrets' | 'files' | 'now'>,
  pictureFolder: URL,
  tell: (sentence: string) => void,
): Promise<void> {
  const { db, secrets } = deps
  const [anybody] = await db.select({ id: users.id }).from(users).limit(1)
  if (anybody) return

  tell('Copying the demo pictures…')
  const pictures = await storePictures(deps, pictureFolder)
  const passwordHash = await hashPassword(DEMO_PASSWORD)
  const now = deps.now().getTime()
  tell('Furnishing the demo…')
  await db.transaction((db) => furnish(db, { now, pictures, secrets, passwordHash }))
}
