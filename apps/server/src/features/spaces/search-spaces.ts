import type { searchSpaces as searchCall } from '@keyhour/contract/spaces'
import type { z } from 'zod'
import { currentBoard } from '#server/features/spaces/board.ts'
import { findWaysOut } from '#server/features/spaces/find-ways-out.ts'
import { type Finding, type FreeUnits, findOffers } from '#server/features/spaces/finding-rules.ts'
import { freeAt, freeNow } from '#server/features/spaces/free-units.ts'
import { NOW, type Time } from '#server/features/spaces/plan-windows.ts'
import type { Board } from '#server/features/spaces/rules.ts'
import { badQuery } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'

type SpaceQuery = z.infer<typeof searchCall.query>

/** All spaces on offer; with a time, only those that `planStay` would let a customer book. */
export async function searchSpaces(deps: Deps, query: SpaceQuery): Promise<Finding> {
  const { lat, lon, max_price, ...asked } = query
  const near = lat === undefined || lon === undefined ? undefined : { lat, lon }
  if (query.sort === 'distance' && !near) throw badQuery('sort', 'To sort by distance, share your location')
  const time = query.free_now ? NOW : timeOf(query)
  const filter = { ...asked, near, max_price: max_price && max_price * 100 }
  const { board, free } = await countFree(deps, time, query.sort)
  const finding = findOffers(board, filter, free)
  if (finding.total > 0 || time === NOW) return finding
  const { then } = free
  return { ...finding, waysOut: await findWaysOut(deps, board, { filter, time, then }) }
}

function timeOf({ date, start, end, end_date = date }: SpaceQuery): Time | undefined {
  if (date === undefined && start === undefined && end === undefined) return undefined
  if (date === undefined || start === undefined || end === undefined || end_date === undefined)
    throw badQuery('start', 'Please choose a time')
  if (`${end_date} ${end}` <= `${date} ${start}`) throw badQuery('end', 'End time must be after start time')
  return { date, start, end, end_date }
}

type Counted = { board: Board; free: FreeUnits }

async function countFree(
  deps: Deps,
  time: Time | typeof NOW | undefined,
  sort: SpaceQuery['sort'],
): Promise<Counted> {
  if (!time && sort !== 'best') return { board: await currentBoard(deps.db), free: {} }
  const isNow = !time || time === NOW
  const { board, free } = await (isNow ? freeNow(deps) : freeAt(deps, time))
  const [then, now] = time ? [free] : [undefined, free]
  return { board, free: { then, now } }
}
