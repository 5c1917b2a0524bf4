import type { DoorTrouble } from '@keyhour/contract/front-desk'
import { boolean, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, instantRange, ownId, stamp } from '#server/db/columns.ts'

export const homeAssistants = pgTable(
  'home_assistants',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    url: text('url').notNull(),
    token_sealed: text('token_sealed').notNull(),
    createdAt: stamp('created_at'),
    deleted_at: instant('deleted_at'),
    version: integer('version').notNull().default(1),
    updated_at: stamp('updated_at'),
    updated_by: id('updated_by'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

export const devices = pgTable(
  'devices',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    name: text('name').notNull(),
    home_assistant_id: text('home_assistant_id').notNull(),
    type: text('type').notNull(),
    createdAt: stamp('created_at'),
    deleted_at: instant('deleted_at'),
    version: integer('version').notNull().default(1),
    updated_at: stamp('updated_at'),
    updated_by: id('updated_by'),
    /** Until then this lock gets no codes, and codes in it are removed. */
    codes_paused_until: instant('codes_paused_until'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

/** A door without rows opens for the whole office. */
export const deviceSubOffices = pgTable(
  'device_sub_offices',
  {
    office_id: id('office_id').notNull(),
    device_id: id('device_id').notNull(),
    sub_office_id: id('sub_office_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.device_id, table.sub_office_id] })],
)

export type GrantState = 'requested' | 'installed' | 'failed' | 'removed'

export const grants = pgTable(
  'grants',
  {
    office_id: id('office_id').notNull(),
    order_id: id('order_id').notNull(),
    during: instantRange('during').notNull(),
    door_code_sealed: text('door_code_sealed'),
    /** Compares codes without revealing them. */
    door_code_hash: text('door_code_hash'),
    state: text('state').$type<GrantState>().notNull().default('requested'),
    failure: text('failure'),
    /** When to check it next; null when nothing is left to do. */
    due_at: instant('due_at'),
    /** Consecutive failures. */
    tries: integer('tries').notNull().default(0),
    /** Increases whenever the wanted state changes. */
    version: integer('version').notNull().default(1),
    updated_at: stamp('updated_at'),
    /** The server that works on its locks, and until when it counts as alive, by the database's clock. */
    lease_owner: text('lease_owner'),
    leased_until: instant('leased_until'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.order_id] })],
)

export type HubKind = 'home_assistant' | 'openpath' | 'tuya'

export const grantDevices = pgTable(
  'grant_devices',
  {
    office_id: id('office_id').notNull(),
    order_id: id('order_id').notNull(),
    device_id: id('device_id').notNull(),
    /** The slot in the lock that has, or may have, the code. */
    slot: integer('slot'),
    /** Needed to remove the code. */
    code_ref: text('code_ref'),
    state: text('state').$type<GrantState>().notNull().default('requested'),
    failure: text('failure'),
    updated_at: stamp('updated_at'),
    /** The hub or cloud that has the code; null when unknown. */
    hub_kind: text('hub_kind').$type<HubKind>(),
    /** Null for a cloud. */
    hub_id: id('hub_id'),
    /** Since when the code should be out of the lock; null while it belongs there, and once it is out. */
    unwanted_since: instant('unwanted_since'),
    tried_at: instant('tried_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.order_id, table.device_id] })],
)

/** The days on which admins were sent the list of codes still in locks. */
export const lockCodeMails = pgTable('lock_code_mails', { day: date('day').primaryKey() })

export const doorOpenings = pgTable(
  'door_openings',
  {
    office_id: id('office_id').notNull(),
    id: ownId(),
    device_id: id('device_id').notNull(),
    /** Null when an admin or a manager opened it. */
    order_id: id('order_id'),
    actor_id: id('actor_id').notNull(),
    key: text('key'),
    began_at: stamp('began_at'),
    ended_at: instant('ended_at'),
    state: text('state'),
    failure: text('failure'),
    may_have_worked: boolean('may_have_worked').notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

/** One row for each door that fails now. */
export const doorFailures = pgTable(
  'door_failures',
  {
    office_id: id('office_id').notNull(),
    device_id: id('device_id').notNull(),
    reason: text('reason').$type<DoorTrouble>().notNull(),
    since: instant('since').notNull(),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.device_id] })],
)
