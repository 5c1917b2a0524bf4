import { OrderAccess } from '@keyhour/contract/access'
import { HomePlace } from '@keyhour/contract/home'
import { OrderDetails } from '@keyhour/contract/orders'
import { Id } from '@keyhour/contract/primitives'
import { z } from 'zod'
import { CallError } from '#web/api/call.ts'
import { forgetKept, keep, readKept } from '#web/api/kept.ts'
import { nowMs } from '#web/clock.ts'

/** As on the home, and on the page of an order. */
const Place = HomePlace.pick({ address: true, address_he: true, lat: true, lon: true })

/** No more of a booking than a person needs to get in. */
const KeptBooking = z.object({
  user_id: Id,
  /** When the server was last asked. */
  asOf: z.number(),
  order: OrderDetails.pick({
    id: true,
    start: true,
    end: true,
    time_zone: true,
    rent_type: true,
    Office: true,
    SubOffice: true,
  }),
  place: Place.nullable(),
  access: OrderAccess.pick({ until: true, door_code: true, wifi_name: true, wifi_password: true }).nullable(),
})
export type KeptBooking = z.infer<typeof KeptBooking>

/** Undefined for another person than the one it was kept for. */
export function findKeptBooking(userId: number | undefined): KeptBooking | undefined {
  const kept = readKept(KeptBooking)
  return kept?.user_id === userId ? kept : undefined
}

/** Replaces what was kept. What is known of the same order stays: its access and its place. */
export function keepBooking(order: OrderDetails, place: z.input<typeof Place> | null): void {
  const known = findKeptBooking(order.user_id)
  const same = known?.order.id === order.id && known.order.start === order.start ? known : undefined
  write({
    user_id: order.user_id,
    asOf: nowMs(),
    order,
    place: place ?? same?.place ?? null,
    access: same?.access ?? null,
  })
}

/** Only for the booking that is kept. */
export function keepAccess(order: OrderDetails, access: OrderAccess): void {
  const known = findKeptBooking(order.user_id)
  if (known?.order.id === order.id) write({ ...known, asOf: nowMs(), access })
}

/** For the page of one order: it does not replace a booking that comes before it. */
export function keepUnlessLater(order: OrderDetails, place: z.input<typeof Place> | null): void {
  const known = findKeptBooking(order.user_id)
  if (!known || known.order.id === order.id || order.start < known.order.start) keepBooking(order, place)
}

/** An order that is over, cancelled or waiting to be paid opens nothing. */
export function dropBooking(orderId: number, userId: number): void {
  if (findKeptBooking(userId)?.order.id === orderId) forgetKept()
}

/** A visit without an end is kept as long as its doors open; before that is known, not at all. */
function write(kept: KeptBooking): void {
  const until = kept.order.end ?? kept.access?.until
  if (until) keep(KeptBooking.parse(kept), Date.parse(until))
}

/** Whether the server, or the way to it, is away. */
export const isUnreachable = (error: Error | null): boolean =>
  error instanceof CallError && (error.status === 0 || error.status >= 502)
