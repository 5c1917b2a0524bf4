import type pg from 'pg'
import { withoutLimits } from '#server/db/connection.ts'

/** Every tenth space is an open space with a dozen seats. */
export type Places = { subOffices: number; users: number }

const SPACES_AN_OFFICE = 10
const SEATS = 12

/** Offices in three zones, some of which never close, ten spaces in each. */
export async function fillPlaces(pool: pg.Pool, { subOffices, users }: Places): Promise<void> {
  await pool.query(`
    insert into users (name, email) select 'Person ' || n, 'person-' || n || '@many.test' from generate_series(1, ${users}) n;
    insert into offices (name, lat, lon, address, time_zone, open_hours, close_hours)
    select 'Office ' || n, 30 + n % 20, 10 + n % 30, 'Street ' || n,
      (array['Asia/Jerusalem', 'Asia/Jerusalem', 'Europe/Berlin', 'America/New_York'])[1 + n % 4],
      case when n % 5 > 0 then '08:00' end, case when n % 5 > 0 then '20:00' end
    from generate_series(1, ${subOffices / SPACES_AN_OFFICE}) n;
    insert into sub_offices (office_id, name, type, capacity, price_per_hour, price_per_day, price_per_week)
    select o.id, 'Space ' || n, case when n = 10 then 'open_space'
      else (array['office', 'meeting_room', 'lecture_room', 'clinics', 'podcast_room'])[1 + n % 5] end,
      case when n = 10 then ${SEATS} else 2 + n end, 4000 + 100 * n, 25000, 120000
    from offices o, generate_series(1, ${SPACES_AN_OFFICE}) n;
    insert into units (office_id, sub_office_id, number)
    select office_id, id, number from sub_offices,
      generate_series(1, case type when 'open_space' then ${SEATS} else 1 end) number;
    analyze users; analyze offices; analyze sub_offices; analyze units`)
}

const ROUNDS = 60

/**
 * Two-hour orders with the numbers from `first` to `last`, each with its event and its unit. One round gives every unit
 * one order; rounds are three days apart, start 120 days before `around`, and jump, so that few orders spread as widely
 * as many.
 */
export async function fillOrders(
  pool: pg.Pool,
  { first, last, around }: { first: number; last: number; around: Date },
): Promise<void> {
  await withoutLimits(pool, async (client) => {
    await client.query(
      `create temp table wanted as
       with numbered as (select office_id, id as unit_id, sub_office_id,
         row_number() over (order by office_id, id) - 1 as at, count(*) over () as units from units)
       select n as id, office_id, unit_id, sub_office_id, date_trunc('day', $3::timestamptz) - interval '120 days'
         + ((n / units * 29) % ${ROUNDS}) * interval '3 days' + (8 + at % 8) * interval '1 hour' as start
       from generate_series($1::integer, $2::integer) n
       join numbered on at = n % (select count(*) from units)`,
      [first, last, around],
    )
    await client.query(`
      insert into orders (office_id, id, sub_office_id, user_id, rent_type, "date", start, "end", currency, base_price,
        total_price, tax_percent, commission_percent) overriding system value
      select office_id, id, sub_office_id, (select min(id) from users) + id % (select count(*) from users), 'hour',
        start - interval '4 days', start, start + interval '2 hours', 'ILS', 5000, 10000, 18, 30 from wanted;
      insert into order_events (office_id, order_id, at, kind)
      select office_id, id, start - interval '4 days', 'booked' from wanted;
      insert into occupancy (office_id, unit_id, order_id, cause, during)
      select office_id, unit_id, id, 'order', tstzrange(start, start + interval '2 hours') from wanted;
      drop table wanted;
      select setval(pg_get_serial_sequence('orders', 'id'), (select max(id) from orders))`)
    for (const table of ['orders', 'order_events', 'occupancy']) await client.query(`vacuum analyze ${table}`)
  })
}

