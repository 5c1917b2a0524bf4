import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { endWaits, findWaitOf } from '#server/features/waiting-list/queries.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** Also gives up the hold of an offer. Leaving again changes nothing. */
export function leaveWaitingList({ db, now }: Deps, userId: number, id: number): Promise<void> {
  return db.transaction(async (db) => {
    orMissing(await findWaitOf(db, userId, id), 'You do not wait for this time.')
    await tellOffices(db, await endWaits(db, { user_id: userId, id, now: now() }))
  })
}

/** For an account that is deleted. */
export async function leaveAllWaits(db: Db, userId: number, now: Date): Promise<void> {
  await tellOffices(db, await endWaits(db, { user_id: userId, now }))
}

async function tellOffices(db: Db, officeIds: number[]): Promise<void> {
  for (const id of officeIds) await tellOfficeChanged(db, id)
}
