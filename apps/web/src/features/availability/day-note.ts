import type { Hours } from '@keyhour/contract/office-clock'
import { dayOn } from '#web/features/availability/open-days.ts'
import type { NoteOf } from '#web/ui/dates/date-calendar.tsx'

type Named = { name: string; name_he: string | null }

/** On a calendar: the days on which an office is closed, and its holidays by name. */
export const noteOfDays =
  (hours: Omit<Hours, 'time_zone'>, closed: string, nameOf: (holiday: Named) => string): NoteOf =>
  (date) => {
    const { hours: open, holiday } = dayOn(hours, date)
    if (holiday) return { isClosed: open === null, words: nameOf(holiday), isHoliday: true }
    return open === null ? { isClosed: true, words: closed } : undefined
  }
