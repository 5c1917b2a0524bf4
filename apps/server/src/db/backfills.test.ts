import { randomUUID } from 'node:crypto'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#server/db/connection.ts'
import { listMigrationFiles, migrate } from '#server/db/migrate.ts'
import { databaseOf, MIGRATIONS } from '../../test/cluster.ts'

/** A database as it was before a migration, with rows that the migration has to fill in. */
async function databaseBefore(migration: string, rows: string) {
  const cluster = openDatabase(inject('clusterUrl'), () => undefined)
  const name = `before_${randomUUID().replaceAll('-', '')}`
  await cluster.pool.query(`create database ${name}`)
  await cluster.close()
  const { pool, close } = openDatabase(databaseOf(inject('clusterUrl'), name), () => undefined)
  const dir = await mkdtemp(join(tmpdir(), 'keyhour-migrations-'))
  onTestFinished(async () => {
    await close()
    await rm(dir, { recursive: true })
  })
  for (const file of (await listMigrationFiles(MIGRATIONS)).filter((file) => file < migration))
    await copyFile(new URL(file, MIGRATIONS), join(dir, file))
  await migrate(pool, pathToFileURL(`${dir}/`))
  await pool.query(rows)
  return pool
}

const PEOPLE_AND_ORDERS = `
  insert into users (name, email) values ('Dana', 'dana@keyhour.test');
  insert into offices (name, lat, lon, address, currency) values
    ('Tel Aviv', 32, 34, 'Street 1', 'ILS'), ('London', 51, 0, 'Street 2', 'GBP'), ('Berlin', 52, 13, 'Street 3', 'EUR');
  insert into orders (office_id, user_id, rent_type, start, "end", currency, base_price, total_price, tax_percent, commission_percent)
  select id, 1, 'hour', '2026-03-02 09:00Z', '2026-03-02 10:00Z', currency, 1000, 1000, 18, 30 from offices order by id;`

test('credits get the currency of their pack, or of the orders they were spent on, or of most offices', async () => {
  const pool = await databaseBefore(
    '0027',
    `${PEOPLE_AND_ORDERS}
     insert into credit_packs (name, credits_amount, price_cents, currency) values ('Pack', 10, 900, 'USD');
     insert into credit_lots (user_id, credit_pack_id, granted, remaining) values
       (1, 1, 1000, 500), (1, null, 1000, 400), (1, null, 1000, 1000);
     insert into credit_ledger (lot_id, amount, kind, office_id, order_id) values
       (1, 1000, 'purchase', null, null), (1, -500, 'spend', 1, 1),
       (2, 1000, 'grant', null, null), (2, -200, 'spend', 2, 2), (2, -400, 'spend', 3, 3),
       (3, 1000, 'grant', null, null);`,
  )
  await migrate(pool, MIGRATIONS)
  const { rows } = await pool.query('select currency, remaining from credit_lots order by id')

  expect(rows).toEqual([
    { currency: 'USD', remaining: 500 },
    { currency: 'EUR', remaining: 400 },
    { currency: 'ILS', remaining: 1000 },
  ])
})

test('orders get the terms of their office, and cancelled ones keep what was paid and not refunded', async () => {
  const pool = await databaseBefore(
    '0029',
    `${PEOPLE_AND_ORDERS}
     update offices set free_cancel_hours = 2, late_cancel_refund_percent = 10 where name = 'London';
     update orders set start = now() + interval '1 day', "end" = now() + interval '2 days';
     update orders set cancelled_at = now(), paid_with_credits = 1180, refunded = 590 where office_id = 3;
     delete from insight_changes;
     insert into credit_lots (user_id, currency, granted, remaining, expires_at) values
       (1, 'ILS', 500, 500, '2999-03-02 08:15Z'), (1, 'ILS', 500, 500, '2999-03-02 00:00Z'), (1, 'ILS', 500, 0, '2999-03-02 08:15Z');`,
  )
  await migrate(pool, MIGRATIONS)
  const { rows } = await pool.query(
    'select free_cancel_hours as hours, late_cancel_refund_percent as percent, kept from orders order by id',
  )
  const added = await pool.query(
    `insert into orders (office_id, user_id, rent_type, start, "end", currency, base_price, total_price, tax_percent, commission_percent)
     values (2, 1, 'hour', now(), now() + interval '1 hour', 'GBP', 1000, 1000, 18, 30)
     returning free_cancel_hours, free_cancel_minutes_after_booking, late_cancel_refund_percent`,
  )
  const lots = await pool.query('select expires_at from credit_lots order by id')

  expect(rows).toEqual([
    { hours: 24, percent: 50, kept: 0 },
    { hours: 2, percent: 10, kept: 0 },
    { hours: 24, percent: 50, kept: 590 },
  ])
  expect(added.rows).toEqual([
    { free_cancel_hours: 2, free_cancel_minutes_after_booking: 15, late_cancel_refund_percent: 10 },
  ])
  expect((await pool.query('select from insight_changes')).rowCount).toBeGreaterThan(0)
  expect(lots.rows.map(({ expires_at }) => new Date(expires_at).toISOString())).toEqual([
    '2999-03-03T00:00:00.000Z',
    '2999-03-02T00:00:00.000Z',
    '2999-03-02T08:15:00.000Z',
  ])
})

