import { DoorTrouble } from '@keyhour/contract/front-desk'
import { tellOfficeChanged } from '#server/db/changes.ts'
import type { Db } from '#server/db/connection.ts'
import { deleteFailure, saveFailure } from '#server/features/access/failure-queries.ts'
import type { Deps } from '#server/http/routes.ts'
import type { DoorFailure } from '#server/outside/door-driver.ts'

type Door = { office_id: number; id: number }

/** The lock answers its hub all the same, so only an opening shows that these are over. */
const UNTIL_OPENED: DoorTrouble[] = ['stayed_shut', 'refused']

/** Remembers since when a door fails. */
export async function noteDoorFailure(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  door: Door,
  failure: DoorFailure,
): Promise<void> {
  const reason = DoorTrouble.safeParse(failure)
  if (!reason.success) return
  if (await saveFailure(db, door, { reason: reason.data, since: now().toISOString() }))
    await tellOfficeChanged(db, door.office_id)
}

export async function noteDoorAnswer(
  db: Db,
  door: Door,
  { hasOpened }: { hasOpened: boolean },
): Promise<void> {
  if (await deleteFailure(db, door, { except: hasOpened ? [] : UNTIL_OPENED }))
    await tellOfficeChanged(db, door.office_id)
}
