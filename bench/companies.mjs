import { withoutLimits } from '../apps/server/src/db/connection.ts'
import { addUpUsage } from '../apps/server/src/features/businesses/add-up-usage.ts'
import { issueToken } from '../apps/server/src/secrets/session-token.ts'
import { fillPlaces } from '../apps/server/test/fill-many.ts'
import { askInTurn, figure, medianAnd95th, now, runBench, timesAsMuch } from './few-and-many.mjs'

/** What the manager and the people of a company ask for, in a small company and in a large one, after a year. */
const FEW = { people: 20, orders: 1000 }
const MANY = {
  people: Number(process.env.BENCH_PEOPLE ?? 2000),
  orders: Number(process.env.BENCH_ORDERS ?? 100_000),
}
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 20)
const FILE_ROUNDS = Math.min(5, ROUNDS)
const MOST_TIMES = 3
const YEAR = 'from=2025-04&to=2026-03'

const company = (path) => ({ url: `/api/businesses/1${path}` })
const QUESTIONS = {
  'the company': () => company(''),
  people: () => company('/people'),
  'people, the biggest spenders first': () => company('/people?sort=used_this_month&direction=desc'),
  'people by part of a name': () => company('/people?q=person%2011'),
  'a year by person': () => company(`/usage?by=person&${YEAR}`),
  'a year by month': () => company(`/usage?by=month&${YEAR}`),
  'a year by space': () => company(`/usage?by=space&${YEAR}`),
  'what is in the pool': () => company('/balance'),
  'movements of credits': () => company('/entries'),
  purchases: () => company('/payments'),
  invitations: () => company('/invitations'),
  orders: () => company('/orders'),
  'orders of one person': () => company('/orders?user_id=7'),
  'what one may spend': () => ({ url: '/api/businesses/mine' }),
  'a quote on company credits': ({ space }) => ({
    method: 'POST',
    url: '/api/orders/quote',
    payload: { ...space, business_id: 1, date: '2026-03-04', start: '10:00', end: '11:00' },
  }),
}

/** They have all rows, so that what counts is the time for each. The small company has enough of them to tell. */
const FILES = {
  'a file of a year by space': company(`/usage/export?format=csv&by=space&${YEAR}`),
  'a file of all movements': company('/entries/export?format=csv'),
}

/** Twenty rows tell nothing about the time for each. This file is compared with a page, which needs the same sums. */
const BY_PERSON = {
  page: company(`/usage?by=person&${YEAR}`),
  file: company(`/usage/export?format=csv&by=person&${YEAR}`),
}

async function bench(open) {
  const worlds = { few: await fillAndOpen(open, 'few', FEW), many: await fillAndOpen(open, 'many', MANY) }
  const rows = []
  for (const [name, question] of Object.entries(QUESTIONS))
    rows.push({
      name,
      ...(await askInTurn(worlds, { rounds: ROUNDS }, (world) => ask(world, question(world)))),
    })
  for (const [name, file] of Object.entries(FILES)) rows.push(await weighFile(worlds, name, file))
  rows.push(await comparePageAndFile(worlds.many))
  for (const { close } of Object.values(worlds)) await close()
  return report(rows)
}

/** Ms for 1,000 rows. */
async function weighFile(worlds, name, file) {
  const linesIn = async (world) => (await ask(world, file)).body.trim().split('\n').length
  const lines = { few: await linesIn(worlds.few), many: await linesIn(worlds.many) }
  const times = await askInTurn(worlds, { rounds: FILE_ROUNDS, warmUp: 1 }, (world) => ask(world, file))
  const each = (size) => times[size].map((ms) => (ms / lines[size]) * 1000)
  return { name: `${name}, 1,000 rows`, few: each('few'), many: each('many') }
}

/** Both of the large company. */
async function comparePageAndFile(world) {
  const sizes = { few: { request: BY_PERSON.page }, many: { request: BY_PERSON.file } }
  const times = await askInTurn(sizes, { rounds: ROUNDS }, ({ request }) => ask(world, request))
  return { name: `a year by person of ${figure(MANY.people)}: a page, and the file`, ...times }
}

