import type { DayOffer } from '@keyhour/contract/availability'

type OfferedDay = Pick<DayOffer, 'date' | 'reason'>

/** Those days of a stay that prevent it. It may go over days on which the office is closed, but not begin or end there. */
export const daysInTheWay = <Day extends OfferedDay>(days: Day[], first: string, last: string): Day[] =>
  days.filter(({ date, reason }) => {
    const isWithin = first < date && date < last
    const isClosed = reason === 'hours' || reason === 'holiday'
    return first <= date && date <= last && reason !== null && !(isWithin && isClosed)
  })
