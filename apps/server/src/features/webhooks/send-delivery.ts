import type { DeliveryFailure } from '@keyhour/contract/webhooks'
import type { Db } from '#server/db/connection.ts'
import { bodyOf } from '#server/features/webhooks/body-of.ts'
import { type Sendable, type Settled, settleDelivery } from '#server/features/webhooks/delivery-queries.ts'
import { noteFailure, noteSuccess } from '#server/features/webhooks/queries.ts'
import {
  excerptOf,
  failsTooLong,
  failureOf,
  nextDeliveryTry,
  signatureOf,
} from '#server/features/webhooks/rules.ts'
import { turnOff } from '#server/features/webhooks/turn-off.ts'
import type { Deps } from '#server/http/routes.ts'
import { FetchFailed } from '#server/outside/public-fetch.ts'

type Outcome = {
  status_code: number | null
  failure: DeliveryFailure | null
  answer: string | null
  duration_ms: number
}

/** One try. Not in a transaction: a server that dies meanwhile leaves the delivery to be sent again. */
export async function sendDelivery(deps: Deps, delivery: Sendable): Promise<void> {
  const outcome = await call(deps, delivery)
  await deps.db.transaction((db) => settle(deps, db, delivery, outcome))
}

async function call({ publicFetch, secrets, now }: Deps, delivery: Sendable): Promise<Outcome> {
  const body = bodyOf(delivery)
  const { secret_sealed, old_secret_sealed, old_secret_until } = delivery
  const isOldValid = old_secret_until !== null && now().getTime() < Date.parse(old_secret_until)
  const sealed = [secret_sealed, isOldValid ? old_secret_sealed : null].filter((one) => one !== null)
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'user-agent': 'Keyhour-Webhooks',
    'keyhour-signature': signatureOf(sealed.map(secrets.open), body, now()),
    'keyhour-event-id': delivery.event_id,
    'keyhour-delivery-id': String(delivery.id),
  }
  const began = performance.now()
  const duration = () => Math.round(performance.now() - began)
  try {
    const { status, text } = await publicFetch(delivery.url, { method: 'POST', headers, body })
    return {
      status_code: status,
      failure: failureOf(status) ?? null,
      answer: excerptOf(text),
      duration_ms: duration(),
    }
  } catch (error) {
    if (!(error instanceof FetchFailed)) throw error
    return { status_code: null, failure: error.reason, answer: null, duration_ms: duration() }
  }
}

async function settle(deps: Deps, db: Db, delivery: Sendable, outcome: Outcome): Promise<void> {
  const now = deps.now()
  const at = now.toISOString()
  const { id, webhook_id, kind } = delivery
  await settleDelivery(db, id, { ...outcome, ...stateAfter(delivery, outcome, now) })
  if (outcome.failure === null) return noteSuccess(db, webhook_id, at)
  // A test is no sign of failing events.
  if (kind === 'ping') return
  const since = await noteFailure(db, webhook_id, at)
  if (outcome.failure === 'gone') await turnOff(deps, db, webhook_id, 'gone')
  else if (failsTooLong(since, now)) await turnOff(deps, db, webhook_id, 'failing')
}

type State =
  | Pick<Extract<Settled, { status: 'pending' }>, 'status' | 'next_try_at'>
  | { status: 'succeeded' | 'failed'; finished_at: string }

function stateAfter({ kind, tries }: Sendable, { failure }: Outcome, now: Date): State {
  const finished_at = now.toISOString()
  if (failure === null) return { status: 'succeeded', finished_at }
  const next_try_at = kind === 'ping' || failure === 'gone' ? undefined : nextDeliveryTry(tries + 1, now)
  return next_try_at === undefined ? { status: 'failed', finished_at } : { status: 'pending', next_try_at }
}
