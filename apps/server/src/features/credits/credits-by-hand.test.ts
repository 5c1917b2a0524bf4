import { readFileSync } from 'node:fs'
import type { UserDetails } from '@keyhour/contract/admin-users'
import type { CreditEntries, CreditEntry } from '@keyhour/contract/credits'
import type { OrderDetails } from '@keyhour/contract/orders'
import { Language } from '@keyhour/contract/primitives'
import { beforeEach, expect, test } from 'vitest'
import { checkLedger } from '#server/features/credits/check-ledger.ts'
import { expireCredits } from '#server/features/credits/expire-credits.ts'
import { LEDGER_WORDS } from '#server/features/credits/ledger-words.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ PUBLIC_URL: 'https://keyhour.example' })
type Person = Awaited<ReturnType<typeof world.user>>

beforeEach(() => world.setNow('2026-03-02T08:00:00.000Z'))

const admin = await world.user({ admin: true, name: 'Ada Admin' })

const give = (person: Person, query: string, headers = {}) =>
  world.send({ method: 'POST', url: `/api/admin/users/${person.id}/add_credits?${query}`, headers }, admin)
const lotsOf = async (person: Person) =>
  (await world.get(`/api/admin/users/${person.id}`, admin)).json<UserDetails>().credit_lots
const takeBack = (person: Person, lotId: number, correction: object, headers = {}, as = admin) =>
  world.send(
    {
      method: 'POST',
      url: `/api/admin/users/${person.id}/credit_lots/${lotId}/correct`,
      payload: { reason: 'Meant for Dana', ...correction },
      headers,
    },
    as,
  )
const entriesOf = async (person: Person, query = '') =>
  (await world.get(`/api/user-profile/credit-ledger?${query}`, person)).json<CreditEntries>()
const mailsTo = async ({ email }: Person) => {
  await world.runJobs()
  return world.mailsTo(email)
}

test.each([
  ['never', '', null],
  ['on a date', '&expires_on=2026-03-02', '2026-03-03T00:00:00.000Z'],
  ['after some days', '&duration_days=30', '2026-04-02T00:00:00.000Z'],
])('added credits expire %s, at the end of the day in UTC', async (_, query, expires_at) => {
  const person = await world.user()
  await give(person, `credits=10${query}`)

  expect(await lotsOf(person)).toMatchObject([{ remaining: 10, expires_at, is_gift: true }])
})

test.each([
  ['expires_on=2026-03-01', 'expires_on', 'Date cannot be in the past'],
  ['expires_on=soon', 'expires_on', 'Should be a date like 2026-03-02'],
  ['duration_days=0', 'duration_days', 'Duration must be a positive number of days.'],
  ['expires_on=2026-04-01&duration_days=5', 'expires_on', 'Choose a date or a number of days, not both.'],
])('credits are not added with %s', async (query, field, msg) => {
  const reply = await give(await world.user(), `credits=10&${query}`)

  expect([reply.statusCode, reply.json().detail]).toMatchObject([422, [{ loc: ['query', field], msg }]])
})

test('the person gets one mail about added credits, with the words of the admin and the last day', async () => {
  const person = await world.user({ name: 'Dana' })
  const key = { 'idempotency-key': 'one-gift' }
  const query = 'credits=25&description=Sorry+about+the+noise&expires_on=2026-04-30'
  await give(person, query, key)
  await give(person, query, key)
  const [mail, ...more] = await mailsTo(person)

  expect(more).toEqual([])
  expect(mail!.subject).toBe('₪25.00 in credits added to your account')
  expect(mail!.text).toContain('Description: Sorry about the noise')
  expect(mail!.text).toContain('You can spend them until 30 April 2026.')
  expect(mail!.text).toContain('https://keyhour.example/profile')
})

test('a wrong gift is taken back by an entry with a reason, which the person is mailed', async () => {
  const person = await world.user()
  await give(person, 'credits=100')
  const [lot] = await lotsOf(person)
  const reply = await takeBack(person, lot!.id, { credits: 90.5 })

  expect(reply.json()).toMatchObject({ credit_balance: 9.5 })
  expect((await entriesOf(person)).entries).toMatchObject([
    { kind: 'correct', amount: -90.5, balance: 9.5, description: 'Meant for Dana' },
    { kind: 'grant', amount: 100, balance: 100 },
  ])
  const mails = await mailsTo(person)
  const mail = mails.find(({ subject }) => subject === '₪90.50 in credits taken back')
  expect(mail?.text).toContain('Reason: Meant for Dana')
  await expect(checkLedger.run(world, {})).resolves.toBeUndefined()
})

