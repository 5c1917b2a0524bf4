import { z } from 'zod'
import { Instant } from './primitives.ts'

/** Services whose calendars, rooms or resources a sub-office can be linked to. */
export const CalendarProvider = z.enum(['google', 'outlook', 'nexudus', 'pickspace', 'roo', 'ics'])
export type CalendarProvider = z.infer<typeof CalendarProvider>

/** Between a sub-office and an outside calendar. */
export const CalendarLink = z
  .object({
    sub_office_id: z.int(),
    provider: CalendarProvider,
    /** Theirs; of an .ics file, its host. */
    calendar_id: z.string(),
    /** Null until it was read. */
    calendar_name: z.string().nullable(),
    /** `missing`: no longer there. `unreachable`: it fails, and is tried again. */
    state: z.enum(['linked', 'missing', 'unreachable']),
    /** A sentence. */
    failure: z.string().nullable(),
    failing_since: Instant.nullable(),
    read_at: Instant.nullable(),
    /** How long the last event that came in had waited. */
    lag_ms: z.int().nullable(),
    /** Whether the service tells us of changes at once. */
    is_live: z.boolean(),
    linked_at: Instant,
  })
  .meta({ id: 'CalendarLink' })
export type CalendarLink = z.infer<typeof CalendarLink>
