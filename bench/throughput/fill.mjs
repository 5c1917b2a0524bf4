/**
 * Fills an empty, migrated database: 100 offices with 10 spaces each, `orders` orders, and people who have 50 orders
 * each, so that a person's list is as long with many orders as with few. Uses only what is in the schema of every
 * version that may be compared.
 */
const SPACES = 1000
const ORDERS_EACH = 50
const BOOKERS = 1000
const AT_ONCE = 100_000

/** Two orders on a morning, on 360 days of which 60 are to come. Few orders spread as widely as many. */
const SLOTS = 720
const DAYS_BACK = 300
/** The other seats of an open space have one order each, which goes on now. */
const SEATS_WITH_MORNINGS = 6
const RUNNING = (SPACES / 10) * 6

export async function fill(client, { orders, fillPlaces, pool }) {
  await fillPlaces(pool, { subOffices: SPACES, users: Math.max(ORDERS_EACH, orders / ORDERS_EACH) })
  await client.query(`update users set admin = true where email = 'person-1@many.test'`)
  await client.query(BOOKERS_WITH_CREDITS)
  await client.query(MORNINGS)
  const buildIndexes = await dropIndexes(client)
  const mornings = orders - RUNNING
  for (let first = 1; first <= mornings; first += AT_ONCE) {
    const last = Math.min(mornings, first + AT_ONCE - 1)
    await client.query(WANTED_MORNINGS, [first, last])
    await client.query(ORDERS_FROM_WANTED)
  }
  await client.query(WANTED_NOW, [mornings])
  await client.query(ORDERS_FROM_WANTED)
  await client.query('drop table mornings')
  await client.query(ADD_UP_TALLIES)
  await buildIndexes()
  await client.query(`select setval(pg_get_serial_sequence('orders', 'id'), $1)`, [orders])
  await client.query('vacuum analyze')
}

/**
 * A million orders are filled several times as fast when their indexes are built afterwards. Keys stay; the constraint
 * that no unit is taken twice is checked at the end.
 */
async function dropIndexes(client) {
  const { rows: indexes } = await client.query(`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
    where indrelid in ('orders'::regclass, 'order_events'::regclass, 'occupancy'::regclass)
      and not exists (select from pg_constraint where conindid = indexrelid)`)
  const { rows: exclusions } = await client.query(`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where conrelid = 'occupancy'::regclass and contype = 'x'`)
  for (const { name } of indexes) await client.query(`drop index ${name}`)
  for (const { name } of exclusions) await client.query(`alter table occupancy drop constraint ${name}`)
  return async () => {
    for (const { name, definition } of exclusions)
      await client.query(`alter table occupancy add constraint ${name} ${definition}`)
    for (const { definition } of indexes) await client.query(definition)
  }
}

/** As the product's own job does, which would be busy with this when the measurement begins. */
const ADD_UP_TALLIES = `
  with taken as (delete from order_tallies returning *)
  insert into order_tallies select kind, key, payment_status, sum(count) from taken group by 1, 2, 3`

/** Three of four pay with credits; the orders of the others stay pending. */
const BOOKERS_WITH_CREDITS = `
  insert into users (name, email)
  select 'Booker ' || n, 'booker-' || n || '@many.test' from generate_series(1, ${BOOKERS}) n;
  with lots as (
    insert into credit_lots (user_id, granted, remaining)
    select id, 1000000000, 1000000000 from users where email like 'booker-%' and id % 4 > 0 returning id, granted
  )
  insert into credit_ledger (lot_id, amount, kind) select id, granted, 'grant' from lots`

const MORNINGS = `
  create temp table mornings as
  select u.office_id, u.id as unit_id, u.sub_office_id, o.time_zone, row_number() over (order by u.office_id, u.id) - 1 as at
  from units u join offices o on o.id = u.office_id where u.number <= ${SEATS_WITH_MORNINGS};
  create unique index on mornings (at);
  analyze mornings`

/** 301 has no factor in common with the number of slots, so every slot comes up once. */
const WANTED_MORNINGS = `
  create temp table wanted as
  select n as id, office_id, unit_id, sub_office_id,
    (current_date + (slot / 2 - ${DAYS_BACK}) + make_interval(hours => 8 + 2 * (slot % 2))) at time zone time_zone as start,
    interval '2 hours' as length
  from (select n, n % units as at, (n / units * 301 % ${SLOTS})::integer as slot
    from generate_series($1::integer, $2::integer) n, (select count(*) as units from mornings) counted) numbered
  join mornings using (at)`

const WANTED_NOW = `
  create temp table wanted as
  select $1::integer + row_number() over (order by id) as id, office_id, id as unit_id, sub_office_id,
    date_trunc('hour', now()) - interval '1 hour' as start, interval '14 hours' as length
  from units where number > ${SEATS_WITH_MORNINGS}`

/** One in four is pending. Those that are over have been checked out. */
const ORDERS_FROM_WANTED = `
  insert into orders (office_id, id, sub_office_id, user_id, rent_type, "date", start, "end", currency, base_price,
    total_price, tax_percent, commission_percent, payment_status, paid_by_card, checked_in_at, checked_out_at)
    overriding system value
  select office_id, w.id, sub_office_id, first_user + w.id * 31 % users, 'hour',
    least(start - interval '4 days', now() - w.id % 100000 * interval '1 minute'), start, start + length, 'ILS', 5000,
    10000, 18, 30, case when w.id % 4 > 0 then 'full credit card' else 'pending' end,
    case when w.id % 4 > 0 then 11800 else 0 end,
    case when start < now() then start end, case when start + length < now() then start + length end
  from wanted w, (select min(id) as first_user, count(*) as users from users where email like 'person-%') people;
  insert into order_events (office_id, order_id, at, kind)
  select office_id, id, start - interval '4 days', 'booked' from wanted;
  insert into occupancy (office_id, unit_id, order_id, cause, during)
  select office_id, unit_id, id, 'order', tstzrange(start, start + length) from wanted;
  drop table wanted`
