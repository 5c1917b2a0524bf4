import type { OwnerOrderDetails, OwnerOrderEvent } from '@keyhour/contract/owners'
import { listEventsOf } from '#server/features/orders/details-queries.ts'
import { NO_ORDER } from '#server/features/orders/rules.ts'
import { describeOrder } from '#server/features/owners/describe-order.ts'
import { findListedOrder } from '#server/features/owners/order-queries.ts'
import { refuseNonOwner } from '#server/features/owners/refuse-non-owner.ts'
import type { Session } from '#server/http/guards.ts'
import { orMissing } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Place = { officeId: number; orderId: number }

export async function getOwnerOrder(
  { db, now }: Deps,
  place: Place,
  owner: Session,
): Promise<OwnerOrderDetails> {
  await refuseNonOwner(db, place.officeId, owner)
  const order = orMissing(await findListedOrder(db, place), NO_ORDER)
  const events = await listEventsOf(db, { office_id: place.officeId, id: place.orderId })
  return {
    ...describeOrder(order, now().getTime()),
    date: order.date,
    // How the customer paid is not for the owner.
    events: events.filter((event): event is typeof event & OwnerOrderEvent => !isPayment(event.kind)),
  }
}

const isPayment = (kind: string): boolean => kind === 'paid' || kind === 'payment failed'
