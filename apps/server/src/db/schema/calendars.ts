import type { CalendarProvider } from '@keyhour/contract/calendars'
import { boolean, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, id, instant, instantRange, ownId, stamp } from '#server/db/columns.ts'

export const calendarLinks = pgTable('calendar_links', {
  id: ownId().primaryKey(),
  office_id: id('office_id').notNull(),
  sub_office_id: id('sub_office_id').notNull(),
  provider: text('provider').$type<CalendarProvider>().notNull(),
  calendar_id: text('calendar_id').notNull(),
  calendar_name: text('calendar_name'),
  is_room: boolean('is_room').notNull().default(false),
  address_sealed: text('address_sealed'),
  state: text('state').$type<'linked' | 'missing' | 'unreachable'>().notNull().default('linked'),
  failure: text('failure'),
  failing_since: instant('failing_since'),
  next_reading: text('next_reading'),
  known_until: instant('known_until'),
  read_at: instant('read_at'),
  due_at: stamp('due_at'),
  lag_ms: integer('lag_ms'),
  leased_until: instant('leased_until'),
  channel_id: text('channel_id'),
  channel_ref: text('channel_ref'),
  channel_secret_sealed: text('channel_secret_sealed'),
  channel_until: instant('channel_until'),
  linked_at: stamp('linked_at'),
  linked_by: id('linked_by'),
})

export const outsideEvents = pgTable(
  'outside_events',
  {
    link_id: id('link_id').notNull(),
    event_id: text('event_id').notNull(),
    during: instantRange('during').notNull(),
    title: text('title'),
  },
  (table) => [primaryKey({ columns: [table.link_id, table.event_id] })],
)

export const orderCopies = pgTable(
  'order_copies',
  {
    link_id: id('link_id').notNull(),
    office_id: id('office_id').notNull(),
    order_id: id('order_id').notNull(),
    event_id: text('event_id'),
    during: instantRange('during'),
    generation: integer('generation').notNull().default(0),
    state: text('state').$type<'due' | 'written' | 'refused' | 'failing'>().notNull().default('due'),
    failure: text('failure'),
    tries: integer('tries').notNull().default(0),
    changed_at: stamp('changed_at'),
  },
  (table) => [primaryKey({ columns: [table.link_id, table.order_id] })],
)

export const calendarConflicts = pgTable('calendar_conflicts', {
  id: ownId().primaryKey(),
  office_id: id('office_id').notNull(),
  sub_office_id: id('sub_office_id').notNull(),
  order_id: id('order_id').notNull(),
  provider: text('provider').$type<CalendarProvider>().notNull(),
  link_id: id('link_id'),
  event_id: text('event_id'),
  event_title: text('event_title'),
  event_during: instantRange('event_during'),
  kind: text('kind').$type<'overlap' | 'refused'>().notNull(),
  answer: text('answer').$type<'ours' | 'theirs' | 'moved' | 'over'>(),
  found_at: stamp('found_at'),
  answered_at: instant('answered_at'),
  answered_by: id('answered_by'),
})

/** An admin is on the pages of a service and may come back. */
export const consentRequests = pgTable('consent_requests', {
  state_hash: bytes('state_hash').primaryKey(),
  office_id: id('office_id').notNull(),
  provider: text('provider').$type<'google' | 'outlook'>().notNull(),
  user_id: id('user_id').notNull(),
  session_id: text('session_id').notNull(),
  verifier_sealed: text('verifier_sealed').notNull(),
  expires_at: instant('expires_at').notNull(),
})
