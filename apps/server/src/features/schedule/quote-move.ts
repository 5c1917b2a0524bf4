import type { TimeQuote } from '@keyhour/contract/bookings'
import type { BoardMove, MoveQuote } from '@keyhour/contract/schedule-moves'
import type { Db } from '#server/db/connection.ts'
import { findAlternatives } from '#server/features/availability/find-alternatives.ts'
import { countUnits, listTaken } from '#server/features/availability/occupancy-queries.ts'
import type { Stay } from '#server/features/availability/plan-stay.ts'
import { countFree } from '#server/features/availability/rules.ts'
import { findRefusalOfChange } from '#server/features/bookings/company-credits.ts'
import { timeQuoteOf } from '#server/features/bookings/quote-time.ts'
import { refuseNonManager } from '#server/features/front-desk/refuse-non-manager.ts'
import type { OrderRow } from '#server/features/orders/row-queries.ts'
import { dueOf, type NewPrice } from '#server/features/orders/rules.ts'
import {
  COMPANY_REFUSES,
  findBoardMove,
  type MoveInOffice,
  mostFromCredits,
  planBoardMove,
} from '#server/features/schedule/plan-board-move.ts'
import type { Session } from '#server/http/guards.ts'
import { Refusal } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type Ids = { officeId: number; orderId: number }

/** Refuses a place that is not free, so that nobody decides about a price in vain. */
export async function quoteMove(
  deps: Deps,
  ids: Ids,
  asked: BoardMove,
  session: Session,
): Promise<MoveQuote> {
  const { db } = deps
  const now = deps.now()
  await refuseNonManager(db, ids.officeId, session)
  const move = await findBoardMove(deps, ids, asked)
  const { order, space } = move
  const { stay, price, isNewSpace } = planBoardMove(move, now)
  if (!(await isFree(deps, move, stay))) throw await refusalOfTaken(deps, move, stay)
  const quote = await moveQuoteOf(db, order, price, now)
  return {
    ...quote,
    sub_office_id: space.sub_office_id,
    start: new Date(stay.from).toISOString(),
    end: new Date(stay.to).toISOString(),
    due_before: dueOf(order),
    refusal: await refusalOfCompany(deps, order, { space, from: stay.from, due: quote.due, now, isNewSpace }),
  }
}

export async function moveQuoteOf(db: Db, order: OrderRow, price: NewPrice, now: Date): Promise<TimeQuote> {
  const quote = await timeQuoteOf(db, order, price, now)
  const with_credits = Math.min(quote.with_credits, mostFromCredits(order, quote.due))
  return { ...quote, with_credits, left: quote.more - with_credits }
}

/** The past of a running stay needs no unit any more. */
async function isFree({ db, now }: Deps, { order, space }: MoveInOffice, stay: Stay): Promise<boolean> {
  const span = { from: Math.max(stay.from, now().getTime()), to: stay.to }
  const viewer = { now: now(), userId: order.user_id, orderId: order.id }
  const taken = await listTaken(db, space, span, viewer)
  return countFree(await countUnits(db, space), taken, span) > 0
}

/** Other times there, and other spaces of the office: an order does not leave its office on the board. */
export async function refusalOfTaken(
  deps: Deps,
  { order, space }: Pick<MoveInOffice, 'order' | 'space'>,
  stay: Stay,
): Promise<Refusal> {
  const alternatives = await findAlternatives(deps, { space, stay, userId: order.user_id, moved: order })
  return new Refusal('conflict', 'This time is no longer free.', {
    alternatives: alternatives.filter(({ office_id }) => office_id === order.office_id),
  })
}

type Change = Parameters<typeof findRefusalOfChange>[2]

/** Managers do not learn what a company allows its people. */
async function refusalOfCompany({ db }: Deps, order: OrderRow, change: Change): Promise<string | null> {
  if (order.business_id === null) return null
  return (await findRefusalOfChange(db, order, change)) === null ? null : COMPANY_REFUSES
}
