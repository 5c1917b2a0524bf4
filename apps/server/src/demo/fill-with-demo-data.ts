import type { Db } from '#server/db/connection.ts'
import { users } from '#server/db/schema/users.ts'
import { addAudit } from '#server/demo/add-audit.ts'
import { addOrders } from '#server/demo/add-orders.ts'
import { addPeople } from '#server/demo/add-people.ts'
import { addPlaces } from '#server/demo/add-places.ts'
import { addCredits, planCredits } from '#server/demo/credits.ts'
import { addInbox } from '#server/demo/inbox.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { drawPictures } from '#server/demo/pictures.ts'
import { createPurses } from '#server/demo/purses.ts'
import { planStays } from '#server/demo/stays.ts'
import { hashPassword } from '#server/features/auth/password.ts'
import type { Deps } from '#server/http/routes.ts'

/** Only an empty database is filled, all of it or nothing. Run it `alone`. */
export async function fillWithDemoData(deps: Deps, tell: (sentence: string) => void): Promise<void> {
  if (await hasUsers(deps.db)) return
  const now = deps.now().getTime()
  const pictures = await drawPictures(deps, tell)
  const passwordHash = await hashPassword(DEMO_PASSWORD)

  tell('Furnishing the demo…')
  await deps.db.transaction(async (db) => {
    const { secrets } = deps
    const people = await addPeople(db, { now, photos: pictures.ofPerson, passwordHash })
    const places = await addPlaces(db, { now, pictures, secrets, people })
    const credits = await planCredits(db, people, now)
    const purses = createPurses(credits.lots)
    await addOrders(db, planStays(places, people, now), { now, secrets, purses })
    await addCredits(db, credits)
    await addInbox(db, now)
    await addAudit(db, { people, places, credits, now })
  })
}

const hasUsers = async (db: Db): Promise<boolean> =>
  (await db.select({ id: users.id }).from(users).limit(1)).length > 0
