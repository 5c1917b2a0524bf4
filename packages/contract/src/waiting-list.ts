import { z } from 'zod'
import { Alternative } from './availability.ts'
import { inOrder, spaceFields, times } from './bookings.ts'
import { endpoint } from './endpoint.ts'
import { RentType } from './offices.ts'
import { Id, IdParam, Instant } from './primitives.ts'

/** How long a time that has become free is held for the first in line. */
export const OFFER_MINUTES = 15

/** How many times one person may wait for at once. */
export const MOST_WAITS = 20

export const WaitingState = z.enum([
  'waiting',
  /** The time is free, and held for this person until `held_until`. */
  'offered',
  /** The hold ran out. */
  'lapsed',
])
export type WaitingState = z.infer<typeof WaitingState>

/** A stay in the terms of a booking: `date`, `start`, `end` and `end_date` are on the office's clock. */
export const WaitingEntry = Alternative.extend({
  id: Id,
  /** The same stay as moments. */
  starts_at: Instant,
  ends_at: Instant,
  time_zone: z.string(),
  rent_type: RentType,
  state: WaitingState,
  /** 1 is the first in line. Null unless it waits. */
  place: z.int().positive().nullable(),
  /** Null unless it is offered. */
  held_until: Instant.nullable(),
  /** Seconds until `held_until`, for a clock that differs from the server's. */
  seconds_left: z.int().nullable(),
}).meta({ id: 'WaitingEntry' })
export type WaitingEntry = z.infer<typeof WaitingEntry>

export const WaitingRequest = inOrder(z.object({ ...spaceFields, ...times }))
export type WaitingRequest = z.infer<typeof WaitingRequest>

const DAY_LATER = '+1'

/** The booking screen with the space and the time chosen. */
export function bookingPath(stay: WaitingRequest | WaitingEntry): string {
  const { office_id, sub_office_id, date, start, end, end_date } = stay
  const query = new URLSearchParams({ date })
  if (sub_office_id !== null) query.set('sub_office', String(sub_office_id))
  if (start && end) {
    query.set('start', start)
    query.set('end', end_date && end_date !== date ? `${end}${DAY_LATER}` : end)
  } else if (end_date) query.set('last_date', end_date)
  return `/booking/${office_id}?${query}`
}

export const listWaits = endpoint({
  method: 'GET',
  path: '/api/waiting-list',
  summary:
    'The times that the caller waits for, with the place in line; held ones first, then by start, then those whose hold ran out in the last day',
  reply: z.array(WaitingEntry),
})

export const joinWaitingList = endpoint({
  method: 'POST',
  path: '/api/waiting-list',
  summary:
    'Wait for a time that is taken. When it is free, the first in line gets a mail and a hold of 15 minutes. Asking again changes nothing',
  body: WaitingRequest,
  reply: WaitingEntry,
  status: 201,
})

export const leaveWaitingList = endpoint({
  method: 'DELETE',
  path: '/api/waiting-list/:id',
  summary: 'No longer wait for a time, and give up its hold',
  params: z.object({ id: IdParam }),
  reply: z.object({}),
})

export const watchWaitingList = endpoint({
  method: 'GET',
  path: '/api/waiting-list/live',
  summary: 'Server-sent events `changed`: something that the caller waits for is free, or no longer',
  reply: z.string(),
})
