import { HOME_TIME_ZONE } from '@keyhour/contract/all-orders'
import {
  type DayRange,
  type Insight,
  type InsightQuestion,
  periodLength,
  periodsOf,
  rangeBefore,
  rangeProblem,
} from '@keyhour/contract/insight'
import { wallClock } from '@keyhour/contract/office-clock'
import type { Db } from '#server/db/connection.ts'
import {
  atOneMoment,
  countSums,
  type InsightScope,
  listChangedDays,
  listClosedPlaces,
  listKeptSums,
  listOfficeNames,
  listOpenPlaces,
  SUM_KINDS,
  type Sum,
} from '#server/features/insight/queries.ts'
import { runsOf } from '#server/features/insight/rules.ts'
import { type Found, type Plan, summarise } from '#server/features/insight/summarise.ts'
import { badQuery } from '#server/http/refusal.ts'
import type { Deps } from '#server/http/routes.ts'
import { DAY } from '#server/time/opening-hours.ts'
import { momentOf, offsetsDuring } from '#server/time/zone-offsets.ts'

export async function getInsight({ db, now }: Deps, question: InsightQuestion): Promise<Insight> {
  const { from, to, currency } = question
  const problem = rangeProblem({ from, to })
  if (problem) throw badQuery('to', problem)
  const plan = planOf(question)
  const scope = scopeOf(plan, question, now())
  const found = await atOneMoment(db, (db) => read(db, scope, plan.bounds))
  return summarise(plan, found, currency)
}

function planOf({ from, to }: DayRange): Plan {
  const range = { from, to }
  const before = rangeBefore(range)
  const length = periodLength(range)
  const periodsBefore = periodsOf(before, length)
  const periods = [...periodsBefore, ...periodsOf(range, length)]
  const days = [...periods.map((period) => dayNumber(period.from)), dayNumber(to) + 1]
  const around = { from: (days[0]! - 1) * DAY, to: (days.at(-1)! + 1) * DAY }
  const offsets = offsetsDuring(HOME_TIME_ZONE, around)
  const bounds = days.map((day) => momentOf(offsets, day * DAY))
  return { range, before, periods, countBefore: periodsBefore.length, bounds }
}

const dayNumber = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY

function scopeOf(
  { periods, countBefore, range }: Plan,
  { office_id, type }: InsightQuestion,
  now: Date,
): InsightScope {
  const starts = periods.map(({ from }) => dayNumber(from))
  return {
    first: starts[0]!,
    last: dayNumber(range.to),
    starts,
    countBefore,
    officeIds: office_id === undefined ? undefined : [office_id],
    type,
    today: dayNumber(wallClock(now.getTime(), HOME_TIME_ZONE).date),
    now,
  }
}

async function read(db: Db, scope: InsightScope, bounds: number[]): Promise<Found> {
  const span = { from: bounds[0]!, to: bounds.at(-1)! }
  const sums = await listSums(db, scope)
  const open = await listOpenPlaces(db, scope, span)
  const closed = await listClosedPlaces(db, scope, span)
  const ids = new Set([...sums, ...open].flatMap(({ office_id }) => office_id ?? []))
  return { sums, open, closed, names: await listOfficeNames(db, [...ids]) }
}

/** One office has few orders, so they are counted directly. Today is always recounted: more of it is over every minute. */
async function listSums(db: Db, scope: InsightScope): Promise<Sum[]> {
  const { first, last, today, officeIds } = scope
  if (officeIds !== undefined) return countSums(db, scope, { first, last })
  const changed = new Set(await listChangedDays(db, scope))
  if (first <= today && today <= last) changed.add(today)
  const days = [...changed].sort((a, b) => a - b)
  const sums: Sum[] = []
  for (const run of runsOf(days)) sums.push(...(await countSums(db, scope, run)))
  for (const kind of SUM_KINDS) sums.push(...(await listKeptSums(db, kind, scope, days)))
  return sums
}
