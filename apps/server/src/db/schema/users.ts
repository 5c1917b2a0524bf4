import type { Language } from '@keyhour/contract/primitives'
import { sql } from 'drizzle-orm'
import { boolean, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, citext, id, instant, ownId, stamp } from '#server/db/columns.ts'

export const users = pgTable('users', {
  id: ownId().primaryKey(),
  name: text('name').notNull(),
  email: citext('email').notNull(),
  /** Google's id of the person. */
  google_subject: text('google_subject'),
  admin: boolean('admin').notNull().default(false),
  language: text('language').$type<Language>().notNull().default('en'),
  session_epoch: integer('session_epoch').notNull().default(0),
  email_confirmed_at: instant('email_confirmed_at'),
  created_at: stamp('created_at'),
  deleted_at: instant('deleted_at'),
  purged_at: instant('purged_at'),
  version: integer('version').notNull().default(1),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
  /** Name and email address in lower case, for the search. */
  words: text('words').notNull().generatedAlwaysAs(sql`lower(name || E'\\n' || email::text)`),
})

export const profiles = pgTable('profiles', {
  user_id: id('user_id').primaryKey(),
  phone: text('phone'),
  passport_image: text('passport_image'),
  card_token_sealed: text('card_token_sealed'),
  has_card: boolean('has_card').notNull().default(false),
  updated_at: stamp('updated_at'),
})

export const credentials = pgTable('credentials', {
  user_id: id('user_id').primaryKey(),
  password_hash: text('password_hash').notNull(),
  changed_at: stamp('changed_at'),
})

/** Sign-ups whose link has not been used yet; afterwards there is a user instead. */
export const signUps = pgTable('sign_ups', {
  token_hash: bytes('token_hash').primaryKey(),
  name: text('name').notNull(),
  email: citext('email').notNull(),
  password_hash: text('password_hash').notNull(),
  language: text('language').$type<Language>().notNull(),
  created_at: stamp('created_at'),
  expires_at: instant('expires_at').notNull(),
  used_at: instant('used_at'),
})

/** Each sets a password once. */
export const passwordLinks = pgTable('password_links', {
  token_hash: bytes('token_hash').primaryKey(),
  user_id: id('user_id').notNull(),
  created_at: stamp('created_at'),
  expires_at: instant('expires_at').notNull(),
  used_at: instant('used_at'),
})

/**
 * Google accounts that are or were connected, each with its last user and last address. The user's `google_subject`
 * says which one signs in.
 */
export const googleAccounts = pgTable('google_accounts', {
  subject: text('subject').primaryKey(),
  user_id: id('user_id').notNull(),
  /** Null until Google names it. */
  email: text('email'),
})

/** Sessions that were logged out before they expired. */
export const endedSessions = pgTable('ended_sessions', {
  id: text('id').primaryKey(),
  user_id: id('user_id').notNull(),
  ended_at: stamp('ended_at'),
})

/** Tries since `window_started_at`, counted by all servers together. */
export const attempts = pgTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  window_started_at: instant('window_started_at').notNull(),
})

export const deletionRequests = pgTable('deletion_requests', {
  id: ownId().primaryKey(),
  user_id: id('user_id').notNull(),
  requested_at: stamp('requested_at'),
  confirmed_at: instant('confirmed_at'),
  undone_at: instant('undone_at'),
  purge_after: instant('purge_after'),
  purged_at: instant('purged_at'),
})
