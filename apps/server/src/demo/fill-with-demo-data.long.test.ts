import { readdir } from 'node:fs/promises'
import type { AdminPayment, PackPayment } from '@keyhour/contract/payments'
import type { FoundSpaces } from '@keyhour/contract/spaces'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { PACKS } from '#server/demo/credits.ts'
import { fillWithDemoData } from '#server/demo/fill-with-demo-data.ts'
import { furnish } from '#server/demo/furnish.ts'
import { DEMO_PASSWORD, DEMO_SIGN_INS } from '#server/demo/people.ts'
import { listDemoPictures } from '#server/demo/pictures.ts'
import { checkStatements } from '#server/features/statements/check-statements.ts'
import { startWorld } from '../../test/world.ts'

const DEMO_PICTURES = new URL('../../demo-pictures/', import.meta.url)

const world = await startWorld()
const told: string[] = []
await fillWithDemoData(world, DEMO_PICTURES, (sentence) => told.push(sentence))

async function ask<T extends Record<string, unknown>>(question: ReturnType<typeof sql>, db: Db = world.db) {
  return (await db.execute<T>(question)).rows
}

async function count(from: string, db: Db = world.db): Promise<number> {
  const [row] = await ask<{ n: number }>(sql`select count(*)::integer as n from ${sql.raw(from)}`, db)
  return row!.n
}

async function signIn(account: string) {
  const [person] = await ask<{
    id: number
    email: string
    name: string
    admin: boolean
    session_epoch: number
  }>(
    sql`select id::integer, email, name, admin, session_epoch from users where email = ${`${account}@keyhour.test`}`,
  )
  return person!
}

