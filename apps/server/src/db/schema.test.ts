import { expect, test } from 'vitest'
import { checkKey } from '#server/db/check-key.ts'
import { describedTables } from '#server/db/described-tables.ts'
import * as access from '#server/db/schema/access.ts'
import * as credits from '#server/db/schema/credits.ts'
import * as offices from '#server/db/schema/offices.ts'
import * as orders from '#server/db/schema/orders.ts'
import { makeSecrets } from '#server/secrets/secrets.ts'
import { startWorld } from '../../test/world.ts'

const world = await startWorld()

test('the described tables and columns are those that the migrations make', async () => {
  const { rows } = await world.pool.query(
    `select table_name, column_name, is_nullable from information_schema.columns
     where table_schema = 'public' and table_name <> 'migrations'`,
  )
  const real = rows.map(
    (row) => `${row.table_name}.${row.column_name} ${row.is_nullable === 'YES' ? 'null' : 'not null'}`,
  )
  const ours = describedTables.flatMap((table) =>
    table.columns.map((column) => `${table.name}.${column.name} ${column.notNull ? 'not null' : 'null'}`),
  )

  expect(ours.sort()).toEqual(real.sort())
})

test('a unit is never taken twice at the same time, and one stay may begin when another ends', async () => {
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

async function ledgerRow(description: string): Promise<number> {
  const { id: user_id } = await world.user()
  const [lot] = await world.db
    .insert(credits.creditLots)
    .values({ user_id, currency: 'ILS', granted: 500, remaining: 500 })
    .returning()
  const [row] = await world.db
    .insert(credits.creditLedger)
    .values({ lot_id: lot!.id, amount: 500, kind: 'grant', description })
    .returning()
  return row!.id
}

test('the audit log, the credit ledger and order timelines cannot be rewritten', async () => {
  await ledgerRow('a welcome present')
  for (const table of ['audit_log', 'credit_ledger', 'order_events']) {
    for (const change of [`update ${table} set at = now()`, `delete from ${table}`, `truncate ${table}`]) {
      await expect(world.pool.query(change)).rejects.toThrow(`${table} is append-only`)
    }
  }
  await expect(world.pool.query('truncate orders cascade')).rejects.toThrow('is append-only')
})

test('only the comments of ledger entries can be erased', async () => {
  const id = await ledgerRow('for Dana, who waited')
  const change = (what: string) => world.pool.query(`update credit_ledger set ${what} where id = $1`, [id])

  await expect(change("description = 'for nobody'")).rejects.toThrow('credit_ledger is append-only')
  await expect(change('description = null, amount = 900')).rejects.toThrow('credit_ledger is append-only')
  expect((await change('description = null')).rowCount).toBe(1)
})

async function bookedUnit() {
  const office = await world.office()
  const unit = await world.unit(office.id)
  const order = await world.order({ office_id: office.id, user_id: (await world.user()).id })
  return { office, unit, order }
}

test('an order opens only doors of its own office', async () => {
  const { office, order } = await bookedUnit()
  const elsewhere = await world.office()
  const door = async (office_id: number) => {
    const fields = { office_id, name: 'Door', home_assistant_id: 'lock.door', type: 'lock' }
    const [made] = await world.db.insert(access.devices).values(fields).returning()
    return made!.id
  }
  const key = { office_id: office.id, order_id: order.id }
  await world.db.insert(access.grants).values({ ...key, during: '[2026-03-02 08:00+00,2026-03-02 09:00+00)' })
  const open = async (device_id: number) => world.db.insert(access.grantDevices).values({ ...key, device_id })

  await expect(open(await door(elsewhere.id))).rejects.toMatchObject({ cause: { code: '23503' } })
  await open(await door(office.id))
})

test.each([
  ['includes its end', '[2026-03-02 09:00+00,2026-03-02 10:00+00]'],
  ['leaves out its start', '(2026-03-02 09:00+00,2026-03-02 10:00+00)'],
  ['never begins', '(,2026-03-02 10:00+00)'],
  ['never ends', '[2026-03-02 09:00+00,)'],
  ['lasts to the end of time', '[2026-03-02 09:00+00,infinity)'],
  ['is empty', 'empty'],
])('a time that %s closes nothing, takes nothing and opens nothing', async (_, during) => {
  const { office, unit, order } = await bookedUnit()
  const refused = { cause: { code: '23514' } }
  const at = { office_id: office.id, order_id: order.id, during }

  await expect(
    world.db.insert(offices.closures).values({ office_id: office.id, during, reason: 'Holiday' }),
  ).rejects.toMatchObject(refused)
  await expect(
    world.db.insert(orders.occupancy).values({ ...at, unit_id: unit.id, cause: 'order' }),
  ).rejects.toMatchObject(refused)
  await expect(world.db.insert(access.grants).values(at)).rejects.toMatchObject(refused)
})

test('time that an event of an outside calendar takes has its source', async () => {
  const { office, unit } = await bookedUnit()
  const mirror = async (hour: string, provider: 'google' | null) =>
    world.db.insert(orders.occupancy).values({
      office_id: office.id,
      unit_id: unit.id,
      cause: 'calendar',
      provider,
      event_id: 'event-1',
      during: `[2026-03-02 ${hour}:00+00,2026-03-02 ${hour}:30+00)`,
    })
  await mirror('09', 'google')
  await mirror('10', 'google')

  await expect(mirror('12', null)).rejects.toMatchObject({ cause: { code: '23514' } })
})

test('a ledger entry that spends or refunds credits names its order, and no other entry does', async () => {
  const { office, order } = await bookedUnit()
  const [lot] = await world.db
    .insert(credits.creditLots)
    .values({ user_id: order.user_id, currency: 'ILS', granted: 1000, remaining: 1000 })
    .returning()
  const write = async (
    row: Pick<typeof credits.creditLedger.$inferInsert, 'kind' | 'office_id' | 'order_id'>,
  ) => world.db.insert(credits.creditLedger).values({ lot_id: lot!.id, amount: 100, ...row })
  const refused = { cause: { code: '23514' } }

  await write({ kind: 'grant' })
  await write({ kind: 'spend', office_id: office.id, order_id: order.id })
  await expect(write({ kind: 'spend' })).rejects.toMatchObject(refused)
  await expect(write({ kind: 'refund' })).rejects.toMatchObject(refused)
  await expect(write({ kind: 'spend', order_id: order.id })).rejects.toMatchObject(refused)
  await expect(write({ kind: 'grant', office_id: office.id })).rejects.toMatchObject(refused)
})

test('a cancelled order releases its unit in the same commit, in whichever order both are written', async () => {
  const { office, unit, order } = await bookedUnit()
  await world.taken(office.id, unit.id, order.id, '2026-03-02 09:00+00', '2026-03-02 10:00+00')
  const cancel = `update orders set cancelled_at = now() where id = ${order.id}`

  await expect(world.pool.query(cancel)).rejects.toMatchObject({
    code: '23514',
    constraint: 'cancelled_orders_take_no_unit',
  })
  await world.db.transaction(async (db) => {
    await db.execute(cancel)
    await db.execute(`delete from occupancy where order_id = ${order.id}`)
  })
  const { rows } = await world.pool.query(`select cancelled_at from orders where id = ${order.id}`)
  expect(rows[0].cancelled_at).not.toBeNull()
})

test('cleaning may still follow a cancelled order', async () => {
  const { office, unit, order } = await bookedUnit()
  await world.pool.query(
    `insert into occupancy (office_id, unit_id, order_id, cause, during)
     values ($1, $2, $3, 'buffer', '[2026-03-02 10:00+00, 2026-03-02 10:30+00)')`,
    [office.id, unit.id, order.id],
  )
  await world.pool.query('update orders set cancelled_at = now() where id = $1', [order.id])
})

test('a refund is never more than what was paid', async () => {
  const { office, order } = await bookedUnit()
  const paid = { office_id: office.id, user_id: order.user_id, paid_with_credits: 300, paid_by_card: 200 }
  await world.order({ ...paid, refunded: 500 })

  await expect(world.order({ ...paid, refunded: 501 })).rejects.toMatchObject({
    cause: { constraint: 'orders_refund_what_was_paid' },
  })
})

test.each(['Asia/Jerusalem', 'America/Argentina/Buenos_Aires', 'Africa/Porto-Novo', 'UTC'])(
  'an office can use the time zone %s',
  async (time_zone) => {
    expect(await world.office({ time_zone })).toMatchObject({ time_zone })
  },
)

test.each(['Mars/Phobos', 'Asia/Anywhere3', 'EST5EDT', '+02:00', 'Jerusalem', ''])(
  'an office cannot use the time zone "%s"',
  async (time_zone) => {
    await expect(world.office({ time_zone })).rejects.toMatchObject({ cause: { code: '23514' } })
  },
)

test('a server with a different key is refused', async () => {
  await checkKey(world.db, world.secrets)
  await checkKey(world.db, world.secrets)

  const other = makeSecrets('another key of thirty-two characters or more')
  await expect(checkKey(world.db, other)).rejects.toThrow('sealed with another SECRET_KEY')
})
