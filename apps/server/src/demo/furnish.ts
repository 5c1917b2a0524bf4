import type { Db } from '#server/db/connection.ts'
import { addAudit } from '#server/demo/add-audit.ts'
import { addClosures } from '#server/demo/add-closures.ts'
import { addCompanyPages } from '#server/demo/add-company-pages.ts'
import { addDoors } from '#server/demo/add-doors.ts'
import { addOffices } from '#server/demo/add-offices.ts'
import { addOrders } from '#server/demo/add-orders.ts'
import { addPeople } from '#server/demo/add-people.ts'
import { addStatements } from '#server/demo/add-statements.ts'
import { addDemoCredits, planCredits } from '#server/demo/credits.ts'
import { addInbox } from '#server/demo/inbox.ts'
import type { Pictures } from '#server/demo/pictures.ts'
import { addPurchases } from '#server/demo/purchases.ts'
import { createPurses } from '#server/demo/purses.ts'
import { planStays } from '#server/demo/stays.ts'
import type { Secrets } from '#server/secrets/secrets.ts'

type Setting = { now: number; pictures: Pictures; secrets: Secrets; passwordHash: string }

/** The same `now` gives the same rows. */
export async function furnish(db: Db, { now, pictures, secrets, passwordHash }: Setting): Promise<void> {
  const people = await addPeople(db, { now, photos: pictures.ofPerson, passwordHash })
  const places = await addOffices(db, { now, pictures, secrets, people })
  await addDoors(db, places, { now, secrets })
  const closed = await addClosures(db, places, { now, people })
  const credits = await planCredits(db, people, now)
  const purses = createPurses(credits.lots)
  await addOrders(db, planStays({ places, closed, people, now }), { now, secrets, purses })
  await addStatements(db, places, { now, people })
  await addDemoCredits(db, credits)
  await addCompanyPages(db, { people, credits, now })
  const refunds = await addPurchases(db, { people, credits, now })
  await addInbox(db, people, now)
  await addAudit(db, { people, places, credits, refunds, now })
}
