import type { CalendarFailure } from '#server/outside/calendar-service.ts'

export const CALENDAR_SENTENCES: Record<CalendarFailure, string> = {
  consent_gone: 'The permission to use this account has ended. Please connect it again.',
  forbidden: 'The connected account is not allowed to do this.',
  missing: 'This calendar is no longer there.',
  throttled: 'The service has asked us to slow down. We will continue soon.',
  unreachable: 'The service cannot be reached. We keep trying.',
  too_slow: 'The service does not answer in time. We keep trying.',
  out_of_order: 'The service reports an error. We keep trying.',
  unreadable: "We could not understand the service's answer.",
  not_supported: 'This service does not exchange bookings.',
  address_refused: 'We do not call this address.',
}

export const describeCalendarFailure = (failure: CalendarFailure): string => CALENDAR_SENTENCES[failure]
