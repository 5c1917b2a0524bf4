import type { PushKind, PushMessage } from '@keyhour/contract/push'
import { deliverPush } from '#server/features/push/deliver-push.ts'
import { URGENT } from '#server/features/push/push-rules.ts'
import { listDevicesOf } from '#server/features/push/queries.ts'
import type { Deps } from '#server/http/routes.ts'

type Sent = { kind: PushKind; message: PushMessage; until: number }

/** One delivery for each device, so that one that fails is tried again alone. */
export async function sendToDevices(
  deps: Deps,
  user_id: number,
  { kind, message, until }: Sent,
): Promise<void> {
  if (until <= deps.now().getTime()) return
  const devices = await listDevicesOf(deps.db, user_id, kind)
  if (devices.length === 0) return
  const sealed = deps.secrets.seal(JSON.stringify(message))
  const urgent = URGENT.includes(kind)
  await deps.db.transaction(async (db) => {
    for (const device_id of devices)
      await deps.enqueue(db, deliverPush, { device_id, user_id, sealed, until, urgent })
  })
}
