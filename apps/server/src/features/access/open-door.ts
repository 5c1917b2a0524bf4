import type { Opened } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import { type DeviceRow, findDevice } from '#server/features/access/device-queries.ts'
import { openOnce } from '#server/features/access/open-once.ts'
import { type AccessRow, findOrderAccess } from '#server/features/access/order-queries.ts'
import { type Shut, whyShut } from '#server/features/access/rules.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { writeAudit } from '#server/features/audit/queries.ts'
import { arrive } from '#server/features/orders/check-in.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { addEvent, lockOrder } from '#server/features/orders/order-queries.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Wish = { orderId: number; deviceId: number; key: string | undefined }
type Request = Pick<FastifyRequest, 'session' | 'id' | 'log'>

/** The customer of an order that is on opens the doors of its office. It shows that they are there. */
export async function openDoor(deps: Deps, wish: Wish, request: Request): Promise<Opened> {
  const { session } = request
  await limitAttempts(deps, [{ what: 'open a door', who: `user ${session.id}`, most: 30, minutes: 5 }])
  const { order, device } = await admit(deps, wish, request)
  return openOnce(deps, {
    device,
    order_id: order.order_id,
    actor_id: session.id,
    key: wish.key,
    log: request.log,
    record: async (db) => {
      const now = deps.now()
      const row = (await lockOrder(db, order.order_id))!
      const details = { device_id: device.id }
      await addEvent(db, row, { kind: 'door opened', actor_id: session.id, details }, now)
      await arrive(db, row, session.id, now)
    },
  })
}

const SENTENCES: Record<Shut, string> = {
  cancelled: 'This order is cancelled.',
  over: 'This order is already over.',
  'too early': 'The doors open from 10 minutes before the start.',
  'office deleted': 'This office is closed for good.',
}

/** Whoever may not is written down. */
async function admit(
  deps: Deps,
  { orderId, deviceId }: Wish,
  { session, id: request_id }: Request,
): Promise<{ order: AccessRow; device: DeviceRow }> {
  const { db } = deps
  const refuse = async (reason: string, refusal: Refusal): Promise<never> => {
    const details = { device_id: deviceId, reason }
    const entry = { action: 'refuse door', subject: 'order', subject_id: orderId, details, request_id }
    await writeAudit(db, [{ actor_id: session.id, ...entry }], { now: deps.now() })
    throw refusal
  }
  const order = await findOrderAccess(db, orderId)
  if (!order || order.user_id !== session.id) {
    const mayKnow = await getOrder(db, orderId, session).catch((refusal: Refusal) => refusal)
    const forbidden = new Refusal('forbidden', 'Only the customer of an order opens doors with it.')
    return refuse('not their order', mayKnow instanceof Refusal ? mayKnow : forbidden)
  }
  const shut = whyShut(order, deps.now())
  if (shut) return refuse(shut, new Refusal('forbidden', SENTENCES[shut]))
  const device = await findDevice(db, deviceId)
  if (!device || device.office_id !== order.office_id || device.deleted_at !== null)
    return refuse('not a door of its office', new Refusal('missing', 'This door does not exist.'))
  return { order, device }
}
