import type { PushKind } from '@keyhour/contract/push'
import { integer, pgTable, text } from 'drizzle-orm/pg-core'
import { bytes, id, ownId, stamp } from '#server/db/columns.ts'

export const pushSubscriptions = pgTable('push_subscriptions', {
  id: ownId().primaryKey(),
  user_id: id('user_id').notNull(),
  endpoint_hash: bytes('endpoint_hash').notNull(),
  /** The address of the device at its push service, and its keys. */
  subscription_sealed: text('subscription_sealed').notNull(),
  session_id: text('session_id').notNull(),
  session_epoch: integer('session_epoch').notNull(),
  created_at: stamp('created_at'),
  updated_at: stamp('updated_at'),
})

export const pushChoices = pgTable('push_choices', {
  user_id: id('user_id').primaryKey(),
  off: text('off').array().$type<PushKind[]>().notNull(),
})
