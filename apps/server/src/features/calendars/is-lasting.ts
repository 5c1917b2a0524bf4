import { CalendarFailed, type CalendarFailure } from '#server/outside/calendar-service.ts'

const LASTING: CalendarFailure[] = ['consent_gone', 'forbidden', 'missing', 'not_supported']

/** Whether trying again would not help. */
export const isLasting = (error: unknown): boolean =>
  error instanceof CalendarFailed && LASTING.includes(error.reason)
