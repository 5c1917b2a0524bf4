import { z } from 'zod'
import { CalendarLink } from './calendars.ts'
import { endpoint } from './endpoint.ts'
import { IdParam } from './primitives.ts'

export const listCalendarLinks = endpoint({
  method: 'GET',
  path: '/api/admin/offices/:id/calendar-links',
  summary:
    'The outside calendars that spaces of an office are linked to: state, last error, last reading and lag',
  params: z.object({ id: IdParam }),
  reply: z.array(CalendarLink),
})

/** Empty: everything is in the headers. */
export const receiveGoogleNotice = endpoint({
  method: 'POST',
  path: '/api/calendar-channels/google',
  summary: 'Google says that a linked calendar has changed',
  reply: z.object({}),
})

const Notice = z.object({
  subscriptionId: z.string().max(200),
  clientState: z.string().max(200).nullish(),
  lifecycleEvent: z.string().max(100).optional(),
})

export const receiveOutlookNotice = endpoint({
  method: 'POST',
  path: '/api/calendar-channels/outlook',
  summary: 'Outlook says that linked calendars have changed, or checks that we are here',
  query: z.object({ validationToken: z.string().min(1).max(2000).optional() }),
  body: z.object({ value: z.array(Notice).max(1000) }).nullish(),
  reply: z.any(),
})
