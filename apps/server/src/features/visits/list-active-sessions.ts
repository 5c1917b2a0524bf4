import type { ActiveSession } from '@keyhour/contract/visits'
import type { FastifyRequest } from 'fastify'
import { writeAudit } from '#server/features/audit/queries.ts'
import { placeIn } from '#server/features/orders/details-queries.ts'
import { readPhoto } from '#server/features/users/read-photo.ts'
import { listSessionRows, type SessionRow } from '#server/features/visits/queries.ts'
import { refuseNonStaff } from '#server/features/visits/refuse-non-staff.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'

type Scope = { officeId: number; subOfficeId: number | undefined }
type Request = Pick<FastifyRequest, 'id' | 'log'>

const HOUR_MS = 3_600_000

export async function listActiveSessions(
  deps: Deps,
  place: Scope,
  watcher: Session,
  request: Request,
): Promise<ActiveSession[]> {
  const { db } = deps
  await refuseNonStaff(db, place.officeId, watcher)
  const now = deps.now()
  const rows = await listSessionRows(db, { ...place, now })
  const sessions = await Promise.all(
    rows.map(async (row) => describe(row, await readPhoto(deps, row, request.log))),
  )

  const seen = new Set(sessions.filter(hasPhoto).map(({ User }) => User.id))
  const views = [...seen].map((personId) => ({
    actor_id: watcher.id,
    action: 'view ID photo' as const,
    subject: 'user' as const,
    subject_id: personId,
    details: { office_id: place.officeId },
    request_id: request.id,
  }))
  // An open dashboard polls. The audit log gets one entry per photo and UTC hour, not one per request.
  await writeAudit(db, views, { now, onceSince: new Date(now.getTime() - (now.getTime() % HOUR_MS)) })
  return sessions
}

const hasPhoto = ({ User }: ActiveSession): boolean => User.profile.passport_image !== null

function describe(row: SessionRow, passport_image: string | null): ActiveSession {
  return {
    id: row.id,
    start: row.since,
    booked_start: row.booked_start,
    end: row.end,
    User: { id: row.user_id, name: row.user_name, profile: { passport_image } },
    Office: placeIn(row),
  }
}
