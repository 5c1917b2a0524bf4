import type { SpaceRef } from '@keyhour/contract/offices'
import type { Db } from '#server/db/connection.ts'
import { type Seated, seatOrders } from '#server/features/admin-offices/rules.ts'
import {
  bringUnits,
  deleteHoldsOn,
  listAllUnits,
  listTakings,
  moveOrders,
  retireUnits,
} from '#server/features/admin-offices/unit-queries.ts'
import { fromNow, placeEvents } from '#server/features/availability/event-queries.ts'
import { takeRest } from '#server/features/availability/occupancy-queries.ts'
import { listComingClosures } from '#server/features/closures/closure-queries.ts'

/** How many orders have no unit any more, and when the last of them ends. */
export type Stranded = { count: number; until: number }

/**
 * Gives an office or space this many units. New units get the closures and outside events of the others; of surplus ones the highest
 * numbers go. Seats are interchangeable, so their orders move to the seats that stay. Answers the orders that cannot
 * move, and then changes nothing. The caller holds the lock.
 */
export async function fitUnits(
  db: Db,
  place: SpaceRef,
  wanted: number,
  now: Date,
): Promise<Stranded | undefined> {
  const known = await listAllUnits(db, place)
  const going = known.filter(({ number, retired_at }) => number > wanted && retired_at === null)
  if (going.length > 0) {
    const kept = known.filter(({ number, retired_at }) => number <= wanted && retired_at === null)
    const stranded = await clearUnits(db, place, { going: idsOf(going), kept: idsOf(kept) }, now)
    if (stranded) return stranded
    await retireUnits(db, place.office_id, idsOf(going), now.toISOString())
  }
  const there = new Set(known.filter(({ retired_at }) => retired_at === null).map(({ number }) => number))
  const missing = Array.from({ length: wanted }, (_, at) => at + 1).filter((number) => !there.has(number))
  await bringUnits(db, place, missing)
  if (missing.length > 0) {
    for (const { id, span } of await listComingClosures(db, place, now)) await takeRest(db, place, span, id)
    await placeEvents(db, place, [fromNow(now)])
  }
  return undefined
}

const idsOf = (units: { id: number }[]): number[] => units.map(({ id }) => id)

async function clearUnits(
  db: Db,
  { office_id }: SpaceRef,
  { going, kept }: { going: number[]; kept: number[] },
  now: Date,
): Promise<Stranded | undefined> {
  const takings = await listTakings(db, office_id, [...going, ...kept], now)
  const orders = new Map<number, Seated>()
  for (const { order_id, unit_id, from, to } of takings) {
    if (order_id === null) continue
    const known = orders.get(order_id) ?? { order_id, unit_id, from, to }
    orders.set(order_id, { ...known, from: Math.min(known.from, from), to: Math.max(known.to, to) })
  }
  const fixed = takings.filter(({ order_id }) => order_id === null)
  const { moved, left } = seatOrders([...orders.values()], fixed, kept)
  if (left.length > 0) {
    const theirs = takings.filter(
      ({ cause, order_id }) => cause === 'order' && left.some((one) => one.order_id === order_id),
    )
    return { count: left.length, until: Math.max(...theirs.map(({ to }) => to), now.getTime()) }
  }
  await deleteHoldsOn(db, office_id, [...going, ...moved.map(({ unit_id }) => unit_id)])
  await moveOrders(db, office_id, moved)
  return undefined
}
