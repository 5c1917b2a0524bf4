import type { Availability, MonthAvailability } from '@keyhour/contract/availability'
import { useEffect, useEffectEvent, useState } from 'react'
import { nowMs } from '#web/clock.ts'
import { dayAddress, getJson, monthAddress } from '#web/features/spaces/api.ts'
import type { DaysToFetch, WholeDay } from '#web/features/spaces/stay-rules.ts'

/** Fetches the days of an office and keeps them up to date: hours of all spaces, whole days of the chosen one. */
export function useAvailability(officeId: number, first: Availability[], wanted: DaysToFetch) {
  const days = useAnswers(
    wanted.hours.map((date) => dayAddress(officeId, date)),
    byAddress(officeId, first),
  )
  const dayOf = (sub_office_id: number | null, date: string): Availability | undefined =>
    days.of(dayAddress(officeId, date))?.find((day) => day.sub_office_id === sub_office_id)

  const monthOf = (date: string) => monthAddress(officeId, wanted.sub_office_id, date.slice(0, 7))
  const unknownDays = wanted.wholeDays.filter((date) => !dayOf(wanted.sub_office_id, date))
  const months = useAnswers<MonthAvailability>([...new Set(unknownDays.map(monthOf))])

  const refresh = useEffectEvent(() => {
    void days.askAgain()
    void months.askAgain()
  })
  useEffect(() => followOffice(officeId, () => refresh()), [officeId])

  return {
    dayOf,
    /** Of the chosen space. The hours of a day tell about the whole day too. */
    wholeDayOf: (date: string): WholeDay | undefined =>
      dayOf(wanted.sub_office_id, date) ?? months.of(monthOf(date))?.days.find((day) => day.date === date),
    isKnown: days.isKnown && months.isKnown,
    hasFailed: days.hasFailed || months.hasFailed,
    retry: () => {
      days.retry()
      months.retry()
    },
  }
}

export type Free = ReturnType<typeof useAvailability>

const byAddress = (officeId: number, days: Availability[]): [string, Availability[]][] =>
  days.map(({ date }) => [dayAddress(officeId, date), days.filter((day) => day.date === date)])

/** Answers by address; fetches those that are needed. */
function useAnswers<T>(needed: string[], first: [string, T][] = []) {
  /** Null if it could not be fetched. */
  const [known, setKnown] = useState<ReadonlyMap<string, T | null>>(() => new Map(first))

  async function ask(addresses: string[]): Promise<void> {
    const answers = await Promise.all(addresses.map((address) => getJson<T>(address).catch(() => null)))
    // After a failed refresh the old answer stays.
    const answerTo = (address: string, at: number, before: typeof known) =>
      [address, answers[at] ?? before.get(address) ?? null] as const
    setKnown(
      (before) => new Map([...before, ...addresses.map((address, at) => answerTo(address, at, before))]),
    )
  }

  const missing = needed.filter((address) => !known.has(address)).join(' ')
  const askMissing = useEffectEvent((addresses: string[]) => void ask(addresses))
  useEffect(() => {
    if (missing) askMissing(missing.split(' '))
  }, [missing])

  return {
    of: (address: string): T | undefined => known.get(address) ?? undefined,
    isKnown: needed.every((address) => known.get(address)),
    hasFailed: needed.some((address) => known.get(address) === null),
    askAgain: () => ask([...known.keys()]),
    /** Forgets failures, so that they are fetched again. */
    retry: () => setKnown((before) => new Map([...before].filter(([, answer]) => answer !== null))),
  }
}

const MINUTE_MS = 60_000
const HALF_HOUR_MS = 30 * MINUTE_MS
/** Changes within this time are reported once. */
const BURST_MS = 1_000

/**
 * Calls `onChange` when availability may have changed: the server says so, a half hour has passed, the page is shown
 * again, or each minute without a connection. Returns a function that stops it.
 */
function followOffice(officeId: number, onChange: () => void): () => void {
  let stream: EventSource | undefined
  let telling: ReturnType<typeof setTimeout> | undefined
  let toldAt = nowMs()

  function tell(): void {
    clearTimeout(telling)
    telling = setTimeout(() => {
      toldAt = nowMs()
      onChange()
    }, BURST_MS)
  }

  function turn(): void {
    stream?.close()
    stream = undefined
    if (document.hidden) return
    stream = new EventSource(`/api/offices/${officeId}/live`)
    stream.addEventListener('changed', tell)
    if (nowMs() - toldAt > MINUTE_MS) tell()
  }

  const timer = setInterval(() => {
    const isHeard = stream?.readyState === EventSource.OPEN
    const hasPassed = Math.floor(nowMs() / HALF_HOUR_MS) > Math.floor(toldAt / HALF_HOUR_MS)
    if (!document.hidden && (!isHeard || hasPassed)) tell()
  }, MINUTE_MS)
  document.addEventListener('visibilitychange', turn)
  turn()
  return () => {
    clearInterval(timer)
    clearTimeout(telling)
    document.removeEventListener('visibilitychange', turn)
    stream?.close()
  }
}
