import type { OrderDetails } from '@keyhour/contract/orders'
import type { FoundSpace } from '#server/features/availability/space-queries.ts'
import type { PlacedOrder } from '#server/features/orders/calendar-queries.ts'
import { detailsOf } from '#server/features/orders/details-queries.ts'
import type { Customer, NewOrder } from '#server/features/orders/row-queries.ts'

const NOTHING_YET = {
  booking_type: 'pre_book',
  paid_by_card: 0,
  refunded: 0,
  kept: 0,
  checked_in_at: null,
  checked_out_at: null,
  cancelled_at: null,
  no_show: false,
} as const

type Company = { id: number; name: string }

/** What `findOrder` would read. */
export function describeNewOrder(order: NewOrder, space: FoundSpace, business: Company | null): OrderDetails {
  const { office_id: id, office_name: name, office_name_he: name_he, time_zone } = space
  const part =
    space.sub_office_id === null
      ? null
      : { id: space.sub_office_id, name: space.name, name_he: space.name_he }
  return detailsOf({ ...order, ...NOTHING_YET, business }, { id, name, name_he, time_zone }, part)
}

/** What `findPlacedOrder` would read. */
export const placedOrder = (order: NewOrder, space: FoundSpace, customer: Customer): PlacedOrder => ({
  id: order.id,
  began_as: null,
  version: 1,
  start: order.start,
  end: order.end,
  cancelled_at: null,
  currency: order.currency,
  total_price: order.total_price,
  tax_percent: order.tax_percent,
  business_id: order.business_id,
  no_show_minutes: order.no_show_minutes,
  no_show_refund_percent: order.no_show_refund_percent,
  paid: order.paid_with_credits + order.paid_otherwise,
  time_zone: space.time_zone,
  office: {
    name: space.office_name,
    name_he: space.office_name_he,
    address: space.address,
    address_he: space.address_he,
  },
  sub_office: space.sub_office_id === null ? null : { name: space.name, name_he: space.name_he },
  lat: space.lat,
  lon: space.lon,
  customer: { name: customer.name, email: customer.email, language: customer.language },
})
