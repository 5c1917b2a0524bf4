import { AdminOrder } from '@keyhour/contract/all-orders'
import { orderRow } from '@keyhour/contract/order-row'
import { Statement, StatementDetails, StatementLine } from '@keyhour/contract/statements'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/db/connection.ts'
import { purgeAccounts } from '#server/features/account-deletion/purge-accounts.ts'
import { checkStatements } from '#server/features/statements/check-statements.ts'
import { issueMonth } from '#server/features/statements/issue-month.ts'
import { issueStatements } from '#server/features/statements/issue-statements.ts'
import { lockPayout, updatePayout } from '#server/features/statements/queries.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
const boss = await world.user({ admin: true })
const maya = await world.user()

const THIRD_OF_APRIL = '2026-04-03T06:00:00.000Z'
const THIRD_OF_MAY = '2026-05-03T06:00:00.000Z'
beforeEach(() => world.setNow(THIRD_OF_APRIL))

type Given = Parameters<typeof world.order>[0]

/** An office with its owner and one room. */
async function place(given: Parameters<typeof world.office>[0] = {}) {
  const office = await world.office(given)
  const room = await world.subOffice(office.id)
  const owner = await world.user()
  await world.member(office.id, owner.id, 'owner')
  const book = (start: string, more: Partial<Given> = {}) => {
    const end = new Date(Date.parse(start) + 3_600_000).toISOString()
    return world.order({
      office_id: office.id,
      sub_office_id: room.id,
      user_id: maya.id,
      start,
      end,
      ...more,
    })
  }
  return { office, room, owner, book }
}

const noteOf =
  ({ id }: Statement) =>
  (payload: object, by = boss) =>
    world.send({ method: 'PUT', url: `/api/admin/statements/${id}/payout`, payload }, by)

/** The office has another owner, and only that one. */
async function handOver(office: { id: number }, next: typeof maya): Promise<void> {
  await world.pool.query(`delete from office_members where office_id = ${office.id}`)
  await world.member(office.id, next.id, 'owner')
}

const issue = (until?: string) => issueStatements.run(world, { until })

async function statementsOf(owner: typeof maya, query = ''): Promise<Statement[]> {
  const reply = await world.get(`/api/owner/statements?${query}`, owner)
  expect(reply.statusCode).toBe(200)
  return Statement.array().parse(reply.json())
}

async function linesOf({ id }: Statement, owner = boss): Promise<StatementLine[]> {
  const reply = await world.get(`/api/owner/statements/${id}/lines?page_size=100`, owner)
  return StatementLine.array().parse(reply.json())
}

const amountsOf = ({ price, tax, commission, corrections, net }: Statement) => ({
  price,
  tax,
  commission,
  corrections,
  net,
})

const add = (amounts: number[]): number => amounts.reduce((sum, amount) => sum + amount, 0)

