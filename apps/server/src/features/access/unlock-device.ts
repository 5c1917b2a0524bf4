import type { Opened } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import { findDevice } from '#server/features/access/device-queries.ts'
import { openOnce } from '#server/features/access/open-once.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Unlocking = { deviceId: number; key: string | undefined }

export async function unlockDevice(
  deps: Deps,
  { deviceId, key }: Unlocking,
  { session, id: request_id, log }: Pick<FastifyRequest, 'session' | 'id' | 'log'>,
): Promise<Opened> {
  await limitAttempts(deps, [{ what: 'unlock', who: `user ${session.id}`, most: 60, minutes: 5 }])
  const device = orMissing(await findDevice(deps.db, deviceId), 'This device does not exist.')
  if (device.deleted_at !== null) throw new Refusal('conflict', 'This device was deleted.')
  const { office_id } = device
  const entry = { subject: 'device', subject_id: deviceId, details: { office_id }, request_id }
  return openOnce(deps, {
    device,
    order_id: null,
    actor_id: session.id,
    key,
    log,
    record: (db) =>
      writeAudit(db, [{ actor_id: session.id, action: 'unlock device', ...entry }], { now: deps.now() }),
  })
}
