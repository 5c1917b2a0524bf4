import type { PanelTheme } from '@keyhour/contract/panels'
import type { Language } from '@keyhour/contract/primitives'
import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { bytes, id, instant, ownId, stamp } from '#server/db/columns.ts'

export const panels = pgTable(
  'panels',
  {
    office_id: id('office_id').notNull(),
    id: ownId().notNull(),
    sub_office_id: id('sub_office_id'),
    name: text('name').notNull(),
    token_hash: bytes('token_hash').notNull(),
    language: text('language').$type<Language>().notNull(),
    theme: text('theme').$type<PanelTheme>().notNull(),
    created_at: stamp('created_at'),
    created_by: id('created_by'),
    revoked_at: instant('revoked_at'),
    last_seen_at: instant('last_seen_at'),
  },
  (table) => [primaryKey({ columns: [table.office_id, table.id] })],
)

export const panelCodes = pgTable('panel_codes', {
  user_id: id('user_id').primaryKey(),
  code_hash: bytes('code_hash').notNull(),
  expires_at: instant('expires_at').notNull(),
})
