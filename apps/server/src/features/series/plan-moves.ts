import { daysAfter, daysBetween } from '@keyhour/contract/office-clock'
import { withTax } from '@keyhour/contract/price'
import type { SeriesTimeChange } from '@keyhour/contract/series'
import type { KnownSpace } from '#server/features/availability/day-queries.ts'
import { timesOf } from '#server/features/availability/find-alternatives.ts'
import { planStay, type Stay, type Times } from '#server/features/availability/plan-stay.ts'
import { asAgreed } from '#server/features/availability/rules.ts'
import { bookedSpan, priceOfChange } from '#server/features/bookings/quote-time.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import type { NewPrice } from '#server/features/orders/rules.ts'
import { orReason, spaceIn } from '#server/features/series/plan-dates.ts'
import { timesOn } from '#server/features/series/rules.ts'

/** An order of a series with its new time, or why it cannot have it. `due` is with tax. */
export type SeriesMove = { order: OrderRow; space: KnownSpace; times: Times } & (
  | { stay: Stay; price: NewPrice; due: number }
  | { stay: null; reason: string }
)

export type Moved = Extract<SeriesMove, { price: NewPrice }>

export const isPlanned = (move: SeriesMove): move is Moved => move.stay !== null

type Change = {
  orders: OrderRow[]
  chosen: OrderRow
  spaces: KnownSpace[]
  times: SeriesTimeChange
  now: Date
}

/** All move by as many days as the chosen order, and get its new times on the clock of the office. */
export function planMoves({ orders, chosen, spaces, times, now }: Change): SeriesMove[] {
  const before = timesOf(asAgreed(spaceOf(spaces, chosen), chosen), bookedSpan(chosen)).date
  const days = daysBetween(before, times.date)
  return orders.map((order) => {
    const space = spaceOf(spaces, order)
    const agreed = asAgreed(space, order)
    const own = timesOn(times, daysAfter(timesOf(agreed, bookedSpan(order)).date, days))
    const planned = orReason(() => {
      const stay = planStay(agreed, own, now, bookedSpan(order))
      return { stay, price: priceOfChange(space, order, stay, now) }
    })
    const move = { order, space, times: own }
    if (typeof planned === 'string') return { ...move, stay: null, reason: planned }
    return { ...move, ...planned, due: withTax(planned.price.total_price, order.tax_percent) }
  })
}

const spaceOf = (spaces: KnownSpace[], { sub_office_id }: OrderRow): KnownSpace =>
  spaceIn(spaces, sub_office_id)
