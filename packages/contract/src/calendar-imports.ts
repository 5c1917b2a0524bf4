import { z } from 'zod'
import { CalendarLink } from './calendars.ts'
import { endpoint } from './endpoint.ts'
import { IdParam } from './primitives.ts'
import { requiredLine } from './typed-text.ts'

/** An .ics file whose events take time in a sub-office. Its address is a secret: only the host is shown. */
export const CalendarImport = CalendarLink.pick({
  calendar_name: true,
  state: true,
  failure: true,
  failing_since: true,
  read_at: true,
  linked_at: true,
})
  .extend({ host: z.string() })
  .meta({ id: 'CalendarImport' })
export type CalendarImport = z.infer<typeof CalendarImport>

const params = z.object({ officeId: IdParam, subOfficeId: IdParam })
const path = '/api/offices/:officeId/sub-offices/:subOfficeId/calendar-import'

export const getCalendarImport = endpoint({
  method: 'GET',
  path,
  summary: 'The .ics file that a sub-office reads; null if there is none',
  params,
  reply: z.object({ import: CalendarImport.nullable() }),
})

export const saveCalendarImport = endpoint({
  method: 'PUT',
  path,
  summary: 'Read an .ics file from now on, in place of an earlier one',
  params,
  body: z.object({ url: requiredLine(2000) }),
  reply: CalendarImport,
})

export const endCalendarImport = endpoint({
  method: 'DELETE',
  path,
  summary: 'Stop reading the .ics file: its events no longer take time',
  params,
  reply: z.object({}),
})
