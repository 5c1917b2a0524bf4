import type { SpaceType } from '@keyhour/contract/offices'
import type { Currency } from '@keyhour/contract/primitives'
import { bigint, date, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, citext, id, instant, ownId, stamp } from '#server/db/columns.ts'

/** Amounts are in hundredths of a credit. */
export const businesses = pgTable('businesses', {
  id: ownId().primaryKey(),
  name: text('name').notNull(),
  billing_email: text('billing_email'),
  tax_id: text('tax_id'),
  currency: text('currency').$type<Currency>().notNull().default('ILS'),
  low_at: integer('low_at'),
  /** When its managers were told that less than `low_at` is left; null once there was more. */
  low_warned_at: instant('low_warned_at'),
  created_at: stamp('created_at'),
  deleted_at: instant('deleted_at'),
  version: integer('version').notNull().default(1),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
})

type Role = 'manager' | 'employee'

/** Null: no limit, and spaces of every type. */
const allowance = {
  monthly_limit: integer('monthly_limit'),
  allowed_types: text('allowed_types').array().$type<SpaceType[]>(),
}

export const businessMembers = pgTable(
  'business_members',
  {
    business_id: id('business_id').notNull(),
    user_id: id('user_id').notNull(),
    role: text('role').$type<Role>().notNull(),
    ...allowance,
    created_at: stamp('created_at'),
  },
  (table) => [primaryKey({ columns: [table.business_id, table.user_id] })],
)

export const businessInvitations = pgTable('business_invitations', {
  id: ownId().primaryKey(),
  business_id: id('business_id').notNull(),
  email: citext('email').notNull(),
  role: text('role').$type<Role>().notNull(),
  ...allowance,
  token_hash: bytes('token_hash').notNull(),
  invited_by: id('invited_by').notNull(),
  sent_at: instant('sent_at').notNull(),
  expires_at: instant('expires_at').notNull(),
  used_at: instant('used_at'),
  revoked_at: instant('revoked_at'),
})

/** Written by triggers: what was spent in a month or quarter by a person, or in a month in a space, in rows that are added up. */
export const businessUsage = pgTable('business_usage', {
  business_id: id('business_id').notNull(),
  kind: text('kind').$type<'person' | 'person in quarter' | 'space'>().notNull(),
  /** The first day of the month in which the stay starts, on the office's clock, or of that quarter. */
  month: date('month').notNull(),
  /** The user; or the sub-office, or of an office that is rented whole its id below zero. */
  key: id('key').notNull(),
  spent: bigint('spent', { mode: 'number' }).notNull(),
  orders: integer('orders').notNull(),
})
