import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, ownId, stamp } from '#server/db/columns.ts'

export const businesses = pgTable('businesses', {
  id: ownId().primaryKey(),
  name: text('name').notNull(),
  billing_email: text('billing_email'),
  tax_id: text('tax_id'),
  created_at: stamp('created_at'),
  deleted_at: instant('deleted_at'),
  version: integer('version').notNull().default(1),
  updated_at: stamp('updated_at'),
  updated_by: id('updated_by'),
})

export const businessMembers = pgTable(
  'business_members',
  {
    business_id: id('business_id').notNull(),
    user_id: id('user_id').notNull(),
    role: text('role').$type<'manager' | 'employee'>().notNull(),
    monthly_limit: integer('monthly_limit'),
    created_at: stamp('created_at'),
  },
  (table) => [primaryKey({ columns: [table.business_id, table.user_id] })],
)
