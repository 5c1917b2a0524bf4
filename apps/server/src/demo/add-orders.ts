import { MINUTES_BEFORE_START } from '@keyhour/contract/access'
import { COMMISSION_PERCENT, type OrderEventKind } from '@keyhour/contract/orders'
import type { Db } from '#server/db/connection.ts'
import { grants } from '#server/db/schema/access.ts'
import { occupancy, orderEvents, orders } from '#server/db/schema/orders.ts'
import { type DemoOrder, type Payment, settle } from '#server/demo/payments.ts'
import type { Purses } from '#server/demo/purses.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { insertAll, iso, rangeOf, reserveIds } from '#server/demo/rows.ts'
import type { DemoStay } from '#server/demo/stays.ts'
import type { Secrets } from '#server/secrets/secrets.ts'
import { MINUTE } from '#server/time/opening-hours.ts'

type Setting = { now: number; secrets: Secrets; purses: Purses }

export async function addOrders(db: Db, stays: DemoStay[], setting: Setting): Promise<void> {
  const { now, purses } = setting
  const random = createRandom(1, 'demo orders')
  const ids = await reserveIds(db, orders, stays.length)
  const made = [...stays]
    .sort((a, b) => a.bookedAt - b.bookedAt)
    .map((stay, at): DemoOrder => ({ ...stay, id: ids[at]! }))
  const payments = settle(made, purses, now)
  const live = made.filter(({ cancelledAt }) => cancelledAt === null)

  await insertAll(
    db,
    orders,
    made.map((order) => orderRow(order, payments.get(order)!, random)),
  )
  await insertAll(
    db,
    orderEvents,
    made.flatMap((order) => eventRows(order, payments.get(order)!)),
  )
  await insertAll(db, occupancy, live.map(occupancyRow))
  await insertAll(db, grants, live.filter(({ reservedTo }) => reservedTo > now).map(grantRow))
}

const NOTES = [
  'Please leave the heating on.',
  'Two guests will ask for me at the door.',
  'נגיע עשר דקות לפני הזמן, תודה!',
  'We bring our own projector.',
  'Bitte einen Stuhl mehr, wenn es geht.',
]

function orderRow(order: DemoOrder, payment: Payment, random: Random) {
  const { space, customer } = order
  return {
    office_id: space.place.id,
    id: order.id,
    sub_office_id: space.id,
    user_id: customer.id,
    business_id: order.businessId,
    booking_type: order.bookingType,
    rent_type: space.rentType,
    date: iso(order.bookedAt),
    start: iso(order.from),
    end: isoOrNull(order.to),
    currency: space.place.city.currency,
    base_price: space.basePrice,
    total_price: payment.total,
    tax_percent: space.place.city.tax_percent,
    commission_percent: COMMISSION_PERCENT,
    paid_with_credits: payment.withCredits,
    paid_by_card: payment.byCard,
    refunded: payment.refunded,
    kept: payment.kept,
    payment_status: payment.status,
    checked_in_at: isoOrNull(order.checkedInAt),
    checked_out_at: isoOrNull(order.checkedOutAt),
    cancelled_at: isoOrNull(order.cancelledAt),
    cancelled_by: order.cancelledAt === null ? null : customer.id,
    updated_at: iso(Math.max(order.bookedAt, ...lastChanges(order))),
    note: random.chance(0.07) ? random.pick(NOTES) : null,
  }
}

const lastChanges = ({ checkedInAt, checkedOutAt, cancelledAt }: DemoOrder): number[] =>
  [checkedInAt, checkedOutAt, cancelledAt].filter((moment) => moment !== null)

const isoOrNull = (moment: number | null): string | null => (moment === null ? null : iso(moment))

function eventRows(order: DemoOrder, { refunded, kept, status }: Payment) {
  const isOnDemand = order.bookingType === 'on_demand'
  const happened: [kind: OrderEventKind, at: number | null, details: Record<string, unknown>][] = [
    [isOnDemand ? 'started' : 'booked', order.bookedAt, {}],
    ['checked in', isOnDemand ? null : order.checkedInAt, {}],
    ['checked out', order.checkedOutAt, {}],
    [
      'cancelled',
      order.cancelledAt,
      { refund: refunded, ...(status === 'pending' && kept > 0 && { owed: kept }) },
    ],
  ]
  return happened
    .flatMap(([kind, at, details]) => (at === null ? [] : [{ kind, at, details }]))
    .sort((a, b) => a.at - b.at)
    .map(({ kind, at, details }) => ({
      office_id: order.space.place.id,
      order_id: order.id,
      at: iso(at),
      kind,
      actor_id: order.customer.id,
      details,
    }))
}

const occupancyRow = ({ space, unitId, id, from, reservedTo }: DemoOrder) => ({
  office_id: space.place.id,
  unit_id: unitId,
  order_id: id,
  cause: 'order' as const,
  during: rangeOf(from, reservedTo),
})

/** Codes are created and put into the locks when due: immediately for running visits. */
const grantRow = ({ space, id, from, reservedTo, bookedAt }: DemoOrder) => ({
  office_id: space.place.id,
  order_id: id,
  during: rangeOf(from - MINUTES_BEFORE_START * MINUTE, reservedTo),
  due_at: iso(from - MINUTES_BEFORE_START * MINUTE),
  updated_at: iso(bookedAt),
})
