import { withTax } from '@keyhour/contract/price'
import type { NewSeries, Series } from '@keyhour/contract/series'
import type { Db } from '#server/db/connection.ts'
import { together } from '#server/db/together.ts'
import { limitAttempts } from '#server/features/attempts/limit-attempts.ts'
import type { KnownSpace } from '#server/features/availability/day-queries.ts'
import { listUnits } from '#server/features/availability/occupancy-queries.ts'
import type { Stay } from '#server/features/availability/plan-stay.ts'
import type { FoundSpace } from '#server/features/availability/space-queries.ts'
import { noShowColumns, termsOf } from '#server/features/bookings/book-space.ts'
import { lockAsFound, takeUnit, unlessTaken } from '#server/features/bookings/claim-unit.ts'
import { deleteHoldsOf } from '#server/features/bookings/hold-queries.ts'
import { refuseDeletedCustomer } from '#server/features/bookings/refuse-deleted.ts'
import { followPool } from '#server/features/businesses/follow-pool.ts'
import {
  type CreditSpending,
  lotsAfter,
  planSpending,
  spendOnAll,
} from '#server/features/credits/spend-credits.ts'
import { grantDoors } from '#server/features/grants/grant-doors.ts'
import {
  type KeyedRequest,
  keepAnswerTo,
  takeKey,
  unlessAnswered,
} from '#server/features/idempotency/once.ts'
import { addEvent } from '#server/features/orders/add-event.ts'
import { placedOrder } from '#server/features/orders/describe-new-order.ts'
import { insertNewOrder, listDebts, type NewOrder } from '#server/features/orders/row-queries.ts'
import { statusOf } from '#server/features/orders/rules.ts'
import { tellOfOrder } from '#server/features/push/tell-of-order.ts'
import { claimPurse, refuseUncovered } from '#server/features/series/claim-purse.ts'
import { mailSeries } from '#server/features/series/mail-series.ts'
import { seriesBooked } from '#server/features/series/mails.ts'
import { claimOf, findSpaces, planDate, spaceIn } from '#server/features/series/plan-dates.ts'
import { insertSeries, listTakenDuring, nextNumbers } from '#server/features/series/queries.ts'
import { assignUnits, NOT_ALL_FREE, sumOf } from '#server/features/series/rules.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

/** A date that can be booked, as far as the rules of its space go. */
export type PlannedStay = { space: KnownSpace; stay: Stay; due: number; date: string }

const MOST_AN_HOUR = 30

/** Books all dates, pays with credits in their order, and follows up: all in one transaction, or nothing. */
export async function bookSeries(
  deps: Deps,
  request: NewSeries,
  userId: number,
  key: string | undefined,
): Promise<Series> {
  const now = deps.now()
  const keyed = { userId, key, request, now }
  return unlessAnswered(deps.db, keyed, async () => {
    await limitAttempts(deps, [
      { what: 'book a series', who: String(userId), most: MOST_AN_HOUR, minutes: 60 },
    ])
    const stays = await planStays(deps, request)
    const total = sumOf(stays, ({ due }) => due)
    if (request.expected_total !== undefined && request.expected_total !== total)
      throw new Refusal('conflict', 'The price has changed in the meantime. Please check it again.')
    return unlessTaken(
      () => deps.db.transaction((db) => placeSeries(deps, db, { request, stays, keyed })),
      () => new Refusal('conflict', NOT_ALL_FREE),
    )
  })
}

/** In the order of time. */
async function planStays(deps: Deps, { office_id, dates }: NewSeries): Promise<PlannedStay[]> {
  const spaces = await findSpaces(deps.db, office_id)
  const planned = dates.map(({ sub_office_id, ...times }) => {
    const space = spaceIn(spaces, sub_office_id)
    return { space, ...planDate(space, times, deps.now()) }
  })
  const refused = planned.filter(({ stay }) => stay === null).map(({ times }) => times.date)
  if (refused.length > 0) throw new Refusal('conflict', NOT_ALL_FREE, { taken_dates: refused })
  return planned
    .flatMap(({ space, times, ...one }) => (one.stay ? [{ ...one, space, date: times.date }] : []))
    .sort((a, b) => a.stay.from - b.stay.from)
}

type Placing = { request: NewSeries; stays: PlannedStay[]; keyed: KeyedRequest }