/** People with names in two scripts, a phone, an office and two lots each, a third of which expire. */
export async function fillUsers(pool: pg.Pool, users: number): Promise<void> {
  await withoutLimits(pool, async (client) => {
    await client.query(`
      insert into offices (name, lat, lon, address)
      select 'Office ' || n, 32, 34, 'Street ' || n from generate_series(1, 200) n;
      insert into users (name, email, created_at, deleted_at)
      select (array['Noa', 'Maya', 'Omer', 'Dana', 'Yossi', 'Ruth', 'Chen', 'Adi', 'נועה', 'דנה'])[1 + n % 10] || ' '
          || (array['Cohen', 'Levi', 'Mizrahi', 'Peretz', 'Biton', 'לוי', 'כהן'])[1 + n / 10 % 7] || ' ' || md5(n::text),
        'person-' || n || '@many.test', timestamptz '2020-01-01' + n * interval '15 minutes',
        case when n % 50 = 0 then timestamptz '2026-01-01' end
      from generate_series(1, ${users}) n;
      insert into profiles (user_id, phone) select id, '+97250' || id from users;
      insert into office_members (office_id, user_id, role)
      select (select min(id) from offices) + id % 200, id, 'member' from users;
      insert into credit_lots (user_id, granted, remaining, expires_at)
      select id, 100000, id * (n * 7919 + 1) % 100000, case when id % 3 = 0 then timestamptz '2027-01-01' + id * interval '1 minute' end
      from users, generate_series(1, 2) n`)
    for (const table of ['users', 'profiles', 'office_members', 'credit_lots', 'credit_balances'])
      await client.query(`vacuum analyze ${table}`)
  })
}

/**
 * Orders with the numbers from `first` to `last` for lists, with every payment and a thousand prices. They take no
 * unit, so they may overlap; they lie within the half year around `around`, few spread as widely as many.
 */
export async function fillOrderList(
  pool: pg.Pool,
  { first, last, around }: { first: number; last: number; around: Date },
): Promise<void> {
  await withoutLimits(pool, async (client) => {
    await client.query(
      `with spaces as (select office_id, id, row_number() over (order by id) - 1 as at, count(*) over () as spaces from sub_offices),
        wanted as (select n, $3::timestamptz - interval '90 days' + n * 7919::bigint % 259200 * interval '1 minute' as moment
          from generate_series($1::integer, $2::integer) n)
       insert into orders (office_id, sub_office_id, user_id, rent_type, "date", start, "end", currency, base_price,
         total_price, tax_percent, commission_percent, payment_status)
       select office_id, case when n % 20 > 0 then id end,
         (select min(id) from users) + n * 31::bigint % (select count(*) from users), 'hour', moment,
         moment + n % 30 * interval '1 day', moment + n % 30 * interval '1 day' + interval '2 hours', 'ILS', 5000,
         n * 17::bigint % 1000 * 100, 18, 30,
         (array['credits', 'part credit', 'full credit card', 'pending', 'paid'])[1 + n % 5]
       from wanted join spaces on at = n * 13::bigint % spaces`,
      [first, last, around],
    )
    for (const table of ['orders', 'order_tallies']) await client.query(`vacuum analyze ${table}`)
  })
}

/**
 * Messages in two languages over the last three years, six sevenths of them read, some with a tag. Every tenth one asks
 * about parking and every hundredth about a projector, in Hebrew.
 */
export async function fillMessages(
  pool: pg.Pool,
  { count, around }: { count: number; around: Date },
): Promise<void> {
  await withoutLimits(pool, async (client) => {
    await client.query(
      `insert into contact_messages (email, message, created_at, read_at, is_handled, priority, tags)
       select substr(md5('sender' || n), 1, 8) || '@many.test',
         case n % 3 when 0 then 'שלום, אשמח לפרטים על המשרדים שלכם ועל המחירים. ' else 'Hello, I would like to know more about your offices. ' end
           || md5(n::text) || case when n % 10 = 0 then ' Is there parking?' else '' end
           || case when n % 100 = 1 then ' האם יש מקרן בחדר?' else '' end
           || case when n % 1000 = 3 then ' qz' else '' end,
         moment, case when n % 7 <> 5 then moment + interval '1 hour' end, n % 7 < 5,
         (array['normal', 'high', 'normal', 'low'])[1 + n / 7 % 4], case when n % 50 = 2 then '{vip}'::text[] else '{}' end
       from generate_series(1, $1::integer) n,
         lateral (select $2::timestamptz - n * 7919::bigint % 1576800 * interval '1 minute' as moment) at`,
      [count, around],
    )
    await client.query('vacuum analyze contact_messages')
  })
}
