import type { PostKind } from '@keyhour/contract/answers'
import type { Priority } from '@keyhour/contract/messages'
import type { Language } from '@keyhour/contract/primitives'
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, id, instant, ownId, stamp } from '#server/db/columns.ts'

export const contactMessages = pgTable('contact_messages', {
  id: ownId().primaryKey(),
  email: text('email').notNull(),
  message: text('message').notNull(),
  created_at: stamp('created_at'),
  /** When the visitor last replied to an answer. */
  replied_at: instant('replied_at'),
  read_at: instant('read_at'),
  is_handled: boolean('is_handled').notNull().default(false),
  priority: text('priority').$type<Priority>().notNull().default('normal'),
  tags: text('tags').array().notNull().default([]),
  version: integer('version').notNull().default(1),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
  assignee_id: id('assignee_id'),
  office_id: id('office_id'),
  /** Of the form it was sent with. */
  language: text('language').$type<Language>().notNull().default('he'),
  sending_key: bytes('sending_key'),
  /** Address, text and tags in lower case, for the search; every word follows a space. */
  words: text('words').notNull().generatedAlwaysAs(sql`message_words(email, message, tags)`),
})

/** High, normal, low. The indexes by priority have the same expression. */
export const priorityRank = sql`case ${contactMessages.priority} when 'high' then 1 when 'normal' then 2 else 3 end`

/** When the visitor last wrote. The indexes have the same expression. */
export const writtenAt = sql`coalesce(${contactMessages.replied_at}, ${contactMessages.created_at})`

/** Answers and replies. */
export const messagePosts = pgTable('message_posts', {
  id: ownId().primaryKey(),
  message_id: id('message_id').notNull(),
  kind: text('kind').$type<PostKind>().notNull(),
  /** The admin who wrote an answer. */
  author_id: id('author_id'),
  /** The sender of a reply. */
  from_email: text('from_email'),
  text: text('text').notNull(),
  /** The Message-ID of its mail. */
  mail_id: text('mail_id').notNull().unique(),
  created_at: stamp('created_at'),
  /** The mail of an answer was given up. */
  undelivered_at: instant('undelivered_at'),
})

export const cannedAnswers = pgTable('canned_answers', {
  id: ownId().primaryKey(),
  title: text('title').notNull(),
  text: text('text').notNull(),
  version: integer('version').notNull().default(1),
  created_at: stamp('created_at'),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
})

/** One row. */
export const messageNotices = pgTable('message_notices', {
  id: boolean('id').primaryKey().default(true),
  /** Messages up to then were in a notice. */
  told_until: instant('told_until').notNull(),
  sent_at: instant('sent_at'),
})

export const messageAttachments = pgTable('message_attachments', {
  id: ownId().primaryKey(),
  message_id: id('message_id').notNull(),
  /** The reply it came with; null if it came with the message. */
  post_id: id('post_id'),
  name: text('name').notNull(),
  content_type: text('content_type').notNull(),
  bytes: integer('bytes').notNull(),
  /** Its name in the file store. */
  file: text('file').notNull().unique(),
})
