import { withTax } from '@keyhour/contract/price'
import type { SeriesTimeChange, SeriesTimeQuote } from '@keyhour/contract/series'
import type { Db } from '#server/db/connection.ts'
import { findRefusalOfChange } from '#server/features/bookings/company-credits.ts'
import { sumPool } from '#server/features/businesses/pool-queries.ts'
import { listFreePurses } from '#server/features/credits/free-credits.ts'
import { amountIn } from '#server/features/credits/rules.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { differenceOf } from '#server/features/orders/rules.ts'
import { claimOf, findSpaces } from '#server/features/series/plan-dates.ts'
import { isPlanned, type Moved, planMoves, type SeriesMove } from '#server/features/series/plan-moves.ts'
import { listTakenDuring } from '#server/features/series/queries.ts'
import { assignUnits, sumOf, whyTaken } from '#server/features/series/rules.ts'
import { findInScope } from '#server/features/series/scope.ts'
import type { Session } from '#server/http/guards.ts'
import type { Deps } from '#server/http/routes.ts'

/** What the new times cost or refund, and which of them are taken. */
export async function quoteSeriesTime(
  { db, now }: Deps,
  orderId: number,
  times: SeriesTimeChange,
  caller: Session,
): Promise<SeriesTimeQuote> {
  const { orders, chosen, key } = await findInScope(db, { orderId, scope: times.scope, caller, now: now() })
  const spaces = await findSpaces(db, key.office_id)
  const moves = planMoves({ orders, chosen, spaces, times, now: now() })
  const planned = moves.filter(isPlanned)
  const reasons = await findReasons(db, moves, { userId: chosen.user_id, now: now() })
  const differences = planned.map(({ order, due }) => differenceOf(order, due))
  const more = sumOf(differences, (one) => one.more)
  return {
    currency: chosen.currency,
    due: sumOf(planned, ({ due }) => due),
    kept: sumOf(planned, ({ order, price }) => withTax(price.kept, order.tax_percent)),
    more,
    with_credits: Math.min(more, await findCredits(db, chosen, now())),
    back: sumOf(differences, (one) => one.back),
    dates: moves.map((move) => ({
      order_id: move.order.id,
      ...move.times,
      due: isPlanned(move) ? move.due : null,
      conflict: reasons.get(move.order.id) ?? null,
    })),
    refusal: await findRefusal(db, planned, more, now()),
  }
}

type Viewer = { userId: number; now: Date }

/** By order: why it cannot have its new time. The orders that move are not in each other's way. */
async function findReasons(db: Db, moves: SeriesMove[], viewer: Viewer): Promise<Map<number, string>> {
  const planned = moves.filter(isPlanned)
  const claims = planned.map(({ space, stay }) => claimOf(space, stay))
  const taken = await listTakenDuring(db, {
    ...viewer,
    office_id: moves[0]!.space.office_id,
    units: [...new Set(claims.flatMap(({ units }) => units))],
    spans: claims.map(({ span }) => span),
    without: moves.map(({ order }) => order.id),
  })
  const units = assignUnits(claims, taken)
  const isTaken = planned.flatMap(({ order }, at): [number, string][] =>
    units[at] === undefined ? [[order.id, whyTaken(claims[at]!, taken)]] : [],
  )
  const refused = moves.flatMap((move): [number, string][] =>
    isPlanned(move) ? [] : [[move.order.id, move.reason]],
  )
  return new Map([...isTaken, ...refused])
}

const findCredits = async (
  db: Db,
  { business_id, user_id, currency }: OrderRow,
  now: Date,
): Promise<number> =>
  business_id === null
    ? amountIn(await listFreePurses(db, user_id, now), currency)
    : sumPool(db, business_id, now)

/** Of orders on company credits: why they cannot pay for it. The limits of later months show when it is done. */
async function findRefusal(db: Db, [first]: Moved[], more: number, now: Date): Promise<string | null> {
  if (!first || first.order.business_id === null || more === 0) return null
  const { order, space, stay, due } = first
  const others = more - differenceOf(order, due).more
  return findRefusalOfChange(db, order, { space, from: stay.from, due: due + others, now })
}
