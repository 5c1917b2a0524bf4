import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
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
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

export type GrantState = 'requested' | 'installed' | 'failed' | 'removed'

export const grants = pgTable(
  'grants',
  {
    office_id: id('office_id').notNull(),
    order_id: id('order_id').notNull(),
    during: instantRange('during').notNull(),
    door_code_sealed: text('door_code_sealed'),
    state: text('state').$type<GrantState>().notNull().default('requested'),
    failure: text('failure'),
    updated_at: stamp('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.order_id] })],
)

export const grantDevices = pgTable(
  'grant_devices',
  {
    office_id: id('office_id').notNull(),
    order_id: id('order_id').notNull(),
    device_id: id('device_id').notNull(),
    state: text('state').$type<GrantState>().notNull().default('requested'),
    failure: text('failure'),
    updated_at: stamp('updated_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.order_id, table.device_id] })],
)
