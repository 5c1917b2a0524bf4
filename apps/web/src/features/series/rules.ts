import type { Repeat, SeriesAlternative, SeriesDate, SeriesQuote, SeriesStay } from '@keyhour/contract/series'
import { isLastOfMonth, type RepeatEvery, type RepeatOn, weekOfMonth } from '@keyhour/contract/series-dates'
import { type Coverage, coverageOf } from '@keyhour/contract/series-purse'
import { dateIn } from '@keyhour/contract/space-filter'

/** What the fields say, as it is typed. */
export type RepeatDraft = {
  every: 'none' | RepeatEvery
  /** None chosen: the weekday of the first day. */
  weekdays: number[]
  on: RepeatOn
  ends: 'count' | 'until'
  count: string
  until: string
}

export const NO_REPEAT: RepeatDraft = {
  every: 'none',
  weekdays: [],
  on: 'date',
  ends: 'count',
  count: '10',
  until: '',
}

export const EVERY = ['none', 'day', 'week', 'two_weeks', 'month'] as const
const ON = ['date', 'weekday', 'last_weekday'] as const
const IN_ADDRESS = ['repeat', 'weekdays', 'on', 'count', 'until'] as const

/** What the address does not say is as in `NO_REPEAT`. */
export function readRepeat(address: URLSearchParams): RepeatDraft {
  const [repeat, weekdays, on, count, until] = IN_ADDRESS.map((name) => address.get(name))
  return {
    every: EVERY.find((one) => one === repeat) ?? NO_REPEAT.every,
    weekdays: [...new Set(weekdays?.match(/[0-6]/g)?.map(Number))],
    on: ON.find((one) => one === on) ?? NO_REPEAT.on,
    ends: until == null ? 'count' : 'until',
    count: /^\d{0,3}$/.test(count ?? '-') ? count! : NO_REPEAT.count,
    until: dateIn(until ?? null) ?? '',
  }
}

/** The address with this repetition, as `readRepeat` reads it. */
export function writeRepeat(address: URLSearchParams, draft: RepeatDraft): URLSearchParams {
  const next = new URLSearchParams(address)
  for (const name of IN_ADDRESS) next.delete(name)
  if (draft.every === 'none') return next
  next.set('repeat', draft.every)
  if (draft.weekdays.length > 0) next.set('weekdays', draft.weekdays.join(''))
  if (draft.on !== NO_REPEAT.on) next.set('on', draft.on)
  if (draft.count !== NO_REPEAT.count) next.set('count', draft.count)
  if (draft.ends === 'until') next.set('until', draft.until)
  return next
}

/** As a request carries it; null if it does not repeat. */
export function repeatOf(draft: RepeatDraft, date: string): Repeat | null {
  const { every, weekdays, ends, count, until } = draft
  if (every === 'none') return null
  const isByWeek = every === 'week' || every === 'two_weeks'
  return {
    every,
    ...(isByWeek && weekdays.length > 0 && { weekdays: weekdays.toSorted() }),
    ...(every === 'month' && { on: wayOfMonth(draft, date) }),
    ...(ends === 'until' ? { until: until || undefined } : { count: Number(count) }),
  }
}

/** The ways in which a month can repeat this day: the fifth weekday is the last. */
export const waysOfMonth = (date: string): RepeatOn[] => [
  'date',
  ...(weekOfMonth(date) <= 4 ? (['weekday'] as const) : []),
  ...(isLastOfMonth(date) ? (['last_weekday'] as const) : []),
]

export function wayOfMonth({ on }: RepeatDraft, date: string): RepeatOn {
  return waysOfMonth(date).includes(on) ? on : 'date'
}

/** By date: left out, or an alternative by its key. Without an entry, what is free is taken. */
export type Choices = Readonly<Record<string, 'in' | 'out' | string>>

export type DateRow = {
  asked: SeriesDate
  /** What would be booked; null: nothing. */
  stay: SeriesStay | null
  due: number
  /** The key of the alternative that is taken instead. */
  swap: string | null
}

export const keyOfSwap = ({ sub_office_id, date, start = '', end = '' }: SeriesAlternative): string =>
  [sub_office_id, date, start, end].join(' ')

export const dateRowsOf = ({ dates }: SeriesQuote, space: number | null, choices: Choices): DateRow[] =>
  dates.map((asked) => {
    const choice = choices[asked.date]
    if (!asked.conflict) return choice === 'out' ? leftOut(asked) : asAsked(asked, space)
    const swap = asked.conflict.alternatives.find((one) => keyOfSwap(one) === choice)
    return swap ? swapped(asked, swap) : leftOut(asked)
  })

const leftOut = (asked: SeriesDate): DateRow => ({ asked, stay: null, due: 0, swap: null })

const asAsked = (asked: SeriesDate, sub_office_id: number | null): DateRow => ({
  asked,
  stay: stayOf(asked, sub_office_id),
  due: asked.due ?? 0,
  swap: null,
})

const swapped = (asked: SeriesDate, swap: SeriesAlternative): DateRow => ({
  asked,
  stay: stayOf(swap, swap.sub_office_id),
  due: swap.due,
  swap: keyOfSwap(swap),
})

type Times = Pick<SeriesDate, 'date' | 'start' | 'end' | 'end_date'>

const stayOf = ({ date, start, end, end_date }: Times, sub_office_id: number | null): SeriesStay => ({
  sub_office_id,
  date,
  ...(start && end && { start, end }),
  ...(end_date && { end_date }),
})

/** The nearest alternative for each date that is taken; other choices stay. */
export const nearestFor = ({ dates }: SeriesQuote, choices: Choices): Choices => ({
  ...choices,
  ...Object.fromEntries(
    dates.flatMap(({ date, conflict }) => {
      const nearest = conflict?.alternatives[0]
      return nearest ? [[date, keyOfSwap(nearest)]] : []
    }),
  ),
})

export const coverageFor = ({ purse }: SeriesQuote, rows: DateRow[]): Coverage =>
  coverageOf(
    purse,
    rows.flatMap(({ stay, due }) => (stay ? [{ month: stay.date.slice(0, 7), due }] : [])),
  )
