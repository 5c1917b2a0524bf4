import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import * as access from '#server/db/schema/access.ts'
import * as audit from '#server/db/schema/audit.ts'
import * as businesses from '#server/db/schema/businesses.ts'
import * as calendars from '#server/db/schema/calendars.ts'
import * as charges from '#server/db/schema/charges.ts'
import * as credits from '#server/db/schema/credits.ts'
import * as files from '#server/db/schema/files.ts'
import * as insight from '#server/db/schema/insight.ts'
import * as installation from '#server/db/schema/installation.ts'
import * as messages from '#server/db/schema/messages.ts'
import * as offices from '#server/db/schema/offices.ts'
import * as orders from '#server/db/schema/orders.ts'
import * as panels from '#server/db/schema/panels.ts'
import * as payments from '#server/db/schema/payments.ts'
import * as push from '#server/db/schema/push.ts'
import * as statements from '#server/db/schema/statements.ts'
import * as users from '#server/db/schema/users.ts'
import * as waiting from '#server/db/schema/waiting.ts'
import * as webhooks from '#server/db/schema/webhooks.ts'

type Column = { name: string; notNull: boolean }

/** Every table of this version except the list of migrations. */
export const describedTables: { name: string; columns: Column[] }[] = Object.values<unknown>({
  ...access,
  ...audit,
  ...businesses,
  ...calendars,
  ...charges,
  ...credits,
  ...files,
  ...insight,
  ...installation,
  ...messages,
  ...offices,
  ...orders,
  ...panels,
  ...payments,
  ...push,
  ...statements,
  ...users,
  ...waiting,
  ...webhooks,
})
  .filter((value) => is(value, PgTable))
  .map((table) => ({ name: getTableConfig(table).name, columns: Object.values(getTableColumns(table)) }))