/** As `placeOrder` does for one, and with the same locks in the same order: customer, spaces, credits. */
async function placeSeries(deps: Deps, db: Db, { request, stays, keyed }: Placing): Promise<Series> {
  const { now, userId } = keyed
  const { office_id, repeat, business_id = null } = request
  const spaces = spacesOf(stays)
  const [, customer, debts, , , purse, numbers] = await together(
    takeKey(db, keyed),
    refuseDeletedCustomer(db, userId),
    listDebts(db, { user_id: userId, office_id }),
    together(...spaces.map((space) => lockForStays(db, space, stays, { userId, now }))),
    deleteHoldsOf(db, userId),
    claimPurse(db, { stays, userId, business_id, now }),
    nextNumbers(db, stays.length),
  )
  const units = await claimUnits(db, stays, { userId, now })
  refuseUncovered(deps, purse, { stays, customer, debts })

  const { series_id, ids } = numbers
  const spendings = spendInOrder(purse.lots, stays)
  const orders = stays.map(({ space, stay, due }, at) =>
    newOrder(
      { space, stay, due, id: ids[at]!, spent: spendings[at]!.total },
      { userId, business_id, series_id, now },
    ),
  )
  const series = describeSeries(series_id, request, { orders, stays })
  const placed = orders.map((order, at) => placedOrder(order, withoutUnits(stays[at]!.space), customer))
  await together(
    insertSeries(db, { office_id, id: series_id, user_id: userId, repeat, created_at: now.toISOString() }),
    ...orders.flatMap((order, at) => {
      const { space, stay } = stays[at]!
      return [
        insertNewOrder(db, order),
        takeUnit(db, space, units[at]!, { cause: 'order', order_id: order.id, span: stay }),
        addEvent(deps, db, order, { kind: 'booked', actor_id: userId, at: now }),
        grantDoors(deps, db, order),
      ]
    }),
    spendOnAll(
      db,
      orders.map((order, at) => ({ order, spending: spendings[at]! })),
      now,
    ),
    ...(business_id === null ? [] : [followPool(deps, db, business_id)]),
    ...(customer.has_devices ? [deps.enqueue(db, tellOfOrder, { kind: 'booked', order_id: ids[0]! })] : []),
    keepAnswerTo(db, keyed, series),
  )
  await mailSeries(deps, db, placed, seriesBooked)
  return series
}

/** By number: two series that lock several spaces never wait for each other in a circle. */
export function spacesOf(stays: Pick<PlannedStay, 'space'>[]): KnownSpace[] {
  const spaces = [...new Set(stays.map(({ space }) => space))]
  return spaces.sort((a, b) => (a.sub_office_id ?? 0) - (b.sub_office_id ?? 0))
}

function withoutUnits({ units: _, ...space }: KnownSpace): FoundSpace {
  return space
}

export function lockForStays(
  db: Db,
  space: KnownSpace,
  stays: Pick<PlannedStay, 'space' | 'stay'>[],
  viewer: { userId: number; now: Date },
): Promise<void> {
  const here = stays.filter((one) => one.space === space).map(({ stay }) => stay)
  return lockAsFound(db, withoutUnits(space), { ...viewer, stays: here })
}

type Viewer = { userId: number; now: Date; without?: number[] }
type Wanted = Pick<PlannedStay, 'space' | 'stay' | 'date'> & { kept?: number | undefined }

/** The caller has locked the spaces. Refuses if a date is taken, with all that are. */
export async function claimUnits(db: Db, stays: Wanted[], viewer: Viewer): Promise<number[]> {
  const units = new Map<KnownSpace, number[]>()
  for (const space of new Set(stays.map((one) => one.space))) units.set(space, await listUnits(db, space))
  const claims = stays.map(({ space, stay, kept }) =>
    claimOf({ ...space, units: units.get(space)! }, stay, kept),
  )
  const taken = await listTakenDuring(db, {
    ...viewer,
    office_id: stays[0]!.space.office_id,
    units: [...units.values()].flat(),
    spans: claims.map(({ span }) => span),
  })
  const claimed = assignUnits(claims, taken)
  const taken_dates = stays.flatMap(({ date }, at) => (claimed[at] === undefined ? [date] : []))
  if (taken_dates.length > 0) throw new Refusal('conflict', NOT_ALL_FREE, { taken_dates })
  return claimed as number[]
}

type Lots = Parameters<typeof planSpending>[0]

function spendInOrder(lots: Lots, stays: PlannedStay[]): CreditSpending[] {
  let left = lots
  return stays.map(({ due }) => {
    const spending = planSpending(left, due)
    left = lotsAfter(left, spending)
    return spending
  })
}

type Dated = { space: KnownSpace; stay: Stay; due: number; id: number; spent: number }
type Booked = { userId: number; business_id: number | null; series_id: number; now: Date }

const newOrder = (
  { space, stay, due, id, spent }: Dated,
  { userId, business_id, series_id, now }: Booked,
): NewOrder => {
  const times = { start: new Date(stay.from).toISOString(), end: new Date(stay.to).toISOString() }
  return {
    ...termsOf(space, userId, now),
    ...noShowColumns(space, times),
    id,
    business_id,
    series_id,
    ...times,
    total_price: stay.total_price,
    paid_with_credits: spent,
    paid_otherwise: 0,
    payment_status: statusOf(due - spent, { credits: spent, card: 0, otherwise: 0 }),
    pay_until: null,
  }
}

type Made = { orders: NewOrder[]; stays: PlannedStay[] }

/** What `getSeries` would read. */
function describeSeries(id: number, { repeat }: NewSeries, { orders, stays }: Made): Series {
  const { time_zone, currency } = stays[0]!.space
  return {
    ...{ id, time_zone, currency, repeat },
    orders: orders.map(({ id, start, end, total_price, tax_percent }, at) => {
      const { sub_office_id, name, name_he } = stays[at]!.space
      return {
        ...{ id, start, end },
        SubOffice: sub_office_id === null ? null : { id: sub_office_id, name, name_he },
        ...{ checked_in_at: null, checked_out_at: null, cancelled_at: null },
        due: withTax(total_price, tax_percent),
      }
    }),
  }
}
