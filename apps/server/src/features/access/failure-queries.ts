import type { DoorTrouble } from '@keyhour/contract/front-desk'
import { and, eq, notInArray } from 'drizzle-orm'
import type { Db } from '#server/db/connection.ts'
import { doorFailures } from '#server/db/schema/access.ts'
import { runText } from '#server/db/statement.ts'

type Door = { office_id: number; id: number }

/** False if it was known. A door that fails for another reason than before fails since then all the same. */
export async function saveFailure(
  db: Db,
  { office_id, id }: Door,
  { reason, since }: { reason: DoorTrouble; since: string },
): Promise<boolean> {
  // A door that was deleted or moved meanwhile is left out.
  const saved = await runText(
    db,
    `insert into door_failures as known (office_id, device_id, reason, since)
    select office_id, id, $3, $4::timestamptz from devices where office_id = $1 and id = $2 and deleted_at is null
    on conflict (office_id, device_id) do update set reason = excluded.reason where known.reason <> excluded.reason
    returning device_id`,
    [office_id, id, reason, since],
  )
  return saved.length > 0
}

/** False if the door did not fail, or for one of the reasons in `except`. */
export async function deleteFailure(
  db: Db,
  { office_id, id }: Door,
  { except }: { except: DoorTrouble[] },
): Promise<boolean> {
  const gone = await db
    .delete(doorFailures)
    .where(
      and(
        eq(doorFailures.office_id, office_id),
        eq(doorFailures.device_id, id),
        except.length > 0 ? notInArray(doorFailures.reason, except) : undefined,
      ),
    )
    .returning({ id: doorFailures.device_id })
  return gone.length > 0
}
