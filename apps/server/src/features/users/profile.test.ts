import type { OwnProfile } from '@keyhour/contract/users'
import { decodeJwt } from 'jose'
import { expect, test } from 'vitest'
import { creditLots } from '#server/db/schema/credits.ts'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>

const change = { name: 'Dana Levi', phone: '+972 50-555-0100', language: 'he', version: 1 }
const put = (id: number, payload: object, as?: Person) =>
  world.send({ method: 'PUT', url: `/api/users/${id}`, payload }, as)
const profileOf = async (person: Person): Promise<OwnProfile> =>
  (await world.get('/api/user-profile', person)).json()

test('the profile shows what we know about the member, and how they sign in', async () => {
  const person = await world.user({ password: 'correct horse battery', language: 'he' })
  const other = await world.user({ google_subject: 'google-1' })
  await world.passportPhoto(other.id, new Uint8Array([1]))

  expect(await profileOf(person)).toEqual({
    id: person.id,
    name: person.name,
    email: person.email,
    phone: null,
    language: 'he',
    created_at: person.created_at,
    has_password: true,
    has_google: false,
    google_email: null,
    has_passport_image: false,
    credit_balance: 0,
    credit_balances: [],
    credits_set_aside: [],
    credit_lots: [],
    version: 1,
  })
  expect(await profileOf(other)).toMatchObject({
    has_password: false,
    has_google: true,
    has_passport_image: true,
  })
})

test('credits are listed in the sequence in which they are spent, without spent or expired ones', async () => {
  const person = await world.user()
  const lot = { user_id: person.id, currency: 'ILS' as const, granted: 10_000 }
  await world.db.insert(creditLots).values([
    { ...lot, remaining: 1005 },
    { ...lot, remaining: 10, expires_at: '2026-05-01T00:00:00Z' },
    { ...lot, currency: 'GBP', remaining: 2020, expires_at: '2026-04-01T00:00:00Z' },
    { ...lot, remaining: 0, expires_at: '2026-04-01T00:00:00Z' },
    { ...lot, remaining: 5000, expires_at: '2026-03-02T08:00:00Z' },
  ])
  const { credit_balance, credit_balances, credit_lots } = await profileOf(person)

  expect(credit_balance).toBe(30.35)
  expect(credit_balances).toEqual([
    { currency: 'GBP', credits: 20.2 },
    { currency: 'ILS', credits: 10.15 },
  ])
  expect(
    credit_lots.map(({ currency, granted, remaining, expires_at }) => [
      currency,
      granted,
      remaining,
      expires_at,
    ]),
  ).toEqual([
    ['GBP', 100, 20.2, '2026-04-01T00:00:00.000Z'],
    ['ILS', 100, 0.1, '2026-05-01T00:00:00.000Z'],
    ['ILS', 100, 10.05, null],
  ])
})

test('members change their name, phone and language, and get a token with the new name', async () => {
  const person = await world.user()
  const reply = await put(
    person.id,
    { ...change, name: '  Dana Levi ', admin: true, email: 'x@y.test' },
    person,
  )

  expect(reply.statusCode).toBe(200)
  const { name, email, admin } = decodeJwt(reply.json())
  expect({ name, email, admin }).toEqual({ name: 'Dana Levi', email: person.email, admin: false })
  expect(await profileOf(person)).toMatchObject({ ...change, version: 2 })
  const withToken = { authorization: `Bearer ${reply.json()}` }
  expect((await world.send({ url: '/api/user-profile', headers: withToken })).statusCode).toBe(200)
})

test('omitted fields stay, without a version the last write wins, and the answer has the new version', async () => {
  const person = await world.user({ language: 'he' })
  await put(person.id, { phone: '03-123 4567' }, person)
  const reply = await put(person.id, { name: 'Dana Levi' }, person)

  expect([reply.statusCode, reply.headers.etag]).toEqual([200, '"3"'])
  expect(await profileOf(person)).toMatchObject({
    name: 'Dana Levi',
    phone: '03-123 4567',
    language: 'he',
    version: 3,
  })
})

test.each([
  [{ name: ' ' }, 'name', 'Name cannot be empty.'],
  [{ name: 'x'.repeat(201) }, 'name', 'Should have at most 200 characters'],
  [{ phone: 'call me' }, 'phone', 'Should be a phone number'],
])('%j is refused', async (bad, field, msg) => {
  const person = await world.user()
  const reply = await put(person.id, { ...change, ...bad }, person)

  expect([reply.statusCode, reply.json().detail]).toMatchObject([422, [{ loc: ['body', field], msg }]])
})

test("another member's profile looks missing, whether or not it exists", async () => {
  const [person, other] = [await world.user(), await world.user()]
  const purged = await world.user({ purged_at: '2026-01-01T00:00:00Z', deleted_at: '2026-01-01T00:00:00Z' })
  const admin = await world.user({ admin: true })
  const replies = [
    await put(other.id, change, person),
    await put(999_999, change, person),
    await put(999_999, change, admin),
    await put(purged.id, change, admin),
  ]

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This user does not exist.' }])
  expect((await put(person.id, change)).statusCode).toBe(401)
})

test('an admin changes any user, which the audit log records, and gets their own token back', async () => {
  const [admin, person] = [await world.user({ admin: true }), await world.user()]
  const reply = await put(person.id, change, admin)

  expect(decodeJwt(reply.json())).toMatchObject({ id: admin.id, name: admin.name, admin: true })
  expect(await profileOf(person)).toMatchObject(change.version === 1 ? { name: 'Dana Levi', version: 2 } : {})
  const { rows } = await world.pool.query(
    'select actor_id::int, action, details from audit_log where subject_id = $1',
    [person.id],
  )
  expect(rows).toEqual([{ actor_id: admin.id, action: 'change user', details: {} }])
})

test('a change to an outdated version is refused, and the answer says who changed it and when', async () => {
  const [admin, person] = [await world.user({ admin: true, name: 'Noa' }), await world.user()]
  world.setNow('2026-03-02T09:30:00.000Z')
  await put(person.id, change, admin)
  const reply = await put(person.id, { ...change, name: 'Dani' }, person)

  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      detail: 'This was changed in the meantime. Please reload it to see the changes.',
      changed_by: 'Noa',
      changed_at: '2026-03-02T09:30:00.000Z',
    },
  ])
  expect((await profileOf(person)).name).toBe('Dana Levi')
})

test('of two simultaneous changes to the same version, one is refused', async () => {
  const person = await world.user()
  const replies = await Promise.all(
    ['A', 'B', 'C'].map((name) => put(person.id, { ...change, name }, person)),
  )

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
})

test('a change that was under way when all sessions ended starts no new session', async () => {
  const person = await world.user()
  const ending = await world.pool.connect()
  await ending.query('begin')
  await ending.query('update users set session_epoch = session_epoch + 1 where id = $1', [person.id])
  const onItsWay = put(person.id, change, person)
  const waiting =
    "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()"
  await eventually(async () => expect((await world.pool.query(waiting)).rowCount).toBe(1))
  await ending.query('commit')
  ending.release()
  const reply = await onItsWay

  expect([reply.statusCode, reply.json()]).toEqual([401, { detail: 'Please sign in.' }])
})

test('a name is kept on one line, without marks that would turn the surrounding text around', async () => {
  const person = await world.user()
  await put(person.id, { ...change, name: ' \u202eDana\nLevi\u2067 ' }, person)

  expect((await profileOf(person)).name).toBe('Dana Levi')
})
