import type { Priority } from '@keyhour/contract/messages'
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { id, instant, ownId, stamp } from '#server/db/columns.ts'

export const contactMessages = pgTable('contact_messages', {
  id: ownId().primaryKey(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  created_at: stamp('created_at'),
  read_at: instant('read_at'),
  is_handled: boolean('is_handled').notNull().default(false),
  priority: text('priority').$type<Priority>().notNull().default('normal'),
  tags: text('tags').array().notNull().default([]),
  version: integer('version').notNull().default(1),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
  /** Address, text and tags in lower case, for the search; every word follows a space. */
  words: text('words').notNull().generatedAlwaysAs(sql`message_words(email, message, tags)`),
})

/** High, normal, low. The indexes by priority have the same expression. */
export const priorityRank = sql`case ${contactMessages.priority} when 'high' then 1 when 'normal' then 2 else 3 end`
