import { daysAfter } from '@keyhour/contract/office-clock'
import { HALF_HOURS } from '@keyhour/contract/space-filter'
import type { WaysOut } from '@keyhour/contract/spaces'
import { describeOffer, findOffers, type SpaceFilter } from '#server/features/spaces/finding-rules.ts'
import { type Time, windowsOf } from '#server/features/spaces/plan-windows.ts'
import { listTakenAnywhere } from '#server/features/spaces/queries.ts'
import { type Board, countFreeUnits } from '#server/features/spaces/rules.ts'
import type { Deps } from '#server/http/routes.ts'

type Asked = { filter: SpaceFilter; time?: Time | undefined; then?: Int32Array | undefined }

const MOST_TIMES = 3
const MOST_NEARBY = 4

/** What to try instead of a search that found nothing. */
export async function findWaysOut(deps: Deps, board: Board, asked: Asked): Promise<WaysOut> {
  return {
    times: asked.time ? await listOtherTimes(deps, board, { ...asked, time: asked.time }) : [],
    nearby: listNearby(board, asked),
    without: listWithout(board, asked),
  }
}

type Part = WaysOut['without'][number]['part']

function listWithout(board: Board, { filter, then, time }: Asked): WaysOut['without'] {
  const { amenities } = filter
  const parts: Part[] = (['type', 'place', 'people', 'max_price'] as const).filter((part) => filter[part])
  return [...parts, ...(time ? ['time' as const] : []), ...amenities].flatMap((part) => {
    const less = amenities.some((one) => one === part)
      ? { amenities: amenities.filter((one) => one !== part) }
      : { [part]: part === 'place' ? '' : undefined }
    const free = part === 'time' ? {} : { then }
    const spaces = findOffers(board, { ...filter, ...less, page: 1, page_size: 0 }, free).total
    return spaces > 0 ? [{ part, spaces }] : []
  })
}

/** Everything else fits: the nearest to the place, or to the visitor. */
function listNearby(board: Board, { filter, then }: Asked): WaysOut['nearby'] {
  if (!filter.place) return []
  const { near } = findOffers(board, { ...filter, sort: 'best' })
  if (!near) return []
  const all = { ...filter, near, place: '', sort: 'distance', direction: 'asc' } as const
  const found = findOffers(board, { ...all, page: 1, page_size: MOST_NEARBY }, { then })
  return found.onPage.map((at) => describeOffer(found, at))
}

const [MOST_HALVES, MOST_DAYS] = [8, 3]

/** As long as asked for: a little earlier or later, then on the next days. */
async function listOtherTimes(
  { db, now }: Deps,
  board: Board,
  { filter, time }: Asked & { time: Time },
): Promise<WaysOut['times']> {
  const steps = Array.from({ length: MOST_HALVES }, (_, at) => at + 1).flatMap((halves) => [-halves, halves])
  const days = Array.from({ length: MOST_DAYS }, (_, at) => (at + 1) * HALF_HOURS.length)
  const others = [...steps, ...days].map((halves) => {
    const moved = movedBy(time, halves)
    return { moved, ...windowsOf(board, moved, now()) }
  })
  const during = `{${others.flatMap((other) => other.during.slice(1, -1) || []).join()}}`
  const [taken] = await listTakenAnywhere(db, [during], now())
  const times: WaysOut['times'] = []
  for (const { moved, spans } of others) {
    const then = countFreeUnits(board, spans, taken!)
    const { total } = findOffers(board, { ...filter, page: 1, page_size: 0 }, { then })
    const { date, start, end } = moved
    if (total > 0) times.push({ date, start, end, spaces: total })
    if (times.length === MOST_TIMES) break
  }
  return times.sort((a, b) => (`${a.date}${a.start}` < `${b.date}${b.start}` ? -1 : 1))
}

function movedBy({ date, start, end, end_date }: Time, halves: number): Time {
  const [first, last] = [moveMoment(date, start, halves), moveMoment(end_date, end, halves)]
  return { date: first.date, start: first.time, end: last.time, end_date: last.date }
}

function moveMoment(date: string, time: string, halves: number) {
  const at = HALF_HOURS.indexOf(time) + halves
  const days = Math.floor(at / HALF_HOURS.length)
  return { date: daysAfter(date, days), time: HALF_HOURS[at - days * HALF_HOURS.length]! }
}
