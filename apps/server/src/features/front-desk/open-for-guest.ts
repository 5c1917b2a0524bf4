import type { Opened } from '@keyhour/contract/access'
import type { DoorGuest } from '@keyhour/contract/front-desk'
import type { FastifyRequest } from 'fastify'
import type { Db } from '#server/db/connection.ts'
import { findDevice } from '#server/features/access/device-queries.ts'
import { openOnce } from '#server/features/access/open-once.ts'
import { findOrderAccess } from '#server/features/access/order-queries.ts'
import { whyShut } from '#server/features/access/rules.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import { type Actor, auditAct } from '#server/features/audit/queries.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { lockOrder } from '#server/features/orders/row-queries.ts'
import { NO_ORDER } from '#server/features/orders/rules.ts'
import { arrive } from '#server/features/visits/check-in.ts'
import { orMissing, Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Command = { officeId: number; deviceId: number; key: string | undefined; guest: DoorGuest }

/** The audit log says for whom: an order, or the name that the manager typed. */
export async function openForGuest(
  deps: Deps,
  { officeId, deviceId, key, guest }: Command,
  by: Actor & Pick<FastifyRequest, 'log'>,
): Promise<Opened> {
  const { session, log } = by
  await refuseNonManager(deps.db, officeId, session)
  await limitAttempts(deps, [{ what: 'unlock', who: `user ${session.id}`, most: 60, minutes: 5 }])
  const device = await findDevice(deps.db, deviceId)
  if (device?.office_id !== officeId || device.deleted_at !== null)
    throw new Refusal('missing', 'This door does not exist.')
  if (guest.order_id !== undefined) await refuseForeignOrder(deps.db, officeId, guest.order_id)
  const who = guest.order_id === undefined ? { guest: guest.guest } : { order_id: guest.order_id }
  const details = { office_id: officeId, ...who }
  const act = { action: 'open door for guest', subject: 'device', subject_id: deviceId, details } as const
  return openOnce(deps, {
    device,
    order_id: guest.order_id ?? null,
    actor_id: session.id,
    key,
    log,
    record: async (db) => {
      await auditAct(db, by, act, deps.now())
      if (guest.order_id !== undefined) await letIn(deps, db, guest.order_id, { device, by })
    },
  })
}

async function refuseForeignOrder(db: Db, officeId: number, orderId: number): Promise<void> {
  const order = orMissing(await findOrderAccess(db, orderId), NO_ORDER)
  if (order.office_id !== officeId) throw new Refusal('missing', NO_ORDER)
}

/** While the customer could open the door themselves, this is their arrival. */
async function letIn(
  deps: Deps,
  db: Db,
  orderId: number,
  { device, by }: { device: { id: number }; by: Actor },
): Promise<void> {
  const now = deps.now()
  const row = (await lockOrder(db, orderId))!
  if (whyShut((await findOrderAccess(db, orderId))!, now)) return
  const stamp = { actor_id: by.session.id, at: now }
  await addEvent(deps, db, row, { kind: 'door opened', details: { device_id: device.id }, ...stamp })
  await arrive(deps, db, row, { by: by.session.id, at: now })
}
