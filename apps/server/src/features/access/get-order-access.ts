import type { OrderAccess } from '@keyhour/contract/access'
import { findOrderAccess, listOrderDoors } from '#server/features/access/order-queries.ts'
import { whyShut } from '#server/features/access/rules.ts'
import { describeFailure } from '#server/features/grants/describe-failure.ts'
import { getOrder } from '#server/features/orders/get-order.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'

/** Anyone who may see the order sees the states; the Wi-Fi and door code are for its customer, while the doors open. */
export async function getOrderAccess(deps: Deps, orderId: number, reader: Session): Promise<OrderAccess> {
  const { db, secrets } = deps
  await getOrder(db, orderId, reader)
  const access = (await findOrderAccess(db, orderId))!
  const doors = await listOrderDoors(db, access)
  const isTheirs = access.user_id === reader.id && whyShut(access, deps.now()) === undefined
  const open = (sealed: string | null) => (isTheirs && sealed !== null ? secrets.open(sealed) : null)
  return {
    order_id: orderId,
    from: new Date(access.from).toISOString(),
    until: new Date(access.to).toISOString(),
    state: access.state,
    failure: describeFailure(access.failure),
    wifi_name: isTheirs ? access.wifi_name : null,
    wifi_password: open(access.wifi_password_sealed),
    // A code that no lock has yet is useless.
    door_code: doors.some(({ has_code }) => has_code) ? open(access.door_code_sealed) : null,
    doors: doors.map(({ id, name, state, failure, shared }) => ({
      id,
      name,
      shared,
      state: state ?? (access.state === 'removed' ? 'removed' : 'requested'),
      failure: describeFailure(failure),
    })),
  }
}
