import type { Availability, MonthAvailability } from '@keyhour/contract/availability'
import { useEffect, useEffectEvent, useState } from 'react'
import { dayAddress, getJson, monthAddress } from '#web/features/spaces/api.ts'
import { followOffice } from '#web/features/spaces/follow-office.ts'
import type { Wanted, WholeDay } from '#web/features/spaces/stay-rules.ts'

/**
 * What is free, kept up to date while somebody looks at it: hours day by day for all spaces at once, whole days by the
 * month for the space that is chosen. What is wanted and not known yet is asked for.
 */
export function useAvailability(officeId: number, first: Availability[], wanted: Wanted) {
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
    /** Of the space that is wanted; whoever knows the hours of a day knows it as a whole too. */
    wholeDayOf: (date: string): WholeDay | undefined =>
      dayOf(wanted.sub_office_id, date) ?? months.of(monthOf(date))?.days.find((day) => day.date === date),
    /** All that is wanted is known. */
    isKnown: days.isKnown && months.isKnown,
    /** Some of what is wanted could not be asked for. */
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

/** Answers of the server by their address; the `needed` ones are asked for. */
function useAnswers<T>(needed: string[], first: [string, T][] = []) {
  /** Null for what could not be asked for. */
  const [known, setKnown] = useState<ReadonlyMap<string, T | null>>(() => new Map(first))

  async function ask(addresses: string[]): Promise<void> {
    const answers = await Promise.all(addresses.map((address) => getJson<T>(address).catch(() => null)))
    // What could not be asked again stays as it was, until the next time.
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
    /** What is not even known to have failed is missing, and asked for. */
    retry: () => setKnown((before) => new Map([...before].filter(([, answer]) => answer !== null))),
  }
}
