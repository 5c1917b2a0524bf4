import type { Opened } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import { findDevice } from '#server/features/access/device-queries.ts'
import { openOnce } from '#server/features/access/open-once.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Unlocking = { deviceId: number; key: string | undefined }

export async function unlockDevice(
  deps: Deps,
  { deviceId, key }: Unlocking,
  by: Actor & Pick<FastifyRequest, 'log'>,
): Promise<Opened> {
  const { session, log } = by
  await limitAttempts(deps, [{ what: 'unlock', who: `user ${session.id}`, most: 60, minutes: 5 }])
  const device = orMissing(await findDevice(deps.db, deviceId), 'This device does not exist.')
  if (device.deleted_at !== null) throw new Refusal('conflict', 'This device was deleted.')
  const details = { office_id: device.office_id }
  const act = { action: 'unlock device', subject: 'device', subject_id: deviceId, details } as const
  return openOnce(deps, {
    device,
    order_id: null,
    actor_id: session.id,
    key,
    log,
    record: (db) => auditAct(db, by, act, deps.now()),
  })
}
