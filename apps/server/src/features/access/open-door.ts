import type { Opened } from '@keyhour/contract/access'
import type { FastifyRequest } from 'fastify'
import type { DeviceRow } from '#server/features/access/device-queries.ts'
import { openOnce } from '#server/features/access/open-once.ts'
import { type AccessRow, findOrderAccess, findOrderDoor } from '#server/features/access/order-queries.ts'
import { type Shut, whyShut } from '#server/features/access/rules.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import { lockOrder } from '#server/features/orders/row-queries.ts'
import { NOT_PAID_YET } from '#server/features/orders/rules.ts'
import { arrive } from '#server/features/visits/check-in.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type DoorCommand = { orderId: number; deviceId: number; key: string | undefined }
type Request = Actor & Pick<FastifyRequest, 'log'>

export async function openDoor(deps: Deps, command: DoorCommand, request: Request): Promise<Opened> {
  const { session } = request
  await limitAttempts(deps, [{ what: 'open a door', who: `user ${session.id}`, most: 30, minutes: 5 }])
  const { order, device } = await admit(deps, command, request)
  return openOnce(deps, {
    device,
    order_id: order.order_id,
    actor_id: session.id,
    key: command.key,
    log: request.log,
    confirm: async () => {
      const shut = whyShut((await findOrderAccess(deps.db, order.order_id))!, deps.now())
      if (shut) throw new Refusal('forbidden', SENTENCES[shut])
    },
    record: async (db) => {
      const now = deps.now()
      const row = (await lockOrder(db, order.order_id))!
      const details = { device_id: device.id }
      await addEvent(deps, db, row, { kind: 'door opened', actor_id: session.id, details, at: now })
      await arrive(deps, db, row, { by: session.id, at: now })
    },
  })
}

const SENTENCES: Record<Shut, string> = {
  cancelled: 'This order is cancelled.',
  'not paid': NOT_PAID_YET,
  over: 'This order is already over.',
  'too early': 'The doors open from 10 minutes before the start.',
  'office deleted': 'This office has closed permanently.',
}

/** Logs each refusal in the audit log. */
async function admit(
  deps: Deps,
  { orderId, deviceId }: DoorCommand,
  by: Actor,
): Promise<{ order: AccessRow; device: DeviceRow }> {
  const { db } = deps
  const { session } = by
  const refuse = async (reason: string, refusal: Refusal): Promise<never> => {
    const details = { device_id: deviceId, reason }
    const act = { action: 'refuse door', subject: 'order', subject_id: orderId, details } as const
    await auditAct(db, by, act, deps.now())
    throw refusal
  }
  const order = await findOrderAccess(db, orderId)
  if (!order || order.user_id !== session.id) {
    const mayKnow = await getOrder(db, orderId, session).catch((refusal: Refusal) => refusal)
    const forbidden = new Refusal('forbidden', 'Only the customer of this order can open its doors.')
    return refuse('not their order', mayKnow instanceof Refusal ? mayKnow : forbidden)
  }
  const shut = whyShut(order, deps.now())
  if (shut) return refuse(shut, new Refusal('forbidden', SENTENCES[shut]))
  const device = await findOrderDoor(db, order, deviceId)
  if (!device) return refuse('not a door of its space', new Refusal('missing', 'This door does not exist.'))
  return { order, device }
}