describe('a first visit', () => {
  test('there are offices, people and messages enough for every screen', async () => {
    expect(await count('offices where deleted_at is null')).toBeGreaterThanOrEqual(12)
    expect(await count('sub_offices where deleted_at is null')).toBeGreaterThanOrEqual(60)
    expect(await count('users')).toBeGreaterThanOrEqual(40)
    expect(await count('contact_messages')).toBeGreaterThanOrEqual(14)
    expect(await count('message_posts')).toBeGreaterThanOrEqual(6)
    expect(await count('canned_answers')).toBe(2)
    expect(await count('credit_packs')).toBe(PACKS.length)
    expect(await count('devices')).toBeGreaterThanOrEqual(12)
    expect(await count('home_assistants')).toBeGreaterThanOrEqual(5)
    expect(await count('(select distinct type from sub_offices)')).toBe(6)
    expect(await count('(select distinct time_zone from offices)')).toBe(4)
    expect(await count('(select distinct currency from offices)')).toBe(4)
    expect(await count('(select distinct tax_percent from offices)')).toBe(4)
    expect(await count("orders where currency = 'USD' and tax_percent = 9")).toBeGreaterThanOrEqual(5)
    expect(await count('(select distinct provider from integrations)')).toBe(7)
    for (const flag of ['hidden', 'coming_soon', 'temporarily_closed', 'hide_from_all_view']) {
      expect(await count(`offices where ${flag}`)).toBe(1)
    }
  })

  test('orders surround the present moment, and every way to pay occurs', async () => {
    const moment = `'${world.now().toISOString()}'::timestamptz`
    const live = 'orders where cancelled_at is null'

    expect(await count(`${live} and "end" <= ${moment}`)).toBeGreaterThanOrEqual(240)
    expect(await count(`${live} and start > ${moment}`)).toBeGreaterThanOrEqual(55)
    expect(await count(`${live} and start <= ${moment} and "end" is null`)).toBeGreaterThanOrEqual(3)
    expect(await count('orders where cancelled_at is not null and refunded > 0')).toBeGreaterThanOrEqual(8)
    expect(await count('(select distinct payment_status from orders)')).toBe(5)
    expect(await count('(select distinct booking_type, rent_type from orders)')).toBe(3)
  })

  test('each demo sign-in works', async () => {
    for (const { email } of DEMO_SIGN_INS) {
      const reply = await world.post('/api/auth/sign_in', { email, password: DEMO_PASSWORD })
      expect(reply.statusCode).toBe(200)
    }
    expect(await count('credentials')).toBe(DEMO_SIGN_INS.length)
  })

  test.each(['manager', 'owner'])('the %s finds people in every office during the day', async (account) => {
    const person = await signIn(account)
    const offices = (await world.get('/api/offices/my-offices', person)).json()

    expect(offices.length).toBeGreaterThanOrEqual(3)
    for (const { id, sub_offices } of offices) {
      const sessions = (await world.get(`/api/orders/active/${id}`, person)).json()
      expect(sessions.length).toBeGreaterThanOrEqual(sub_offices.length > 0 ? 4 : 1)
    }
  })

  test('the member has past, running, coming and cancelled orders', async () => {
    const now = world.now().toISOString()
    const mine = (await world.get('/api/orders', await signIn('member'))).json() as {
      start: string
      end: string | null
      cancelled_at: string | null
    }[]
    const kept = mine.filter((order) => order.cancelled_at === null)

    expect(kept.filter(({ end }) => end !== null && end <= now).length).toBeGreaterThanOrEqual(8)
    expect(kept.filter(({ start, end }) => start <= now && (end === null || end > now))).toHaveLength(1)
    expect(kept.filter(({ start }) => start > now).length).toBeGreaterThanOrEqual(3)
    expect(mine.length - kept.length).toBeGreaterThanOrEqual(2)
  })

  test('an office rented whole is found and can be booked at the price that others paid', async () => {
    const { spaces } = (await world.get('/api/spaces?place=villa')).json<FoundSpaces>()
    const [villa] = spaces.filter(({ sub_office_id }) => sub_office_id === null)
    const stay = { office_id: villa!.office_id, sub_office_id: null, date: '2026-06-02' }
    const quote = await world.post('/api/orders/quote', stay, await signIn('member'))
    const paid = await ask(
      sql`select distinct rent_type, base_price / 100 as price from orders where office_id = ${villa!.office_id}`,
    )

    expect(quote.json()).toMatchObject({ total_price: villa!.price_per_day * 100 })
    expect(paid).toEqual([{ rent_type: 'day', price: villa!.price_per_day }])
  })

  test('every office and space has pictures and every ID photo can be opened', async () => {
    const [place] = await ask<{ office: string; room: string }>(
      sql`select o.pictures[1] as office, s.pictures[1] as room from offices o join sub_offices s on s.office_id = o.id`,
    )
    const front = await world.get(`/static/office_images/${place!.office}`)
    const room = await world.get(`/static/sub_office_images/${place!.room}`)
    const [profile] = await ask<{ passport_image: string }>(
      sql`select passport_image from profiles where passport_image is not null`,
    )
    const photo = await world.files.read('passport_images', profile!.passport_image)

    expect(await count('offices where cardinality(pictures) < 2')).toBe(0)
    expect(await count('sub_offices where cardinality(pictures) < 1')).toBe(0)
    for (const picture of [front.rawPayload, room.rawPayload]) {
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'webp', width: 1280, height: 800 })
    }
    expect(await sharp(world.secrets.openBytes(photo!)).metadata()).toMatchObject({
      format: 'jpeg',
      width: 480,
      height: 600,
    })
  })

  test('the owner has nearly a year of statements, most of them paid', async () => {
    const { id } = await signIn('owner')
    const own = `statements join statement_owners o using (office_id, number) join payouts using (office_id, number)
      where o.user_id = ${id}`

    expect(await count(`(select distinct month from ${own})`)).toBeGreaterThanOrEqual(10)
    expect(await count(`(select distinct state from ${own})`)).toBe(3)
    expect(await count("statement_lines where kind = 'correction'")).toBeGreaterThanOrEqual(1)
    await checkStatements.run(world, {})
  })

  test('the first start reports its progress', () => {
    expect(told).toEqual(['Copying the demo pictures…', 'Furnishing the demo…'])
  })

  test('every picture of the demo is committed, and none is unused', async () => {
    expect((await readdir(DEMO_PICTURES)).sort()).toEqual(listDemoPictures().sort())
  })

  test('filling twice changes nothing', async () => {
    const before = [await count('users'), await count('orders'), await count('credit_ledger')]
    await fillWithDemoData(world, DEMO_PICTURES, () => expect.unreachable('the demo is filled once'))

    expect([await count('users'), await count('orders'), await count('credit_ledger')]).toEqual(before)
  })
})

