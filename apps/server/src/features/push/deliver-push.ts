import { createHash } from 'node:crypto'
import { PushMessage, PushSubscription } from '@keyhour/contract/push'
import { z } from 'zod'
import { getPushKey } from '#server/db/push-key.ts'
import { pauseFor } from '#server/features/push/push-rules.ts'
import { findSubscribed, removeDevice } from '#server/features/push/queries.ts'
import type { Deps } from '#server/http/routes.ts'
import { Hopeless, job } from '#server/jobs/queue.ts'

const DELIVER = {
  name: 'deliver-push',
  data: z.object({
    device_id: z.int(),
    user_id: z.int(),
    /** Encrypted, because the queue keeps its jobs for days. */
    sealed: z.string(),
    /** Later it is worth nothing. */
    until: z.number(),
    urgent: z.boolean(),
  }),
}

export const deliverPush = job({
  ...DELIVER,
  retries: 5,
  atOnce: 4,
  async run(deps: Deps, parcel) {
    const { db, secrets, now } = deps
    const left = parcel.until - now().getTime()
    const device = left > 0 ? await findSubscribed(db, parcel.device_id, parcel.user_id) : undefined
    if (device === undefined) return
    const payload = secrets.open(parcel.sealed)
    const outcome = await deps.webPush.send(await getPushKey(db, secrets), {
      subscription: PushSubscription.parse(JSON.parse(secrets.open(device))),
      payload,
      ttlSeconds: Math.ceil(left / 1000),
      isUrgent: parcel.urgent,
      topic: topicOf(payload),
    })
    if (outcome.kind === 'gone') await removeDevice(db, parcel.device_id)
    if (outcome.kind === 'busy') {
      const pause = pauseFor(outcome.retryAfterSeconds, parcel.until, now())
      if (pause !== undefined) await deps.enqueue(db, DELIVER, parcel, pause)
    }
    if (outcome.kind === 'failed') throw new Error(`the push service did not take it: ${outcome.why}`)
    if (outcome.kind === 'refused') throw new Hopeless(`the push service refused it: ${outcome.why}`)
  },
})

/** At most 32 characters of base64url. */
const topicOf = (payload: string): string =>
  createHash('sha256')
    .update(PushMessage.parse(JSON.parse(payload)).tag)
    .digest('base64url')
    .slice(0, 32)
