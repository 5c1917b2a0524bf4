import { CalendarProvider } from '@keyhour/contract/calendars'
import { z } from 'zod'

/** The account of an office at a service. An .ics file needs none. */
export const AccountKey = z.object({ office_id: z.int(), provider: CalendarProvider.exclude(['ics']) })
export type AccountKey = z.infer<typeof AccountKey>
