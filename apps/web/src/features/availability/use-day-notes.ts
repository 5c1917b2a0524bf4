import type { Hours } from '@keyhour/contract/office-clock'
import { useTranslation } from 'react-i18next'
import { noteOfDays } from '#web/features/availability/day-note.ts'
import { localPlace } from '#web/texts/local-place.ts'
import type { NoteOf } from '#web/ui/dates/date-calendar.tsx'

/** For the calendars of signed-in screens. */
export function useDayNotes(hours: Omit<Hours, 'time_zone'>): NoteOf {
  const { t } = useTranslation('booking')
  return noteOfDays(hours, t('reason.hours'), (holiday) => localPlace(holiday).name)
}