async function fillAndOpen(open, name, { people, orders }) {
  const world = await open(name, {
    async fill({ pool }) {
      await fillPlaces(pool, { subOffices: 200, users: people })
      await fillCompany(pool, orders)
    },
  })
  await addUpUsage.run(world.deps, {})
  await world.pool.query('vacuum analyze business_usage')
  console.log(`${name}: ${figure(people)} people, ${figure(orders)} orders`)
  const { rows: managers } = await world.pool.query(
    'select id::integer, email, name, admin, session_epoch from users where id = 1',
  )
  const { rows: spaces } = await world.pool.query(
    'select office_id::integer, id::integer as sub_office_id from sub_offices where id = 11',
  )
  const token = await issueToken(world.deps.secrets, managers[0], now())
  return { ...world, space: spaces[0], headers: { authorization: `Bearer ${token}` } }
}

/**
 * Everybody is in one company; its orders spread over a year and over all spaces, each paid from the pool. For every ten
 * people somebody is invited, and for every hundred orders a purchase was given up.
 */
const fillCompany = (pool, orders) =>
  withoutLimits(pool, (client) =>
    client.query(`
    insert into businesses (name, currency) values ('Many', 'ILS');
    insert into business_members (business_id, user_id, role)
    select 1, id, case id when 1 then 'manager' else 'employee' end from users;
    insert into credit_lots (business_id, currency, granted, remaining) values (1, 'ILS', 2000000000, 2000000000);
    insert into credit_ledger (lot_id, amount, kind) values (1, 2000000000, 'grant');
    insert into business_invitations (business_id, email, role, token_hash, invited_by, sent_at, expires_at)
    select 1, 'invited-' || id || '@many.test', 'employee', decode(md5(id::text), 'hex'), 1, '2026-03-01', '2026-03-15'
    from users where id % 10 = 0;
    insert into credit_packs (name, credits_amount, price_cents, currency) values ('Team', 500, 45000, 'ILS');
    insert into payments (user_id, business_id, way, status, credit_pack_id, pack_name, credits_amount, amount,
      tax_percent, currency, expires_at)
    select 1, 1, 'invoice', 'expired', (select max(id) from credit_packs), 'Team', 500, 45000, 18, 'ILS', '2026-02-01'
    from generate_series(1, ${orders} / 100);
    insert into orders (office_id, sub_office_id, user_id, business_id, rent_type, "date", start, "end", currency,
      base_price, total_price, tax_percent, commission_percent, paid_with_credits, payment_status)
    select s.office_id, s.id, 1 + n % (select count(*) from users), 1, 'hour', moment - interval '2 days', moment,
      moment + interval '1 hour', 'ILS', 5000, 5000, 18, 30, 5900, 'credits'
    from generate_series(1, ${orders}) n
    cross join lateral (select timestamptz '2026-03-31' - n * interval '1 year' / ${orders} as moment) m
    join sub_offices s on s.id = 1 + n % (select count(*) from sub_offices);
    insert into credit_ledger (lot_id, amount, kind, office_id, order_id, actor_id, at)
    select 1, -5900, 'spend', office_id, id, user_id, "date" from orders;
    update credit_lots set remaining = (select sum(amount) from credit_ledger)`),
  )

async function ask({ app, headers }, request) {
  const reply = await app.inject({ ...request, headers })
  if (reply.statusCode !== 200) throw new Error(`${request.url} answered ${reply.statusCode}: ${reply.body}`)
  return reply
}

function report(rows) {
  console.log('\nMedian and 95th percentile of one call, in the process of the server:')
  console.table(
    rows.map(({ name, ...times }) => ({
      name,
      [`${figure(FEW.people)} people, ms`]: medianAnd95th(times.few),
      [`${figure(MANY.people)} people, ms`]: medianAnd95th(times.many),
      times: timesAsMuch(times).toFixed(1),
    })),
  )
  const slow = rows.filter((row) => timesAsMuch(row) > MOST_TIMES).map(({ name }) => name)
  console.log(slow.length > 0 ? `Too slow: ${slow.join(', ')}.` : 'A large company feels like a small one.')
  return slow.length === 0
}

await runBench(bench)