describe('what a statement says', () => {
  test('a month adds up to the list of all orders to the cent, with the rates of each order', async () => {
    const { room, owner, book } = await place()
    const other = await place()
    for (let day = 1; day <= 31; day += 1) {
      const date = `2026-03-${String(day).padStart(2, '0')}`
      // Odd prices, half of them computed from the rate, and rates that have changed meanwhile.
      const price = day % 2 ? { total_price: 3333 + day * 7 } : { total_price: null, base_price: 4999 }
      await book(`${date}T10:00:00.000Z`, {
        ...price,
        commission_percent: day < 10 ? 25 : 30,
        tax_percent: 17 + (day % 2),
      })
    }
    await other.book('2026-03-05T10:00:00.000Z')
    await issue()

    const [statement, ...more] = await statementsOf(owner)
    expect(more).toEqual([])
    const filters = `date_type=service_start_date&from=2026-03-01&to=2026-03-31&sub_office=${encodeURIComponent(room.name)}`
    const reply = await world.get(`/api/admin/all-orders?${filters}&page_size=100`, boss)
    const rows = AdminOrder.array().parse(reply.json()).map(orderRow)
    expect(rows).toHaveLength(31)
    expect(amountsOf(statement!)).toEqual({
      price: add(rows.map((row) => row.subOfficeServicePrice)),
      tax: add(rows.map((row) => row.taxes)),
      commission: add(rows.map((row) => row.companyCommission)),
      corrections: 0,
      net: add(rows.map((row) => row.netAmountToSubOffice)),
    })
    const lines = await linesOf(statement!)
    expect(lines.map(({ order_id }) => order_id).sort()).toEqual(rows.map(({ orderId }) => orderId).sort())
    expect(statement!.net).toBe(add(lines.map(({ net }) => net)))
  })

  test('a month begins and ends at midnight on the clock of the office', async () => {
    const { owner, book } = await place({ time_zone: 'America/New_York' })
    const first = await book('2026-03-01T05:00:00.000Z')
    const last = await book('2026-04-01T03:30:00.000Z')
    await book('2026-04-01T04:00:00.000Z')
    await book('2026-03-01T04:30:00.000Z')
    await issue()

    const [march, february] = await statementsOf(owner)
    expect([march!.month, february!.month]).toEqual(['2026-03', '2026-02'])
    expect((await linesOf(march!)).map(({ order_id }) => order_id)).toEqual([first.id, last.id])
  })

  test('of a cancelled order it has what the terms keep, and nothing of one that was free to cancel', async () => {
    const { owner, book } = await place()
    const cancelled_at = '2026-03-02T08:00:00.000Z'
    const kept = await book('2026-03-05T10:00:00.000Z', { total_price: 10_000, cancelled_at, kept: 5900 })
    await book('2026-03-06T10:00:00.000Z', { cancelled_at, kept: 0 })
    await issue()

    const [statement] = await statementsOf(owner)
    expect(await linesOf(statement!)).toMatchObject([
      { order_id: kept.id, is_cancelled: true, price: 5000, tax: 900, commission: 1500, net: 3500 },
    ])
  })

  test('the orders that the owner saves as a file add up to it to the cent', async () => {
    const { office, owner, book } = await place()
    const cancelled_at = '2026-03-02T08:00:00.000Z'
    for (let day = 3; day < 28; day += 1) {
      const price = { total_price: 3333 + day * 7, commission_percent: 20 + day, tax_percent: 17 + (day % 2) }
      // Every third is cancelled, and most of those were not free to cancel.
      const end = day % 3 === 0 ? { cancelled_at, kept: day % 2 === 0 ? 0 : 1777 + day } : {}
      await book(`2026-03-${String(day).padStart(2, '0')}T10:00:00.000Z`, { ...price, ...end })
    }
    await issue()

    const [statement] = await statementsOf(owner)
    const file = await world.get(`/api/owner/offices/${office.id}/orders/export?list=past`, owner)
    const [headings, ...rows] = file.body
      .trim()
      .split('\r\n')
      .map((line) => line.split(','))
    const sum = (heading: string) =>
      add(rows.map((row) => Math.round(Number(row[headings!.indexOf(heading)]) * 100)))
    expect(rows).toHaveLength(25)
    expect(amountsOf(statement!)).toEqual({
      price: sum('Price'),
      tax: sum('Tax'),
      commission: sum('Commission'),
      corrections: 0,
      net: sum('Net'),
    })
  })

  test('a visit without an end and an order that waits for its payment are in the next one', async () => {
    const { owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    const visit = await book('2026-03-31T10:00:00.000Z', {
      booking_type: 'on_demand',
      end: null,
      total_price: null,
    })
    const waiting = await book('2026-03-30T10:00:00.000Z', { pay_until: '2026-04-03T07:00:00.000Z' })
    await issue()
    await world.pool.query(
      `update orders set "end" = '2026-04-04T10:00Z', total_price = 90000 where id = ${visit.id};
       update orders set pay_until = null where id = ${waiting.id}`,
    )
    world.setNow(THIRD_OF_MAY)
    await issue()

    const [april, march] = await statementsOf(owner)
    expect(march!.lines).toBe(1)
    expect(await linesOf(april!)).toMatchObject([
      { kind: 'order', month: '2026-03', order_id: waiting.id },
      { kind: 'order', month: '2026-03', order_id: visit.id, price: 90_000 },
    ])
  })

  test('an office that is rented whole has statements too, and each currency its own', async () => {
    const { office, owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z', { sub_office_id: null })
    await book('2026-03-06T10:00:00.000Z', { sub_office_id: null, currency: 'USD' })
    await issue()

    const found = await statementsOf(owner)
    expect(found.map(({ currency, space_name, number }) => [currency, space_name, number])).toEqual([
      ['USD', null, 2],
      ['ILS', null, 1],
    ])
    expect(found[0]!.office_name).toBe(office.name)
  })
})

describe('when it is issued', () => {
  test('on the third day of the next month on the clock of the office, and once', async () => {
    const there = await place({ time_zone: 'America/New_York' })
    await there.book('2026-03-05T15:00:00.000Z')
    world.setNow('2026-04-03T03:59:00.000Z')
    await issue()
    expect(await statementsOf(there.owner)).toEqual([])

    world.setNow('2026-04-03T04:01:00.000Z')
    await issue()
    await issue()
    expect(await statementsOf(there.owner)).toHaveLength(1)
  })

  test('months that nobody issued are issued one by one, and the owner is mailed about the last', async () => {
    const { owner, book } = await place()
    for (const month of ['11', '12']) await book(`2025-${month}-05T10:00:00.000Z`)
    await book('2026-03-05T10:00:00.000Z', { total_price: 12_300 })
    await issue()
    await world.runJobs()

    const found = await statementsOf(owner)
    expect(found.map(({ month, number }) => [month, number])).toEqual([
      ['2026-03', 3],
      ['2025-12', 2],
      ['2025-11', 1],
    ])
    const mails = await world.mailsTo(owner.email)
    expect(mails).toHaveLength(1)
    expect(mails[0]!.subject).toContain('March 2026')
    expect(mails[0]!.text).toContain('₪86.10')
  })

  test('two servers at once issue everything once, and numbers have no gaps', async () => {
    const { office, owner, book } = await place()
    const rooms = await Promise.all(Array.from({ length: 5 }, () => world.subOffice(office.id)))
    for (const { id } of rooms) await book('2026-03-05T10:00:00.000Z', { sub_office_id: id })
    await Promise.all([issue(), issue(), issue()])

    const found = await statementsOf(owner)
    expect(found.map(({ number }) => number).sort()).toEqual([1, 2, 3, 4, 5])
    expect(new Set(found.map(({ sub_office_id }) => sub_office_id)).size).toBe(5)
    await checkStatements.run(world, {})
  })

  test('a server that dies half-way leaves nothing, and the next one issues everything', async () => {
    const { office, owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    const died = world.db.transaction(async (db) => {
      const issued = await issueMonth(db, { ...office, month: null }, '2026-03', world.now())
      expect(issued).toHaveLength(1)
      throw new Error('died')
    })
    await expect(died).rejects.toThrow('died')
    expect(await statementsOf(owner)).toEqual([])

    await issue()
    expect((await statementsOf(owner)).map(({ number }) => number)).toEqual([1])
  })

  test('an admin issues a month that is over before its day, and none that is not', async () => {
    const { owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    world.setNow('2026-04-01T06:00:00.000Z')
    const early = await world.post('/api/admin/statements', { month: '2026-04' }, boss)
    expect(early.statusCode).toBe(422)
    expect(early.json().detail[0]).toMatchObject({
      loc: ['body', 'month'],
      msg: 'This month is not over yet',
    })

    expect((await world.post('/api/admin/statements', { month: '2026-03' }, boss)).statusCode).toBe(200)
    await world.runJobs()
    expect(await statementsOf(owner)).toHaveLength(1)
  })
})

describe('after it is issued', () => {
  test('what changes is a line of the next one, and the statement stays as it is', async () => {
    const { owner, book } = await place()
    const cancelled = await book('2026-03-05T10:00:00.000Z', { total_price: 10_000 })
    const cheaper = await book('2026-03-06T10:00:00.000Z', { total_price: 10_000 })
    const same = await book('2026-03-07T10:00:00.000Z', { total_price: 10_000 })
    await issue()
    const [march] = await statementsOf(owner)
    const linesBefore = await linesOf(march!)
    await world.pool.query(
      `update orders set cancelled_at = now(), kept = 0 where id = ${cancelled.id};
       update orders set total_price = 9000 where id = ${cheaper.id}`,
    )
    world.setNow(THIRD_OF_MAY)
    await issue()

    const [april, unchanged] = await statementsOf(owner)
    expect(unchanged).toEqual(march)
    expect(await linesOf(march!)).toEqual(linesBefore)
    expect(linesBefore.map(({ order_id }) => order_id)).toContain(same.id)
    expect(await linesOf(april!)).toMatchObject([
      {
        kind: 'change',
        order_id: cancelled.id,
        month: '2026-03',
        price: -10_000,
        commission: -3000,
        net: -7000,
        is_cancelled: true,
      },
      {
        kind: 'change',
        order_id: cheaper.id,
        month: '2026-03',
        price: -1000,
        commission: -300,
        net: -700,
        is_cancelled: false,
      },
    ])
    expect(amountsOf(april!)).toEqual({
      price: -11_000,
      tax: -1980,
      commission: -3300,
      corrections: 0,
      net: -7700,
    })

    world.setNow('2026-06-03T06:00:00.000Z')
    await issue()
    expect(await statementsOf(owner)).toHaveLength(2)
  })

  test('an order that moved to another space is taken from one and given to the other', async () => {
    const { office, room, owner, book } = await place()
    const other = await world.subOffice(office.id)
    const order = await book('2026-03-05T10:00:00.000Z', { total_price: 10_000 })
    await issue()
    await world.pool.query(`update orders set sub_office_id = ${other.id} where id = ${order.id}`)
    world.setNow(THIRD_OF_MAY)
    await issue()

    const april = await statementsOf(owner, 'month=2026-04')
    expect(april.map(({ sub_office_id, net }) => [sub_office_id, net])).toEqual([
      [other.id, 7000],
      [room.id, -7000],
    ])
    const lines = await Promise.all(april.map((statement) => linesOf(statement)))
    expect(lines.flat()).toMatchObject([
      { kind: 'order', order_id: order.id, is_cancelled: false },
      { kind: 'move', order_id: order.id, is_cancelled: false, price: -10_000 },
    ])
    const csv = await world.get(`/api/owner/statements/${april[1]!.id}/statement.csv`, owner)
    expect(csv.body).toContain(`,Moved to another space or month,2026-03,${order.id},`)
    await checkStatements.run(world, {})
  })

  test('an order that starts in another month on a new clock is taken from one and given to the other', async () => {
    const { office, owner, book } = await place()
    const order = await book('2026-02-28T22:30:00.000Z', { total_price: 10_000 })
    await issue()
    await world.pool.query(`update offices set time_zone = 'Europe/London' where id = ${office.id}`)
    world.setNow(THIRD_OF_MAY)
    await issue()

    const [april] = await statementsOf(owner, 'month=2026-04')
    expect(april!.net).toBe(0)
    expect(await linesOf(april!)).toMatchObject([
      { kind: 'order', month: '2026-02', order_id: order.id, is_cancelled: false, net: 7000 },
      { kind: 'move', month: '2026-03', order_id: order.id, is_cancelled: false, net: -7000 },
    ])
  })

  test('the database refuses to change it, and to add lines to it', async () => {
    const { office, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    await issue()

    for (const change of [
      'update statements set net = 0, price = 0, commission = 0',
      'delete from statements',
      'update statement_lines set price = 1',
      'delete from statement_lines',
      'delete from statement_corrections',
      'update statement_owners set user_id = 1',
      'delete from statement_owners',
    ])
      await expect(world.pool.query(`${change} where office_id = ${office.id}`)).rejects.toThrow(
        'append-only',
      )
    await expect(
      world.pool.query(
        `insert into statement_lines select office_id, number, position + 1, kind, sub_office_id, currency, month, order_id,
           start, "end", is_cancelled, price, tax, commission, net from statement_lines where office_id = ${office.id}`,
      ),
    ).rejects.toThrow('no more lines')
  })

  test.each([
    ['a line', 'update statement_lines set price = price + 100, net = net + 100'],
    ['a total', 'update statements set price = price + 100, net = net + 100'],
    ['a name', `update statements set office_name = 'Mine'`],
  ])('%s that somebody changes in spite of that is found, and shown', async (_, change) => {
    const { office, owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    await issue()
    await checkStatements.run(world, {})
    const [statement] = await statementsOf(owner)
    const client = await world.pool.connect()
    const tables = ['statements', 'statement_lines', 'statement_owners']
    try {
      await client.query('begin')
      for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
      await client.query(`${change} where office_id = ${office.id}`)
      for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
      await client.query('commit')
      await expect(checkStatements.run(world, {})).rejects.toThrow(`${office.id}-1 does not match its hash`)

      const shown = await world.get(`/api/owner/statements/${statement!.id}`, owner)
      expect(StatementDetails.parse(shown.json()).is_intact).toBe(false)
    } finally {
      // The next test needs an honest database.
      for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
      await client.query(`delete from payouts where office_id = ${office.id}`)
      for (const table of ['statement_owners', 'statement_lines', 'statements', 'statement_series'])
        await client.query(`delete from ${table} where office_id = ${office.id}`)
      for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
      client.release()
    }
  })

  test('each one carries the fingerprint of the one before', async () => {
    const { owner, book } = await place()
    await book('2026-02-05T10:00:00.000Z')
    await book('2026-03-05T10:00:00.000Z')
    await issue()

    const [march, february] = await statementsOf(owner)
    const details = StatementDetails.parse(
      (await world.get(`/api/owner/statements/${march!.id}`, owner)).json(),
    )
    expect(details).toMatchObject({ is_intact: true, previous_hash: february!.hash, waiting: [] })
    expect(march!.hash).toMatch(/^[0-9a-f]{64}$/)
  })
})

describe('a statement below 0', () => {
  /** What was stated for March is cancelled after that, so April is at -70. */
  async function belowZero() {
    const there = await place()
    const order = await there.book('2026-03-05T10:00:00.000Z', { total_price: 10_000 })
    await issue()
    await world.pool.query(`update orders set cancelled_at = now(), kept = 0 where id = ${order.id}`)
    const latest = async (owner = there.owner) => (await statementsOf(owner))[0]!
    const issueIn = async (month: string) => {
      world.setNow(`2026-${month}-03T06:00:00.000Z`)
      await issue()
    }
    const issueMay = (db: Db) => issueMonth(db, { ...there.office, month: '2026-04' }, '2026-05', world.now())
    return { ...there, latest, issueIn, issueMay, carried: `${there.office.id}-2` }
  }

  async function someoneWaits() {
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await world.pool.query(waiting)).rowCount).toBe(1)
  }

  test('is deducted from the next one of its space, once, and nothing is paid for it', async () => {
    const { office, owner, book, latest, issueIn, carried } = await belowZero()
    const reader = await world.user({ language: 'he' })
    await world.member(office.id, reader.id, 'owner')
    await issueIn('05')
    const april = await latest()
    expect([april.net, april.payout.state]).toEqual([-7000, 'carried'])
    const refused = await noteOf(april)({ state: 'scheduled', date: '2026-05-10', version: 1 })
    expect([refused.statusCode, refused.json().detail[0].msg]).toEqual([
      422,
      'A negative balance is paid back or carried over',
    ])

    await book('2026-05-05T10:00:00.000Z', { total_price: 20_000 })
    await issueIn('06')
    const may = await latest()
    expect(may.payout.state).toBe('open')
    expect(amountsOf(may)).toEqual({
      price: 20_000,
      tax: 3600,
      commission: 6000,
      corrections: -7000,
      net: 7000,
    })
    expect(await linesOf(may)).toMatchObject([
      { kind: 'order', net: 14_000 },
      { kind: 'carried', order_id: null, month: '2026-05', price: 0, net: -7000, words: carried },
    ])
    const tooLate = await noteOf(april)({ state: 'paid', date: '2026-05-02', version: 1 })
    expect([tooLate.statusCode, tooLate.json().detail]).toEqual([
      409,
      'This negative balance was already deducted from a later statement.',
    ])
    expect((await statementsOf(owner)).map(({ carried_to }) => carried_to)).toEqual([null, may.number, null])
    await book('2026-06-05T10:00:00.000Z', { total_price: 10_000 })
    await issueIn('07')
    expect(await linesOf(await latest())).toMatchObject([{ kind: 'order', net: 7000 }])
    await checkStatements.run(world, {})
    await expect(
      world.pool.query(`insert into statement_lines (office_id, number, position, kind, currency, month, net, words)
        values (${office.id}, 9, 1, 'carried', 'ILS', '2026-07', -7000, '${carried}')`),
    ).rejects.toThrow('statement_lines_carry_once')

    await world.runJobs()
    const textsTo = async (email: string) => (await world.mailsTo(email)).map(({ text }) => text).join('\n')
    expect(await textsTo(owner.email)).toContain(`(${carried}), a negative balance`)
    expect(await textsTo(reader.email)).toContain(`(${carried}), יתרה שלילית`)
  })

  test('is named in the files of the next one, in both languages', async () => {
    const { owner, book, latest, issueIn, carried } = await belowZero()
    await issueIn('05')
    const april = await latest()
    await book('2026-05-05T10:00:00.000Z', { total_price: 20_000 })
    await issueIn('06')
    const may = await latest()

    const csv = async (language: string) =>
      (await world.get(`/api/owner/statements/${may.id}/statement.csv?language=${language}`, owner)).body
    expect(await csv('en')).toMatch(new RegExp(`,Carried over,2026-05,.*,-70.00,ILS,Statement ${carried}`))
    expect(await csv('he')).toMatch(new RegExp(`,יתרה שהועברה,2026-05,.*,-70.00,ILS,דוח ${carried}`))
    for (const { id } of [april, may])
      expect((await world.get(`/api/owner/statements/${id}/statement.pdf`, owner)).statusCode).toBe(200)
  })

  test('that the next one cannot make up for is carried on with it', async () => {
    const { office, book, latest, issueIn } = await belowZero()
    await issueIn('05')
    await book('2026-05-05T10:00:00.000Z', { total_price: 1000 })
    await issueIn('06')
    const may = await latest()
    expect([may.net, may.payout.state]).toEqual([-6300, 'carried'])
    await book('2026-06-05T10:00:00.000Z', { total_price: 20_000 })
    await issueIn('07')

    const june = await latest()
    expect([june.net, june.payout.state]).toEqual([7700, 'open'])
    expect(await linesOf(june)).toMatchObject([
      { kind: 'order' },
      { kind: 'carried', net: -6300, words: `${office.id}-3` },
    ])
  })

  test('waits until its space has something else to state, such as a correction that settles it', async () => {
    const { office, room, owner, book, latest, issueIn, carried } = await belowZero()
    const other = await world.subOffice(office.id)
    await issueIn('05')
    const april = await latest()
    await book('2026-05-05T10:00:00.000Z', { sub_office_id: other.id, total_price: 10_000 })
    await book('2026-05-06T10:00:00.000Z', { currency: 'USD', total_price: 10_000 })
    await issueIn('06')
    const may = await statementsOf(owner, 'month=2026-05')
    expect(may.map(({ net }) => net)).toEqual([7000, 7000])

    const payload = { amount: 7000, words: 'You paid it back' }
    await world.post(`/api/admin/statements/${april.id}/corrections`, payload, boss)
    await issueIn('07')
    const june = await latest()
    expect(june).toMatchObject({ month: '2026-06', sub_office_id: room.id, net: 0, corrections: 0 })
    expect(june.payout.state).toBe('open')
    expect(await linesOf(june)).toMatchObject([
      { kind: 'correction', net: 7000 },
      { kind: 'carried', net: -7000, words: carried },
    ])
  })

  test('is not taken over by those who own the office after its owner', async () => {
    const { office, owner, book, latest, issueIn, carried } = await belowZero()
    const next = await world.user()
    await issueIn('05')
    await handOver(office, next)
    await book('2026-05-05T10:00:00.000Z', { total_price: 10_000 })
    await issueIn('06')
    expect(await latest(next)).toMatchObject({ month: '2026-05', net: 7000, lines: 1 })

    await handOver(office, owner)
    await book('2026-06-05T10:00:00.000Z', { total_price: 20_000 })
    await issueIn('07')
    expect(await linesOf(await latest())).toMatchObject([
      { kind: 'order' },
      { kind: 'carried', words: carried },
    ])
  })

  test('is settled when its owner has paid it back, also after the office has other owners', async () => {
    const { office, owner, book, latest, issueIn } = await belowZero()
    const next = await world.user()
    await issueIn('05')
    const april = await latest()
    await handOver(office, next)
    const url = `/api/admin/statements/${april.id}/corrections`
    const refused = await world.post(url, { amount: 7000, words: 'You paid it back' }, boss)
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      'The office has changed owners since this statement was issued, and the correction would go to the new ones. Please settle it directly with the previous owners.',
    ])
    const paid = { state: 'paid', date: '2026-05-02', reference: 'Transfer 9', version: 1 }
    expect((await noteOf(april)(paid)).json()).toMatchObject({ state: 'paid', version: 2 })
    await world.runJobs()
    const told = (await world.mailsTo(owner.email)).map(({ subject }) => subject)
    expect(told).toContainEqual(expect.stringMatching(/^₪70\.00 for statement .* was paid back on .*May 2/))

    await handOver(office, owner)
    await book('2026-05-05T10:00:00.000Z', { total_price: 10_000 })
    await issueIn('06')
    expect(await latest()).toMatchObject({ net: 7000, lines: 1 })
  })

  test('that was noted as paid back by mistake is carried over again', async () => {
    const { book, latest, issueIn, carried } = await belowZero()
    await issueIn('05')
    const note = noteOf(await latest())
    await note({ state: 'paid', date: '2026-05-02', version: 1 })
    expect((await note({ state: 'open', version: 2 })).statusCode).toBe(422)
    expect((await note({ state: 'carried', version: 2 })).json()).toMatchObject({
      state: 'carried',
      date: null,
    })
    await book('2026-05-05T10:00:00.000Z', { total_price: 20_000 })
    await issueIn('06')
    expect(await linesOf(await latest())).toMatchObject([
      { kind: 'order' },
      { kind: 'carried', words: carried },
    ])
  })

  test('that is being noted as paid back while the next one is issued is not deducted too', async () => {
    const { book, latest, issueIn, issueMay } = await belowZero()
    await issueIn('05')
    const april = await latest()
    await book('2026-05-05T10:00:00.000Z', { total_price: 10_000 })
    const issued = await world.db.transaction(async (db) => {
      await lockPayout(db, april)
      await updatePayout(db, {
        office_id: april.office_id,
        number: april.number,
        state: 'paid',
        date: '2026-05-02',
      })
      const issuing = world.db.transaction(issueMay)
      await someoneWaits()
      return { issuing }
    })
    await issued.issuing

    expect(await latest()).toMatchObject({ month: '2026-05', net: 7000, lines: 1 })
  })

  test('that is deducted while it is being noted as paid back is not settled twice', async () => {
    const { book, latest, issueIn, issueMay } = await belowZero()
    await issueIn('05')
    const april = await latest()
    await book('2026-05-05T10:00:00.000Z', { total_price: 20_000 })
    const noted = await world.db.transaction(async (db) => {
      await issueMay(db)
      const noting = noteOf(april)({ state: 'paid', date: '2026-05-02', version: 1 })
      await someoneWaits()
      return { noting }
    })

    expect((await noted.noting).statusCode).toBe(409)
    expect((await latest()).net).toBe(7000)
  })

  test('of an office without owners is not taken over by its first owner', async () => {
    const { office, book, latest, issueIn } = await belowZero()
    await world.pool.query(`delete from office_members where office_id = ${office.id}`)
    await issueIn('05')
    const first = await world.user()
    await handOver(office, first)
    await book('2026-05-05T10:00:00.000Z', { total_price: 10_000 })
    await issueIn('06')

    expect(await latest(first)).toMatchObject({ month: '2026-05', net: 7000, lines: 1 })
  })

  test('of an office without owners is carried over while it has none', async () => {
    const { office, book, issueIn, carried } = await belowZero()
    await world.pool.query(`delete from office_members where office_id = ${office.id}`)
    await issueIn('05')
    await book('2026-05-05T10:00:00.000Z', { total_price: 20_000 })
    await issueIn('06')

    const found = await world.get(`/api/admin/statements?q=${office.id}-3`, boss)
    const [may] = Statement.array().parse(found.json())
    expect(await linesOf(may!)).toMatchObject([{ kind: 'order' }, { kind: 'carried', words: carried }])
  })
})

describe('who may read it', () => {
  test('owners read the statements of their own offices, admins all, and nobody else any', async () => {
    const { office, owner, book } = await place()
    const other = await place()
    const manager = await world.user()
    await world.member(office.id, manager.id, 'manager')
    await book('2026-03-05T10:00:00.000Z')
    await issue()
    const [statement] = await statementsOf(owner)
    const addresses = ['', '/lines', '/statement.pdf', '/statement.csv'].map(
      (part) => `/api/owner/statements/${statement!.id}${part}`,
    )

    for (const address of addresses) {
      for (const reader of [owner, boss]) expect((await world.get(address, reader)).statusCode).toBe(200)
      for (const stranger of [other.owner, manager, maya])
        expect((await world.get(address, stranger)).statusCode).toBe(404)
      expect((await world.get(address)).statusCode).toBe(401)
    }
    for (const stranger of [other.owner, manager]) expect(await statementsOf(stranger)).toEqual([])
    expect((await world.get('/api/admin/statements', owner)).statusCode).toBe(403)
  })

  test('after an office has changed hands, each owner reads what was issued to them, and no more', async () => {
    const { office, owner, book } = await place()
    const next = await world.user()
    await book('2026-03-05T10:00:00.000Z')
    await book('2026-04-05T10:00:00.000Z')
    await issue()
    await handOver(office, next)
    world.setNow(THIRD_OF_MAY)
    await issue()

    const [march, ...more] = await statementsOf(owner)
    const [april, ...others] = await statementsOf(next)
    expect([march!.month, april!.month, more, others]).toEqual(['2026-03', '2026-04', [], []])
    for (const part of ['', '/lines', '/statement.pdf', '/statement.csv']) {
      const answerTo = async ({ id }: Statement, reader: typeof maya) =>
        (await world.get(`/api/owner/statements/${id}${part}`, reader)).statusCode
      expect([await answerTo(march!, owner), await answerTo(april!, next)]).toEqual([200, 200])
      expect([await answerTo(march!, next), await answerTo(april!, owner)]).toEqual([404, 404])
    }
  })

  test('corrections that wait for the next statement are not shown to a former owner', async () => {
    const { office, owner, book } = await place()
    const next = await world.user()
    await book('2026-03-05T10:00:00.000Z')
    await issue()
    const [{ id }] = (await statementsOf(owner)) as [Statement]
    const waitingFor = async (reader: typeof maya) =>
      StatementDetails.parse((await world.get(`/api/owner/statements/${id}`, reader)).json()).waiting
    const payload = { amount: 1250, words: 'A new chair' }
    await world.post(`/api/admin/statements/${id}/corrections`, payload, boss)
    expect(await waitingFor(owner)).toMatchObject([payload])

    await handOver(office, next)
    expect(await waitingFor(owner)).toEqual([])
    expect(await waitingFor(boss)).toMatchObject([payload])
  })

  test('a correction that waits is not for those who own the office later, and waits for its owner', async () => {
    const { office, owner, book } = await place()
    const next = await world.user()
    await book('2026-03-05T10:00:00.000Z')
    await issue()
    const [march] = (await statementsOf(owner)) as [Statement]
    await world.post(`/api/admin/statements/${march.id}/corrections`, { amount: 500, words: 'A chair' }, boss)
    await handOver(office, next)
    await book('2026-04-05T10:00:00.000Z', { total_price: 10_000 })
    world.setNow('2026-05-03T06:00:00.000Z')
    await issue()
    const [april] = (await statementsOf(next)) as [Statement]
    expect([april.corrections, april.lines]).toEqual([0, 1])
    const { waiting } = StatementDetails.parse(
      (await world.get(`/api/owner/statements/${april.id}`, next)).json(),
    )
    expect(waiting).toEqual([])

    await handOver(office, owner)
    world.setNow('2026-06-03T06:00:00.000Z')
    await issue()
    expect(await statementsOf(owner, 'month=2026-05')).toMatchObject([{ corrections: 500, net: 500 }])
  })

  test('admins see to whom a statement was issued, and its owners do not see each other', async () => {
    const { office, owner, book } = await place()
    const partner = await world.user()
    await world.member(office.id, partner.id, 'owner')
    await book('2026-03-05T10:00:00.000Z')
    await issue()
    await handOver(office, await world.user())

    const [{ id }] = (await statementsOf(partner)) as [Statement]
    const ownersFor = async (reader: typeof maya) =>
      StatementDetails.parse((await world.get(`/api/owner/statements/${id}`, reader)).json()).owners
    expect(await ownersFor(boss)).toEqual([owner.name, partner.name])
    expect(await ownersFor(owner)).toBeNull()
  })

  test('an office that is deleted has its last statements too, and the mail leads its owner to them', async () => {
    const { office, owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    await world.pool.query(`update offices set deleted_at = now() where id = ${office.id}`)
    await issue()
    await world.runJobs()

    expect(await statementsOf(owner)).toMatchObject([{ office_id: office.id, office_name: office.name }])
    const [mail] = await world.mailsTo(owner.email)
    expect(mail!.text).toContain(`/owner/statements?office=${office.id}`)
  })

  test('admins find statements by month, by state of the payout, by name and by number', async () => {
    const { office, book } = await place({ name: 'Harbour House', name_he: 'בית הנמל' })
    await book('2026-02-05T10:00:00.000Z')
    await book('2026-03-05T10:00:00.000Z')
    await issue()
    const find = async (query: string) => {
      const reply = await world.get(`/api/admin/statements?page_size=100&${query}`, boss)
      return Statement.array()
        .parse(reply.json())
        .filter(({ office_id }) => office_id === office.id)
        .map(({ number }) => number)
    }

    expect(await find('q=harbour')).toEqual([2, 1])
    expect(await find(`q=${encodeURIComponent('הנמל')}&month=2026-02`)).toEqual([1])
    expect(await find(`q=${office.id}-2&state=open`)).toEqual([2])
    expect(await find(`q=${office.id}-2&state=paid`)).toEqual([])
  })
})

describe('when the owners of an office change', () => {
  const giveRole = async (person: typeof maya, office: { id: number }, role: 'owner' | 'member') => {
    const payload = { officeIds: [office.id], memberships: [{ office_id: office.id, role }] }
    const reply = await world.send({ method: 'PUT', url: `/api/admin/users/${person.id}`, payload }, boss)
    expect(reply.statusCode).toBe(200)
  }
  const namesOf = async ({ id }: Statement) =>
    StatementDetails.parse((await world.get(`/api/owner/statements/${id}`, boss)).json()).owners

  test('the months that are over are issued to those who owned it until then, and the running one later', async () => {
    const { office, owner, book } = await place()
    const next = await world.user()
    await book('2026-02-05T10:00:00.000Z')
    await book('2026-03-05T10:00:00.000Z')
    world.setNow('2026-04-01T06:00:00.000Z')
    await book('2026-04-01T10:00:00.000Z')
    await giveRole(next, office, 'owner')
    await giveRole(owner, office, 'member')
    await world.runJobs()
    expect((await world.mailsTo(owner.email)).map(({ subject }) => subject)).toEqual([
      `${office.name}: your statements for March 2026`,
    ])
    world.setNow(THIRD_OF_MAY)
    await issue()

    expect((await statementsOf(owner)).map(({ month }) => month)).toEqual(['2026-03', '2026-02'])
    const [april, ...others] = await statementsOf(next)
    expect([april!.month, others, await namesOf(april!)]).toEqual(['2026-04', [], [next.name]])
    await checkStatements.run(world, {})
  })

  test('a month is over on the clock of the office', async () => {
    const { office, owner, book } = await place({ time_zone: 'America/New_York' })
    await book('2026-03-05T15:00:00.000Z')
    world.setNow('2026-04-01T03:59:00.000Z')
    await giveRole(owner, office, 'member')

    const { rows } = await world.pool.query(`select from statements where office_id = ${office.id}`)
    expect(rows).toEqual([])
  })

  test('a change that fails after issuing has issued nothing', async () => {
    const { office, owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    await world.pool.query(`
      create function fail() returns trigger language plpgsql as $$ begin raise 'The disk is full.'; end $$;
      create trigger fail before update or delete on office_members for each row
        when (old.office_id = ${office.id}) execute function fail()`)
    const payload = { officeIds: [office.id], memberships: [{ office_id: office.id, role: 'member' }] }
    const reply = await world.send({ method: 'PUT', url: `/api/admin/users/${owner.id}`, payload }, boss)

    expect(reply.statusCode).toBe(500)
    expect(await statementsOf(owner)).toEqual([])
    await world.pool.query('drop trigger fail on office_members; drop function fail()')
    await giveRole(owner, office, 'member')
    expect(await statementsOf(owner)).toHaveLength(1)
  })

  test('an owner whose account is purged has owned the office until then', async () => {
    const { owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    await world.pool.query(
      `update users set deleted_at = '2026-03-20' where id = ${owner.id};
       insert into deletion_requests (user_id, requested_at, confirmed_at, purge_after)
       values (${owner.id}, '2026-03-20', '2026-03-20', '2026-03-27')`,
    )
    world.setNow('2026-04-01T06:00:00.000Z')
    await purgeAccounts.run(world, {})

    const { rows } = await world.pool.query(
      `select month from statement_owners join statements using (office_id, number) where user_id = ${owner.id}`,
    )
    expect(rows).toEqual([{ month: '2026-03' }])
  })
})

describe('payouts and corrections', () => {
  async function issued() {
    const there = await place()
    await there.book('2026-03-05T10:00:00.000Z', { total_price: 10_000 })
    await issue()
    await world.runJobs()
    const [statement] = await statementsOf(there.owner)
    return { ...there, statement: statement!, payout: noteOf(statement!) }
  }

  test('an admin notes that it was paid; the owner sees it and is mailed once', async () => {
    const { owner, statement, payout } = await issued()
    const paid = { state: 'paid', date: '2026-04-03', reference: 'Transfer 77', version: 1 }
    expect((await payout(paid)).json()).toMatchObject({ state: 'paid', version: 2 })
    expect((await payout(paid)).statusCode).toBe(200)
    await world.runJobs()

    expect((await statementsOf(owner))[0]!.payout).toMatchObject({ state: 'paid', reference: 'Transfer 77' })
    const mails = (await world.mailsTo(owner.email)).filter(({ subject }) => subject?.includes('was paid'))
    expect(mails).toHaveLength(1)
    expect(mails[0]!.text).toContain('Transfer 77')
    expect(mails[0]!.subject).toContain('₪70.00')
    const { rows } = await world.pool.query(
      `select details from audit_log where subject = 'statement' and subject_id = ${statement.id}`,
    )
    expect(rows).toHaveLength(1)
  })

  test('a payout is the business of those who owned the office when the statement was issued', async () => {
    const { office, owner, payout } = await issued()
    const next = await world.user()
    await handOver(office, next)
    await payout({ state: 'paid', date: '2026-04-03', version: 1 })
    await world.pool.query(`update users set deleted_at = now() where id = ${owner.id}`)
    await payout({ state: 'open', version: 2 })
    await world.runJobs()

    const told = (await world.mailsTo(owner.email)).map(({ subject }) => subject!)
    expect(told.filter((subject) => subject.includes('was paid'))).toHaveLength(1)
    // An account that its owner has deleted gets no more mail.
    expect(told.filter((subject) => subject.includes('open again'))).toEqual([])
    expect(await world.mailsTo(next.email)).toEqual([])
  })

  test('open pages of the owner are told about a new statement and about its payout', async () => {
    const { office, owner, book } = await place()
    await book('2026-03-05T10:00:00.000Z')
    let told = 0
    onTestFinished(world.changes.watch(`office ${office.id}`, () => (told += 1)))
    await issue()
    await expect.poll(() => told).toBe(1)

    const [statement] = (await statementsOf(owner)) as [Statement]
    await noteOf(statement)({ state: 'scheduled', date: '2026-04-10', version: 1 })
    await expect.poll(() => told).toBe(2)
  })

  test('a payout has a date, is not paid in the future, and is not overwritten unseen', async () => {
    const { owner, payout } = await issued()
    const problem = async (body: object) => (await payout(body)).json().detail[0]
    expect(await problem({ state: 'scheduled' })).toMatchObject({
      loc: ['body', 'date'],
      msg: 'Cannot be empty',
    })
    expect(await problem({ state: 'paid', date: '2026-04-04' })).toMatchObject({
      msg: 'Cannot be in the future',
    })
    expect((await payout({ state: 'paid', date: '2026-04-01' }, owner)).statusCode).toBe(403)

    await payout({ state: 'scheduled', date: '2026-04-10', version: 1 })
    expect((await payout({ state: 'paid', date: '2026-04-02', version: 1 })).statusCode).toBe(409)
    expect((await payout({ state: 'open', version: 2 })).json()).toMatchObject({ state: 'open', date: null })
    expect(await problem({ state: 'carried', version: 3 })).toMatchObject({
      msg: 'Only a negative balance is carried over',
    })
  })

  test('a correction waits for the next statement and is in it once', async () => {
    const { owner, statement } = await issued()
    const correct = () =>
      world.send(
        {
          method: 'POST',
          url: `/api/admin/statements/${statement.id}/corrections`,
          payload: { amount: -1250, words: 'A broken chair' },
          headers: { 'idempotency-key': `chair-${statement.id}` },
        },
        boss,
      )
    expect((await Promise.all([correct(), correct()])).map(({ statusCode }) => statusCode)).toEqual([
      200, 200,
    ])
    const waiting = await world.get(`/api/owner/statements/${statement.id}`, owner)
    expect(waiting.json().waiting).toMatchObject([{ amount: -1250, words: 'A broken chair' }])

    world.setNow(THIRD_OF_MAY)
    await issue()
    world.setNow('2026-06-03T06:00:00.000Z')
    await issue()
    const [april, ...earlier] = await statementsOf(owner)
    expect(earlier).toHaveLength(1)
    expect(amountsOf(april!)).toEqual({ price: 0, tax: 0, commission: 0, corrections: -1250, net: -1250 })
    expect(await linesOf(april!)).toMatchObject([{ kind: 'correction', words: 'A broken chair', net: -1250 }])
    expect((await world.get(`/api/owner/statements/${statement.id}`, owner)).json().waiting).toEqual([])
    await checkStatements.run(world, {})
  })
})