const STATEMENTS = `${PEOPLE_AND_ORDERS}
  insert into users (name, email) values ('Maya', 'maya@keyhour.test');
  insert into office_members (office_id, user_id, role) values (1, 1, 'owner'), (1, 2, 'manager'), (2, 2, 'owner');
  insert into statements (office_id, number, month, office_name, time_zone, currency, lines, price, tax, commission,
    corrections, net, issued_at, hash)
  select office_id, number, '2026-0' || number, 'Olive', 'UTC', 'ILS', 1, price, 0, 0, 0, price, now(), 'x'
  from (values (1, 1, 500), (1, 2, -200), (2, 1, -300), (3, 1, 100)) as made (office_id, number, price);
  insert into payouts (office_id, number, state, date) values
    (1, 1, 'open', null), (1, 2, 'open', null), (2, 1, 'paid', '2026-02-05'), (3, 1, 'open', null);`

test('statements from before are noted as those of the owners of today', async () => {
  const pool = await databaseBefore('0056', STATEMENTS)
  await migrate(pool, MIGRATIONS)
  const { rows } = await pool.query({
    text: 'select office_id::integer, number, user_id::integer from statement_owners order by 1, 2',
    rowMode: 'array',
  })

  expect(rows).toEqual([
    [1, 1, 1],
    [1, 2, 1],
    [2, 1, 2],
  ])
})

test('payouts from before stay as they are, and the version before carries over what it issues below 0', async () => {
  const pool = await databaseBefore('0057', STATEMENTS)
  await migrate(pool, MIGRATIONS)
  await pool.query(
    `insert into statements (office_id, number, month, office_name, time_zone, currency, lines, price, tax, commission,
       corrections, net, issued_at, hash)
     select 3, number, '2026-0' || number, 'Olive', 'UTC', 'ILS', 1, price, 0, 0, 0, price, now(), 'x'
     from (values (2, -200), (3, 0)) as made (number, price);
     insert into payouts (office_id, number) values (3, 2), (3, 3);`,
  )
  const { rows } = await pool.query({
    text: 'select office_id::integer, number, state from payouts order by 1, 2',
    rowMode: 'array',
  })

  expect(rows).toEqual([
    [1, 1, 'open'],
    [1, 2, 'open'],
    [2, 1, 'paid'],
    [3, 1, 'open'],
    [3, 2, 'carried'],
    [3, 3, 'open'],
  ])
})

test('closures from before, and of the version before, are those of an admin if their maker is one', async () => {
  const pool = await databaseBefore(
    '0058',
    `${PEOPLE_AND_ORDERS}
     insert into users (name, email, admin) values ('Boss', 'boss@keyhour.test', true);
     insert into closures (office_id, during, reason, created_by)
     select 1, '[2026-03-02 09:00Z, 2026-03-02 10:00Z)', 'x', maker from unnest(array[1, 2, null]) as maker;`,
  )
  await migrate(pool, MIGRATIONS)
  await pool.query(`insert into closures (office_id, during, reason, created_by)
    select 1, '[2026-03-03 09:00Z, 2026-03-03 10:00Z)', 'x', maker from unnest(array[1, 2]) as maker`)
  const { rows } = await pool.query('select created_by::integer, by_admin from closures order by id')

  expect(rows).toEqual([
    { created_by: 1, by_admin: false },
    { created_by: 2, by_admin: true },
    { created_by: null, by_admin: false },
    { created_by: 1, by_admin: false },
    { created_by: 2, by_admin: true },
  ])
})

test('what people have spent of company credits is added up by quarter', async () => {
  const pool = await databaseBefore(
    '0055',
    `insert into businesses (name) values ('Olive');
     insert into business_usage (business_id, kind, month, key, spent, orders) values
       (1, 'person', '2026-01-01', 7, 5900, 1), (1, 'person', '2026-03-01', 7, 1000, 2),
       (1, 'person', '2026-04-01', 7, 300, 1), (1, 'person', '2026-03-01', 8, 20, 1),
       (1, 'space', '2026-03-01', 7, 1020, 3);`,
  )
  await migrate(pool, MIGRATIONS)
  const { rows } =
    await pool.query(`select month::text, key::integer, spent::integer, orders from business_usage
    where kind = 'person in quarter' order by month, key`)

  expect(rows).toEqual([
    { month: '2026-01-01', key: 7, spent: 6900, orders: 3 },
    { month: '2026-01-01', key: 8, spent: 20, orders: 1 },
    { month: '2026-04-01', key: 7, spent: 300, orders: 1 },
  ])
})