describe('money', () => {
  test('the remainder of every lot is the sum of its ledger', async () => {
    const wrong = await ask(sql`select l.id from credit_lots l left join credit_ledger e on e.lot_id = l.id
      group by l.id having coalesce(sum(e.amount), 0) <> l.remaining`)

    expect(wrong).toEqual([])
  })

  test('nothing is spent from a lot before it was bought or after it expired', async () => {
    const wrong = await ask(sql`select e.id from credit_ledger e join credit_lots l on l.id = e.lot_id
      where e.at < l.created_at or (e.kind = 'spend' and e.at >= l.expires_at)`)
    const stale = await count(
      `credit_lots where expires_at <= '${world.now().toISOString()}' and remaining > 0`,
    )

    expect(wrong).toEqual([])
    expect(stale).toBe(0)
    expect(await count("credit_ledger where kind = 'expire'")).toBeGreaterThan(0)
  })

  test('the ledger spends and refunds what the orders say', async () => {
    const wrong = await ask(sql`select o.id from orders o
      left join credit_ledger e on e.office_id = o.office_id and e.order_id = o.id
      group by o.id, o.paid_with_credits, o.refunded, o.paid_by_card
      having coalesce(-sum(e.amount) filter (where e.kind = 'spend'), 0) <> o.paid_with_credits
        or coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0) > o.refunded
        or (o.paid_by_card = 0 and coalesce(sum(e.amount) filter (where e.kind = 'refund'), 0) <> o.refunded)`)

    expect(wrong).toEqual([])
  })

  test('the customer pays price and tax, in the way the order says', async () => {
    const wrong = await ask(sql`select id, payment_status from (
        select *, total_price + round(total_price * tax_percent / 100.0) as due from orders) o
      where not case payment_status
        when 'credits' then paid_with_credits = due and paid_by_card = 0
        when 'part credit' then paid_with_credits > 0 and paid_by_card > 0 and paid_with_credits + paid_by_card = due
        when 'pending' then paid_with_credits = 0 and paid_by_card = 0
        else paid_with_credits = 0 and paid_by_card = due end
      or (total_price is null) <> ("end" is null)
      or refunded > paid_with_credits + paid_by_card
      or tax_percent <> (select f.tax_percent from offices f where f.id = o.office_id) or commission_percent <> 30`)

    expect(wrong).toEqual([])
  })

  test('nobody owes more than one booking in an office, and the sign-ins owe nothing', async () => {
    const owing = sql`(case when cancelled_at is not null then kept when "end" is null then base_price else billed end)
      > paid_with_credits + paid_by_card + paid_otherwise - refunded and "end" is not null`
    const wrong = await ask(
      sql`select user_id from orders where ${owing} group by user_id, office_id having count(*) > 1`,
    )
    const signIns = await ask(sql`select o.id from orders o join users u on u.id = o.user_id
      join credentials c on c.user_id = u.id where ${owing}`)

    expect([wrong, signIns]).toEqual([[], []])
    expect(await count("orders where payment_status = 'pending' and cancelled_at is null")).toBeGreaterThan(0)
  })

  test('credits pay only in their currency, and expire at the end of a day', async () => {
    const wrong = await ask(sql`select e.id from credit_ledger e join credit_lots l on l.id = e.lot_id
      join orders o on o.office_id = e.office_id and o.id = e.order_id where l.currency <> o.currency`)
    const odd = await count(`credit_lots where expires_at <> date_trunc('day', expires_at, 'UTC')`)

    expect([wrong, odd]).toEqual([[], 0])
    expect(await count('(select distinct currency from credit_lots)')).toBe(4)
  })

  test('everybody paid for the packs they bought, with receipts that are numbered without a gap', async () => {
    const wrong = await ask(sql`select l.id from credit_lots l join users u on u.id = l.user_id
      left join payments p on p.lot_id = l.id
      left join credit_packs k on k.id = p.credit_pack_id
      where l.credit_pack_id is not null and (p.status is distinct from 'paid' or p.user_id <> l.user_id
        or p.credit_pack_id <> l.credit_pack_id or p.credits_amount * 100 <> l.granted or p.amount <> k.price_cents
        or p.paid_at <> l.created_at or p.created_at < u.created_at)`)
    const numbers = await ask<{ number: number }>(
      sql`select receipt_number::integer as number from payments where status = 'paid' order by paid_at, id`,
    )
    const [last] = await ask(sql`select last::integer from receipt_numbers`)

    expect(wrong).toEqual([])
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, at) => at + 1))
    expect(last).toEqual({ last: numbers.length })
  })

  test('a company pays all of a booking or nothing, within the limits of its people, and its report adds up', async () => {
    const manager = await signIn('business')
    const [company] = (await world.get('/api/businesses/mine', manager)).json()
    const url = `/api/businesses/${company.id}`
    const report = (await world.get(`${url}/usage?from=2020-01&to=2099-12&by=person`, manager)).json()
    const [ledger] = await ask<{ spent: number }>(sql`select -sum(amount)::integer as spent
      from credit_ledger join credit_lots l on l.id = lot_id
      where l.business_id = ${company.id} and order_id is not null`)
    const mixed = await ask(sql`select id from orders where business_id is not null
      and (paid_by_card > 0 or paid_otherwise > 0 or booking_type = 'on_demand')`)
    const over = await ask(sql`select u.key from business_usage u
      join business_members m on m.business_id = u.business_id and m.user_id = u.key
      where u.kind = 'person' group by u.key, u.month, m.monthly_limit having sum(u.spent) > m.monthly_limit`)
    const pool = (await world.get(`${url}/balance`, manager)).json()

    expect(report.rows.length).toBeGreaterThan(3)
    expect(report.spent).toBe(ledger!.spent)
    expect([mixed, over]).toEqual([[], []])
    expect(pool.left).toBeGreaterThan(0)
    expect(pool.left).toBeLessThan(pool.low_at)
    expect((await world.get(`${url}/invitations`, manager)).json()).toHaveLength(2)
    expect((await world.get(`${url}/payments`, manager)).json().length).toBeGreaterThan(1)
  })

  test('the member has bought packs, one of them refunded in part, and opens the receipts', async () => {
    const member = await signIn('member')
    const mine = (await world.get('/api/payments', member)).json() as PackPayment[]
    const refunded = mine.filter((payment) => payment.refunded > 0)
    const receipt = await world.get(`/api/payments/${refunded[0]!.id}/receipt.pdf`, member)

    expect(mine.map(({ status, pack_name }) => [status, pack_name])).toEqual([
      ['paid', 'Regular · מנוי קבוע'],
      ['paid', 'Regular · מנוי קבוע'],
      ['paid', 'Starter'],
    ])
    expect(refunded).toMatchObject([{ amount: 19_000, refunded: 9500 }])
    expect([receipt.statusCode, receipt.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  })

  test('the admin finds every purchase, refunds one and marks the open invoice as paid', async () => {
    const admin = await signIn('admin')
    const list = async (query: string) =>
      (await world.get(`/api/admin/payments?${query}`, admin)).json() as AdminPayment[]
    const [invoice] = await list('status=open&way=invoice')
    const paid = await world.post(
      `/api/admin/payments/${invoice!.id}/mark_paid`,
      { amount: invoice!.amount },
      admin,
    )
    const [whole] = (await list('status=paid&page_size=100')).filter(
      ({ amount, refunded }) => refunded === amount,
    )
    const [fresh] = await list(`user_id=${(await signIn('member')).id}`)
    const refund = await world.post(
      `/api/admin/payments/${fresh!.id}/refunds`,
      { amount: 1000, reason: 'A test' },
      admin,
    )

    expect([paid.statusCode, paid.json().status]).toEqual([200, 'paid'])
    expect(whole).toMatchObject({
      refunds: [{ reason: 'Bought twice by mistake', actor_name: 'Noa Bar-Lev' }],
    })
    expect([refund.statusCode, refund.json().refunded]).toEqual([200, 1000])
  })

  test('an hourly order costs its base price times its hours', async () => {
    const wrong = await ask(sql`select id from orders where rent_type = 'hour' and total_price <>
      round(base_price * extract(epoch from "end" - start) / 3600)`)

    expect(wrong).toEqual([])
  })
})

