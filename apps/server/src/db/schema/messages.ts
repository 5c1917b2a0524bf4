import type { Priority } from '@keyhour/contract/messages'
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
})
