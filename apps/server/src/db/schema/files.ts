import { pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/db/columns.ts'

export const unusedFiles = pgTable(
  'unused_files',
  {
    folder: text('folder').notNull(),
    name: text('name').notNull(),
    remove_after: instant('remove_after').notNull(),
  },
  (table) => [primaryKey({ columns: [table.folder, table.name] })],
)
