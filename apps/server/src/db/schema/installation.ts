import { boolean, pgTable, text } from 'drizzle-orm/pg-core'

export const installation = pgTable('installation', {
  id: boolean('id').primaryKey().default(true),
  key_check_sealed: text('key_check_sealed').notNull(),
  /** Null until a server has started. */
  file_store_id: text('file_store_id'),
  /** The same. */
  push_key_sealed: text('push_key_sealed'),
})
