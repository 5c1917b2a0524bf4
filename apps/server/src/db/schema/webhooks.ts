import type {
  DeliveryFailure,
  DeliveryStatus,
  SentKind,
  Webhook,
  WebhookKind,
} from '@keyhour/contract/webhooks'
import { boolean, integer, json, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { id, instant, ownId, stamp } from '#server/db/columns.ts'

export const webhooks = pgTable('webhooks', {
  id: ownId().primaryKey(),
  name: text('name').notNull(),
  url: text('url').notNull(),
  kinds: text('kinds').array().$type<WebhookKind[]>().notNull(),
  /** Null once the webhook is deleted. */
  secret_sealed: text('secret_sealed'),
  /** Signs too, until then. */
  old_secret_sealed: text('old_secret_sealed'),
  old_secret_until: instant('old_secret_until'),
  is_active: boolean('is_active').notNull().default(true),
  off_reason: text('off_reason').$type<Webhook['off_reason']>(),
  last_success_at: instant('last_success_at'),
  failing_since: instant('failing_since'),
  /** Until then one server sends to it. */
  leased_until: instant('leased_until'),
  created_at: stamp('created_at'),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
  version: integer('version').notNull().default(1),
  deleted_at: instant('deleted_at'),
})

export const webhookEvents = pgTable('webhook_events', {
  id: uuid('id').primaryKey(),
  kind: text('kind').$type<SentKind>().notNull(),
  data: json('data').$type<object>().notNull(),
  created_at: instant('created_at').notNull(),
})

export const webhookDeliveries = pgTable('webhook_deliveries', {
  id: ownId().primaryKey(),
  event_id: uuid('event_id').notNull(),
  webhook_id: id('webhook_id').notNull(),
  kind: text('kind').$type<SentKind>().notNull(),
  status: text('status').$type<DeliveryStatus>().notNull().default('pending'),
  tries: integer('tries').notNull().default(0),
  /** Null when it is not tried again. */
  next_try_at: instant('next_try_at'),
  status_code: integer('status_code'),
  failure: text('failure').$type<DeliveryFailure>(),
  /** Its first 500 characters. */
  answer: text('answer'),
  duration_ms: integer('duration_ms'),
  created_at: instant('created_at').notNull(),
  finished_at: instant('finished_at'),
})
