import type { PushSubscription } from '@keyhour/contract/push'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { endpointHash, keepNewest, saveSubscription } from '#server/features/push/queries.ts'
import type { Session } from '#server/http/guards.ts'
import { badField } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { isUsable } from '#server/outside/web-push.ts'

const MOST_DEVICES = 10

/** The device belongs to whoever subscribed last: nobody gets the messages of somebody else. */
export async function addSubscription(
  deps: Deps,
  subscription: PushSubscription,
  { id, sid, session_epoch }: Session,
): Promise<void> {
  if (!deps.webPush.mayBeSentTo(subscription.endpoint))
    throw badField('endpoint', 'Should be the address of a push service')
  if (!isUsable(subscription)) throw badField('keys', 'Should be the keys of a push subscription')
  await limitAttempts(deps, [{ what: 'push device', who: String(id), most: 60, minutes: 60 }])
  await deps.db.transaction(async (db) => {
    await saveSubscription(db, {
      user_id: id,
      endpoint_hash: endpointHash(subscription.endpoint),
      subscription_sealed: deps.secrets.seal(JSON.stringify(subscription)),
      session_id: sid,
      session_epoch,
      updated_at: deps.now().toISOString(),
    })
    await keepNewest(db, id, MOST_DEVICES)
  })
}