test('no more is taken back than is left, not even by many at once', async () => {
  const person = await world.user()
  await give(person, 'credits=100')
  const [lot] = await lotsOf(person)
  const tooMuch = await takeBack(person, lot!.id, { credits: 100.01 })
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => takeBack(person, lot!.id, { credits: 40 })),
  )

  expect([tooMuch.statusCode, tooMuch.json().detail]).toMatchObject([
    422,
    [{ loc: ['body', 'credits'], msg: 'Only 100.00 of these credits are left' }],
  ])
  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 422, 422, 422])
  expect(await lotsOf(person)).toMatchObject([{ remaining: 20 }])
})

test('taking back twice under one key takes once', async () => {
  const person = await world.user()
  await give(person, 'credits=100')
  const [lot] = await lotsOf(person)
  const key = { 'idempotency-key': 'one-correction' }
  await takeBack(person, lot!.id, { credits: 10 }, key)
  await takeBack(person, lot!.id, { credits: 10 }, key)

  expect(await lotsOf(person)).toMatchObject([{ remaining: 90 }])
})

test('only admins take credits back, only of the user they name, and not what was bought', async () => {
  const [person, other] = [await world.user(), await world.user()]
  await give(person, 'credits=100')
  const [gift] = await lotsOf(person)
  const bought = await world.credits(person.id, 5000)
  await world.pool.query('alter table credit_ledger disable trigger user')
  await world.pool.query(`update credit_ledger set kind = 'purchase' where lot_id = $1`, [bought])
  await world.pool.query('alter table credit_ledger enable trigger user')
  const [foreign, paid, asMember] = [
    await takeBack(other, gift!.id, { credits: 1 }),
    await takeBack(person, bought, { credits: 1 }),
    await takeBack(person, gift!.id, { credits: 1 }, {}, person),
  ]

  expect([foreign.statusCode, foreign.json().detail]).toEqual([404, 'These credits do not exist.'])
  expect([paid.statusCode, paid.json().detail]).toEqual([
    409,
    'These credits were bought. Only credits that were added can be taken back.',
  ])
  expect(asMember.statusCode).toBe(403)
  expect((await lotsOf(person)).map(({ is_gift }) => is_gift).sort()).toEqual([false, true])
})

test.each([
  [{ credits: 0 }, 'credits', 'Please enter a valid positive credit amount.'],
  [{ credits: 1.005 }, 'credits', 'Should have at most 2 decimals'],
  [{ credits: 1, reason: ' ' }, 'reason', 'Cannot be empty'],
])('a correction of %j is refused', async (correction, field, msg) => {
  const person = await world.user()
  await give(person, 'credits=100')
  const [lot] = await lotsOf(person)
  const reply = await takeBack(person, lot!.id, correction)

  expect([reply.statusCode, reply.json().detail]).toMatchObject([422, [{ loc: ['body', field], msg }]])
})

/** Credits of two currencies; one booking that was paid and cancelled, and credits that expired. */
async function wellUsed() {
  const person = await world.user()
  const office = await world.office({ name: 'Jaffa Port House', name_he: 'בית נמל יפו' })
  const room = await world.subOffice(office.id, { name: 'Olive room', name_he: 'חדר הזית' })
  await world.unit(office.id, room.id)
  await give(person, 'credits=200&description=Welcome')
  await give(person, 'credits=50&currency=GBP&duration_days=1')
  const booking = {
    office_id: office.id,
    sub_office_id: room.id,
    date: '2026-03-10',
    start: '09:00',
    end: '11:00',
  }
  const order = (await world.post('/api/orders', booking, person)).json<OrderDetails>()
  await world.post(`/api/orders/${order.id}/cancel`, { refund: 11_800 }, person)
  world.setNow('2026-03-04T00:00:00.000Z')
  await expireCredits.run(world, {})
  return { person, order }
}

