import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { IdParam, Instant } from './primitives.ts'

export const CalendarFeed = z
  .object({
    /** For calendar programs. Whoever has it sees when the space is taken, but not by whom. */
    url: z.string(),
    created_at: Instant,
  })
  .meta({ id: 'CalendarFeed' })
export type CalendarFeed = z.infer<typeof CalendarFeed>

const path = '/api/offices/:officeId/sub-offices/:subOfficeId/calendar-feed'
const params = z.object({ officeId: IdParam, subOfficeId: IdParam })

export const getCalendarFeed = endpoint({
  method: 'GET',
  path,
  summary: 'The calendar address of a sub-office, if it has one',
  params,
  reply: z.object({ feed: CalendarFeed.nullable() }),
})

export const makeCalendarFeed = endpoint({
  method: 'POST',
  path,
  summary: 'Give a sub-office a new calendar address; an earlier one stops working',
  params,
  reply: CalendarFeed,
  status: 201,
})

export const endCalendarFeed = endpoint({
  method: 'DELETE',
  path,
  summary: 'The calendar address of a sub-office stops working',
  params,
  reply: z.object({}),
})

export const readCalendarFeed = endpoint({
  method: 'GET',
  path: '/api/calendar-feeds/:key/calendar.ics',
  summary: 'When a sub-office is taken, as an iCalendar file: from a month ago to a year ahead',
  params: z.object({ key: z.string().max(200) }),
  reply: z.string(),
})
