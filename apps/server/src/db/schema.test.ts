import { getTableColumns, is } from 'drizzle-orm'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import { expect, test } from 'vitest'
import * as access from '#server/db/schema/access.ts'
import * as audit from '#server/db/schema/audit.ts'
import * as businesses from '#server/db/schema/businesses.ts'
import * as credits from '#server/db/schema/credits.ts'
import * as messages from '#server/db/schema/messages.ts'
import * as offices from '#server/db/schema/offices.ts'
import * as orders from '#server/db/schema/orders.ts'
import * as users from '#server/db/schema/users.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()
const described = Object.values<unknown>({
  ...access,
  ...audit,
  ...businesses,
  ...credits,
  ...messages,
  ...offices,
  ...orders,
  ...users,
}).filter((value) => is(value, PgTable))

test('the described tables and columns are those that the migrations make', async () => {
  const { rows } = await world.pool.query(
    `select table_name, column_name, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name <> 'migrations'`,
  )
  const real = rows.map(
    (row) => `${row.table_name}.${row.column_name} ${row.is_nullable === 'YES' ? 'null' : 'not null'}`,
  )
  const ours = described.flatMap((table) =>
    Object.values(getTableColumns(table)).map(
      (column) => `${getTableConfig(table).name}.${column.name} ${column.notNull ? 'not null' : 'null'}`,
    ),
  )

  expect(ours.sort()).toEqual(real.sort())
})

test('two things never take one unit at the same time, and neighbours in time do not collide', async () => {
  const office = await world.office()
  const unit = await world.unit(office.id)
  const order = await world.order({ office_id: office.id, user_id: (await world.user()).id })
  const take = (from: string, to: string) =>
    world.taken(office.id, unit.id, order.id, `2026-03-02 ${from}+00`, `2026-03-02 ${to}+00`)
  await take('09:00', '11:00')
  await take('11:00', '12:00')

  await expect(take('10:30', '11:30')).rejects.toMatchObject({
    cause: { code: '23P01', constraint: 'occupancy_no_overlap' },
  })
})

test('nobody rewrites the audit log, the credit ledger or a timeline', async () => {
  for (const table of ['audit_log', 'credit_ledger', 'order_events']) {
    await expect(world.pool.query(`delete from ${table}`)).rejects.toThrow(`${table} is append-only`)
  }
})
