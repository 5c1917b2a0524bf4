import { jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { id, ownId, stamp } from '#server/db/columns.ts'

/** Append-only: a trigger refuses the rest. */
export const auditLog = pgTable('audit_log', {
  id: ownId().primaryKey(),
  at: stamp('at'),
  actor_id: id('actor_id'),
  action: text('action').notNull(),
  subject: text('subject').notNull(),
  subject_id: id('subject_id'),
  /** Ids, amounts and states; never names or free text. */
  details: jsonb('details').$type<Record<string, unknown>>().notNull().default({}),
  request_id: text('request_id'),
})
