import type { Availability } from '@keyhour/contract/availability'
import { useEffect, useEffectEvent, useState } from 'react'
import { listAvailability } from '#web/features/spaces/api.ts'
import { followOffice } from '#web/features/spaces/follow-office.ts'

type Known = ReadonlyMap<string, Availability>

const keyOf = (sub_office_id: number | null, date: string): string => `${sub_office_id} ${date}`

const entryOf = (day: Availability) => [keyOf(day.sub_office_id, day.date), day] as const

/** What is free, day by day for all spaces at once, kept up to date while somebody looks at it. */
export function useAvailability(officeId: number, first: Availability[]) {
  const [known, setKnown] = useState<Known>(() => new Map(first.map(entryOf)))

  async function ask(dates: Iterable<string>): Promise<void> {
    const answers = await Promise.allSettled([...dates].map((date) => listAvailability(officeId, date)))
    // What could not be asked stays as it was, until the next time.
    const days = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    setKnown((before) => new Map([...before, ...days.map(entryOf)]))
  }

  const refresh = useEffectEvent(() => ask(new Set([...known.values()].map(({ date }) => date))))
  useEffect(() => followOffice(officeId, () => void refresh()), [officeId])

  return {
    dayOf: (sub_office_id: number | null, date: string): Availability | undefined =>
      known.get(keyOf(sub_office_id, date)),
    ask: (date: string) => ask([date]),
  }
}

export type Free = ReturnType<typeof useAvailability>