/** Fills an empty database as of `moment`, reads, and empties it again. */
const empty = await startWorld()
async function asOf<T>(moment: string, look: (db: Db) => Promise<T>): Promise<T> {
  let seen: T | undefined
  const nothingDrawn = { ofOffice: new Map(), ofSpace: new Map(), ofPerson: new Map() }
  const { secrets } = empty
  const done = new Error('seen enough')
  const run = empty.db.transaction(async (db) => {
    const now = Date.parse(moment)
    await furnish(db, { now, pictures: nothingDrawn, secrets, passwordHash: 'none' })
    seen = await look(db)
    throw done
  })
  await expect(run).rejects.toBe(done)
  return seen!
}

/** Orders and closures outside the opening hours, on the clock of their office. */
const OUTSIDE_OPENING_HOURS = sql`select c.id from (
    select c.id, o.open_hours::time as open, o.close_hours::time as close,
      (lower(c.during) at time zone o.time_zone)::time as begins,
      (upper(c.during) at time zone o.time_zone)::time as ends
    from occupancy c join offices o on o.id = c.office_id) c
  where not case
    when open is null then true
    when open < close then begins >= open and begins < close and ends > open and ends <= close
    else (begins >= open or begins < close) and (ends > open or ends <= close) end`

describe('at any moment', () => {
  test.each([
    ['on a working day', '2026-03-02T08:00:00Z'],
    ['in the middle of the night', '2026-05-13T00:31:00Z'],
    ['on a Saturday', '2026-06-20T10:15:00Z'],
    ['a minute before midnight on New Year', '2026-12-31T21:59:00Z'],
    ['in the hour that spring skips in Jerusalem', '2026-03-27T00:10:00Z'],
    ['in the hour that autumn repeats in Berlin', '2026-10-25T00:40:00Z'],
  ])('the demo is alive and consistent %s', async (_, moment) => {
    await asOf(moment, async (db) => {
      const isNow = `cancelled_at is null and start <= '${moment}' and ("end" is null or "end" > '${moment}')`
      const dashboards = await ask<{ people: number }>(
        sql`select count(*) filter (where ${sql.raw(isNow)})::integer as people
          from offices f join office_members m on m.office_id = f.id and m.role in ('manager', 'owner')
          join users u on u.id = m.user_id and u.email in ('manager@keyhour.test', 'owner@keyhour.test')
          left join orders o on o.office_id = f.id where f.deleted_at is null group by f.id`,
        db,
      )

      expect(await count(`orders where ${isNow}`, db)).toBeGreaterThanOrEqual(14)
      expect(await count(`orders where ${isNow} and checked_in_at is not null`, db)).toBeGreaterThanOrEqual(5)
      expect(Math.min(...dashboards.map(({ people }) => people))).toBeGreaterThanOrEqual(1)
      expect(await count('orders', db)).toBeGreaterThanOrEqual(330)
      expect(await count('(select distinct payment_status from orders)', db)).toBe(5)
      expect(await ask(OUTSIDE_OPENING_HOURS, db)).toEqual([])
      expect(
        await ask(
          sql`select o.id from orders o left join occupancy c
        on c.office_id = o.office_id and c.order_id = o.id and lower(c.during) = o.start
          and upper(c.during) = coalesce(o."end", upper(c.during))
        where (c.id is null) = (o.cancelled_at is null)`,
          db,
        ),
      ).toEqual([])
      expect(await count(`order_events where at > '${moment}'`, db)).toBe(0)
      expect(await count(`credit_ledger where at > '${moment}'`, db)).toBe(0)
      expect(await count(`payments where created_at > '${moment}' or paid_at > '${moment}'`, db)).toBe(0)
    })
  })

  test('the same clock gives the same people, offices, orders and purchases', async () => {
    const look = async (db: Db) => [
      await ask(sql`select name, email, created_at from users order by email`, db),
      await ask(sql`select name, price_per_hour from sub_offices order by name, price_per_hour`, db),
      await ask(
        sql`select u.email, o.start, o."end", o.total_price, o.payment_status from orders o
          join users u on u.id = o.user_id order by o.start, u.email`,
        db,
      ),
      await ask(
        sql`select u.email, p.pack_name, p.paid_at, p.refunded, p.receipt_number from payments p
          join users u on u.id = p.user_id order by p.created_at, u.email`,
        db,
      ),
    ]

    expect(await asOf('2026-03-02T08:00:00Z', look)).toEqual(await asOf('2026-03-02T08:00:00Z', look))
  })
})