test('every movement of credits is listed with its words and the balance after it, by currency', async () => {
  const { person, order } = await wellUsed()
  const { entries, next } = await entriesOf(person)
  const place = { office: 'Jaffa Port House', office_he: 'בית נמל יפו', sub_office: 'Olive room' }

  expect(next).toBeNull()
  expect(entries).toMatchObject([
    { kind: 'expire', currency: 'GBP', amount: -50, balance: 0, order_id: null, office: null },
    { kind: 'refund', currency: 'ILS', amount: 118, balance: 200, order_id: order.id, ...place },
    { kind: 'spend', currency: 'ILS', amount: -118, balance: 82, order_id: order.id, ...place },
    { kind: 'grant', currency: 'GBP', amount: 50, balance: 50 },
    { kind: 'grant', currency: 'ILS', amount: 200, balance: 200, description: 'Welcome', actor_name: null },
  ])
})

test('the list comes page by page, and an entry that arrives meanwhile moves none of the others', async () => {
  const { person } = await wellUsed()
  const first = await entriesOf(person, 'limit=2')
  await give(person, 'credits=5')
  const second = await entriesOf(person, `limit=2&before=${first.next}`)
  const third = await entriesOf(person, `limit=2&before=${second.next}`)
  const kinds = [first, second, third].map(({ entries }) => entries.map(({ kind }: CreditEntry) => kind))

  expect(kinds).toEqual([['expire', 'refund'], ['spend', 'grant'], ['grant']])
  expect(third.next).toBeNull()
})

test('nobody reads the entries of another user, except admins, who also see who acted', async () => {
  const { person } = await wellUsed()
  const url = `/api/admin/users/${person.id}/credit_ledger`
  const { entries } = (await world.get(url, admin)).json<CreditEntries>()

  expect(entries.at(-1)).toMatchObject({ actor_name: 'Ada Admin' })
  expect((await world.get(url, await world.user())).statusCode).toBe(403)
  expect((await entriesOf(await world.user())).entries).toEqual([])
})

test('the entries can be saved as a file, oldest first', async () => {
  const { person, order } = await wellUsed()
  const csv = await world.get('/api/user-profile/credit-ledger/export?format=csv', person)
  const hebrew = await world.get(
    `/api/admin/users/${person.id}/credit_ledger/export?format=csv&language=he`,
    admin,
  )
  const xlsx = await world.get('/api/user-profile/credit-ledger/export?format=xlsx', person)

  const lines = csv.body.replace('\ufeff', '').trim().split('\r\n')
  expect(lines[0]).toBe('Number,Time (UTC),Entry,Description,Order ID,Place,Credits,Balance,Currency')
  expect(lines.slice(1).map((line) => line.split(',').slice(1).join())).toEqual([
    '2026-03-02 08:00:00,Added,Welcome,,,200.00,200.00,ILS',
    '2026-03-02 08:00:00,Added,,,,50.00,50.00,GBP',
    `2026-03-02 08:00:00,Paid for a booking,,${order.id},Olive room · Jaffa Port House,-118.00,82.00,ILS`,
    `2026-03-02 08:00:00,Refunded,,${order.id},Olive room · Jaffa Port House,118.00,200.00,ILS`,
    '2026-03-04 00:00:00,Expired,,,,-50.00,0.00,GBP',
  ])
  expect(csv.headers['content-disposition']).toBe('attachment; filename="keyhour-credits.csv"')
  expect(hebrew.body).toContain('חדר הזית · בית נמל יפו')
  expect(xlsx.rawPayload.subarray(0, 2).toString()).toBe('PK')
  const { rows } = await world.pool.query(
    `select actor_id::int from audit_log where action = 'export credits' and subject_id = $1`,
    [person.id],
  )
  expect(rows).toEqual([{ actor_id: admin.id }])
})

test.each(Language.options)('in the language %s a file uses the words of the screen', (language) => {
  const file = `${import.meta.dirname}/../../../../web/src/texts/${language}/credits.json`

  expect(LEDGER_WORDS[language].kinds).toEqual(JSON.parse(readFileSync(file, 'utf8')).ledger.kind)
})
