import type { WaitingRequest } from '@keyhour/contract/waiting-list'
import { jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, instantRange, ownId, stamp } from '#server/db/columns.ts'

/** A stay as a booking asks for it. */
type WaitedTimes = Pick<WaitingRequest, 'date' | 'start' | 'end' | 'end_date'>

export const waitingEntries = pgTable(
  'waiting_entries',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    sub_office_id: id('sub_office_id'),
    user_id: id('user_id').notNull(),
    during: instantRange('during').notNull(),
    times: jsonb('times').$type<WaitedTimes>().notNull(),
    until: instant('until').notNull(),
    state: text('state')
      .$type<'waiting' | 'offered' | 'booked' | 'lapsed' | 'left' | 'over'>()
      .notNull()
      .default('waiting'),
    offered_until: instant('offered_until'),
    joined_at: stamp('joined_at'),
    changed_at: stamp('changed_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

export const waitingOpenings = pgTable(
  'waiting_openings',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    sub_office_id: id('sub_office_id'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)
