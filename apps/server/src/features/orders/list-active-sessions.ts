import type { ActiveSession } from '@keyhour/contract/orders'
import { writeAudit } from '#server/features/audit/queries.ts'
import { isOfficeStaff } from '#server/features/offices/queries.ts'
import { listSessionRows, type SessionRow } from '#server/features/orders/queries.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Place = { officeId: number; subOfficeId: number | undefined }

export async function listActiveSessions(
  deps: Deps,
  place: Place,
  watcher: Session,
): Promise<ActiveSession[]> {
  const { db, now } = deps
  if (!watcher.admin && !(await isOfficeStaff(db, place.officeId, watcher.id))) {
    throw new Refusal('missing', 'This office does not exist.')
  }
  const rows = await listSessionRows(db, { ...place, now: now() })
  const sessions = await Promise.all(rows.map((row) => describe(deps, row)))

  const seen = rows.filter((row) => row.passport_image).map((row) => row.user_id)
  if (seen.length > 0) {
    await writeAudit(db, {
      actor_id: watcher.id,
      action: 'view ID photos',
      subject: 'office',
      subject_id: place.officeId,
      details: { user_ids: seen },
    })
  }
  return sessions
}

async function describe({ files, secrets }: Deps, row: SessionRow): Promise<ActiveSession> {
  const sealed = row.passport_image && (await files.read('passport_images', row.passport_image))
  return {
    id: row.id,
    start: row.since,
    User: {
      id: row.user_id,
      name: row.user_name,
      profile: { passport_image: sealed ? secrets.openBytes(sealed).toString('base64') : null },
    },
    Office:
      row.sub_office_name === null
        ? { type: 'Office', name: row.office_name }
        : { type: 'SubOffice', name: row.sub_office_name },
  }
}
