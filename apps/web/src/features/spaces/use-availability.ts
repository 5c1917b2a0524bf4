import type { Availability } from '@keyhour/contract/availability'
import { useEffect, useEffectEvent, useState } from 'react'
import { getAvailability } from '#web/features/spaces/api.ts'
import { followOffice } from '#web/features/spaces/follow-office.ts'

type Place = { office_id: number; sub_office_id: number | null }
type Known = ReadonlyMap<string, Availability>

const keyOf = ({ sub_office_id }: Pick<Place, 'sub_office_id'>, date: string): string =>
  `${sub_office_id} ${date}`

/** What is free, space by space and day by day, kept up to date while somebody looks at it. */
export function useAvailability(officeId: number, first: Availability[]) {
  const [known, setKnown] = useState<Known>(() => new Map(first.map((day) => [keyOf(day, day.date), day])))

  const learn = (days: Availability[]) =>
    setKnown((before) => new Map([...before, ...days.map((day) => [keyOf(day, day.date), day] as const)]))

  async function ask(places: { place: Place; date: string }[]): Promise<void> {
    const answers = await Promise.allSettled(places.map(({ place, date }) => getAvailability(place, date)))
    // What could not be asked stays as it was, until the next time.
    learn(answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : [])))
  }

  const refresh = useEffectEvent(() =>
    ask([...known.values()].map((day) => ({ place: day, date: day.date }))),
  )
  useEffect(() => followOffice(officeId, () => void refresh()), [officeId])

  return {
    dayOf: (sub_office_id: number | null, date: string): Availability | undefined =>
      known.get(keyOf({ sub_office_id }, date)),
    ask: (sub_office_id: number | null, date: string) =>
      ask([{ place: { office_id: officeId, sub_office_id }, date }]),
  }
}

export type Free = ReturnType<typeof useAvailability>
