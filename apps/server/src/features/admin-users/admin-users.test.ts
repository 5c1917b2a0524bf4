import type { User, UserDetails } from '@keyhour/contract/admin-users'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { auditLog } from '#server/db/schema/audit.ts'
import { users } from '#server/db/schema/users.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld()
type Person = Awaited<ReturnType<typeof world.user>>
let made = 0

const admin = await world.user({ admin: true, name: 'Ada Admin' })
const office = await world.office({ name: 'Jaffa Port House' })
const address = () => `new-${++made}@keyhour.test`
const form = (change: object = {}) => ({
  name: 'Noa Bar',
  email: address(),
  officeIds: [String(office.id)],
  admin: false,
  ...change,
})

const add = (body: object, as = admin) => world.post('/api/admin/users', body, as)
const put = (id: number, payload: object, as = admin) =>
  world.send({ method: 'PUT', url: `/api/admin/users/${id}`, payload }, as)
const remove = (id: number, as = admin) => world.send({ method: 'DELETE', url: `/api/admin/users/${id}` }, as)
const give = (id: number, query: string, as = admin, headers = {}) =>
  world.send({ method: 'POST', url: `/api/admin/users/${id}/add_credits?${query}`, headers }, as)
const seen = async (id: number) => (await world.get(`/api/admin/users/${id}`, admin)).json<UserDetails>()
const isIn = async (person: Person) => (await world.get('/api/user-profile', person)).statusCode === 200
const saidOf = (field: string, msg: string) => [
  422,
  { detail: [{ loc: ['body', field], msg, type: 'custom' }] },
]

async function audited(id: number) {
  const rows = await world.db.select().from(auditLog).where(eq(auditLog.subject_id, id)).orderBy(auditLog.id)
  return rows.map(({ actor_id, action, details }) => ({ actor_id, action, details }))
}

async function member(given: Parameters<typeof world.user>[0] = {}) {
  const person = await world.user(given)
  await world.member(office.id, person.id, 'member')
  return person
}

test('a new user belongs to the chosen offices and gets a link to set a password', async () => {
  const body = form()
  const reply = await add(body)
  const user = reply.json<User>()

  expect(reply.statusCode).toBe(201)
  expect(user).toMatchObject({
    name: 'Noa Bar',
    email: body.email,
    admin: false,
    credit_balance: 0,
    deleted_at: null,
    offices: [{ id: office.id, roles: ['member'] }],
    version: 1,
  })
  await world.runJobs()
  const [mail] = await world.mailsTo(body.email)
  const [, token] = /token=(\S+)/.exec(mail?.text ?? '')!
  const set = await world.post(`/api/auth/reset_password/${token}`, { password: 'correct horse battery' })
  expect(set.statusCode).toBe(200)
  expect(await audited(user.id)).toEqual([
    { actor_id: admin.id, action: 'add user', details: { admin: false } },
  ])
})

test('an invitation link works for a week', async () => {
  const body = form()
  await add(body)
  await world.runJobs()
  const [mail] = await world.mailsTo(body.email)
  const [, token] = /token=(\S+)/.exec(mail?.text ?? '')!
  const { rows } = await world.pool.query(
    'select expires_at from password_links join users on id = user_id where email = $1',
    [body.email],
  )

  expect(token).toBeDefined()
  expect(rows).toEqual([{ expires_at: new Date('2026-03-09T08:00:00Z') }])
})

test('an invitation is in the language of the admin who sends it', async () => {
  const body = form()
  await world.send(
    { method: 'POST', url: '/api/admin/users', payload: body, headers: { cookie: 'language=he' } },
    admin,
  )
  await world.runJobs()

  expect((await world.mailsTo(body.email))[0]?.subject).toBe('החשבון שלך ב־Keyhour')
})

test('every invalid field of a new user is reported', async () => {
  const reply = await add({ name: '  ', email: 'nobody', officeIds: [], admin: false })
  const told = reply.json().detail.map(({ loc, msg }: { loc: string[]; msg: string }) => [loc[1], msg])

  expect(reply.statusCode).toBe(422)
  expect(told).toEqual([
    ['name', 'Name cannot be empty.'],
    ['email', 'Should be a valid email!'],
    ['officeIds', 'At least one office must be selected if the user is not an admin.'],
  ])
})

test('an admin needs no office', async () => {
  expect((await add(form({ officeIds: [], admin: true }))).json()).toMatchObject({ admin: true, offices: [] })
})

test('an address belongs to one user, even a deleted one, regardless of case', async () => {
  const [one, gone] = [await world.user(), await world.user({ deleted_at: '2026-01-01T00:00:00Z' })]
  for (const { email } of [one, gone]) {
    const reply = await add(form({ email: email.toUpperCase() }))

    expect([reply.statusCode, reply.json()]).toEqual(saidOf('email', 'Email already exists'))
  }
})

test('nobody joins an unknown or deleted office', async () => {
  const closed = await world.office({ deleted_at: '2026-01-01T00:00:00Z' })
  for (const id of ['999999', String(closed.id)]) {
    const body = form({ officeIds: [id] })
    const reply = await add(body)

    expect([reply.statusCode, reply.json()]).toEqual(saidOf('officeIds', 'This office does not exist.'))
    expect(await world.db.$count(users, eq(users.email, body.email))).toBe(0)
  }
})

test('only the named fields change, and the audit log names the fields but not their values', async () => {
  const person = await member({ name: 'Maya Cohen' })
  const reply = await put(person.id, { name: 'Maya Levi', version: 1 })

  expect(reply.json()).toMatchObject({ name: 'Maya Levi', email: person.email, version: 2 })
  expect(await audited(person.id)).toEqual([
    { actor_id: admin.id, action: 'change user', details: { changed: 'name' } },
  ])
  expect(await isIn(person)).toBe(true)
})

test('a change that changes nothing keeps the version', async () => {
  const person = await member()
  const { name, email } = person
  const reply = await put(person.id, {
    name,
    email,
    officeIds: [String(office.id)],
    admin: false,
    version: 1,
  })

  expect([reply.statusCode, reply.json().version]).toEqual([200, 1])
  expect(await audited(person.id)).toEqual([])
})

test('a change to an outdated version is refused, and the answer says who changed it', async () => {
  const person = await member()
  const other = await world.user({ admin: true, name: 'Omer Other' })
  await put(person.id, { name: 'First', version: 1 }, other)
  const reply = await put(person.id, { name: 'Second', version: 1 })

  expect([reply.statusCode, reply.json()]).toEqual([
    409,
    {
      detail: 'This was changed in the meantime. Please reload it to see the changes.',
      changed_by: 'Omer Other',
      changed_at: '2026-03-02T08:00:00.000Z',
    },
  ])
  expect(await seen(person.id)).toMatchObject({ name: 'First' })
})

test("a user who signed up without an office can be edited; a member's last office cannot be removed", async () => {
  const newcomer = await world.user()
  const edited = await put(newcomer.id, { name: 'Noa', officeIds: [], admin: false })
  expect([edited.statusCode, edited.json()]).toMatchObject([200, { name: 'Noa', offices: [] }])

  const person = await member()
  const refused = await put(person.id, { name: 'Noa', officeIds: [] })
  expect([refused.statusCode, refused.json()]).toEqual(
    saidOf('officeIds', 'At least one office must be selected if the user is not an admin.'),
  )
})

test('changing the address signs the user out, invalidates old links, and is mailed to both addresses', async () => {
  const person = await member({
    password: 'correct horse battery',
    email_confirmed_at: '2026-01-01T00:00:00Z',
  })
  await world.post('/api/auth/reset_password', { email: person.email })
  await world.runJobs()
  const [link] = await world.mailsTo(person.email)
  const [, token] = /token=(\S+)/.exec(link?.text ?? '')!
  const email = address()
  await put(person.id, { email, version: 1 })
  await world.runJobs()

  expect(await isIn(person)).toBe(false)
  expect(
    (await world.post(`/api/auth/reset_password/${token}`, { password: 'another horse' })).statusCode,
  ).toBe(404)
  for (const to of [person.email, email])
    expect((await world.mailsTo(to)).map(({ subject }) => subject)).toContain(
      'Your email address was changed',
    )
  expect(await seen(person.id)).toMatchObject({ email, email_confirmed_at: null })
})

test('a user who cannot sign in yet is invited again at the new address', async () => {
  const { id, version } = (await add(form())).json<User>()
  const email = address()
  await put(id, { email, version })
  await world.runJobs()

  expect((await world.mailsTo(email)).map(({ subject }) => subject)).toEqual(['Your Keyhour account'])
})

test('nobody gets the address of another user', async () => {
  const [person, other] = [await member(), await world.user()]
  const reply = await put(person.id, { email: other.email, version: 1 })

  expect([reply.statusCode, reply.json()]).toEqual(saidOf('email', 'Email already exists'))
  expect(await isIn(person)).toBe(true)
})

test('an admin who becomes a member again is signed out', async () => {
  const person = await member({ admin: true })
  const reply = await put(person.id, { admin: false, version: 1 })

  expect(reply.json()).toMatchObject({ admin: false })
  expect(await isIn(person)).toBe(false)
  expect(await audited(person.id)).toMatchObject([{ details: { changed: 'admin', admin: false } }])
})

test('an admin without an office cannot become a member of none', async () => {
  const person = await world.user({ admin: true })
  const reply = await put(person.id, { admin: false, version: 1 })

  expect([reply.statusCode, reply.json()]).toEqual(
    saidOf('officeIds', 'At least one office must be selected if the user is not an admin.'),
  )
})

test('without roles in the form, memberships follow it, and managers and owners keep their roles', async () => {
  const [person, other, run] = [await member(), await world.office(), await world.office()]
  await world.member(run.id, person.id, 'manager')
  const reply = await put(person.id, { officeIds: [String(other.id)], version: 1 })
  expect(reply.json().offices).toEqual([
    { id: other.id, roles: ['member'] },
    { id: run.id, roles: ['manager'] },
  ])

  const again = await put(person.id, { officeIds: [String(run.id)], version: 2 })
  expect(again.json().offices).toEqual([{ id: run.id, roles: ['manager'] }])
})

const watches = async (person: Person, { id }: { id: number }) =>
  (await world.get(`/api/orders/active/${id}`, person)).statusCode

test('a manager is appointed, told by mail, and loses the role at once', async () => {
  const [person, run, owned] = [
    await member(),
    await world.office(),
    await world.office({ name: 'Carmel Works' }),
  ]
  expect(await watches(person, run)).toBe(404)
  const roles = (...memberships: [{ id: number }, string][]) => ({
    officeIds: memberships.map(([{ id }]) => id),
    memberships: memberships.map(([{ id }, role]) => ({ office_id: id, role })),
  })

  const reply = await put(person.id, { ...roles([run, 'manager'], [owned, 'owner']), version: 1 })
  expect(reply.json().offices).toEqual([
    { id: run.id, roles: ['manager'] },
    { id: owned.id, roles: ['owner'] },
  ])
  expect(await watches(person, run)).toBe(200)
  await world.runJobs()
  expect((await world.mailsTo(person.email)).map(({ subject }) => subject).sort()).toEqual([
    expect.stringMatching(/ is now in your spaces$/),
    expect.stringMatching(/^You now manage /),
  ])

  const heard: string[] = []
  onTestFinished(world.changes.watch(`office ${run.id}`, () => heard.push('changed')))
  await put(person.id, { ...roles([run, 'member'], [owned, 'owner']), version: 2 })
  await expect.poll(() => heard).toEqual(['changed'])
  expect(await watches(person, run)).toBe(404)
  expect(await watches(person, owned)).toBe(200)
  const acts = (await audited(person.id)).filter(({ action }) => action.endsWith('role'))
  expect(acts).toHaveLength(3)
  expect(acts).toEqual(
    expect.arrayContaining([
      { actor_id: admin.id, action: 'give role', details: { office_id: run.id, role: 'manager' } },
      { actor_id: admin.id, action: 'give role', details: { office_id: owned.id, role: 'owner' } },
      { actor_id: admin.id, action: 'end role', details: { office_id: run.id, role: 'manager' } },
    ]),
  )
})

test('a new user can be given a role in an office, once', async () => {
  const twice = [
    { office_id: office.id, role: 'manager' },
    { office_id: office.id, role: 'owner' },
    { office_id: office.id + 1000, role: 'owner' },
  ]
  const reply = await add(form({ memberships: twice }))
  expect(reply.json().offices).toEqual([{ id: office.id, roles: ['owner'] }])
})

test('admins cannot remove their own admin rights or delete themselves', async () => {
  const [demoted, deleted] = [await put(admin.id, { admin: false, version: 1 }), await remove(admin.id)]

  expect([demoted.statusCode, demoted.json()]).toEqual([
    409,
    { detail: 'You cannot remove your own admin rights.' },
  ])
  expect([deleted.statusCode, deleted.json()]).toEqual([409, { detail: 'You cannot delete yourself.' }])
})

test('of two admins who demote each other at the same moment, one stays', async () => {
  const [one, two] = [await member({ admin: true }), await member({ admin: true })]
  const replies = await Promise.all([put(two.id, { admin: false, version: 1 }, one), remove(one.id, two)])

  expect(replies.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
  expect([await isIn(one), await isIn(two)].filter(Boolean)).toHaveLength(1)
})

test('a deleted user is signed out immediately, and comes back with offices and credits', async () => {
  const person = await member()
  await world.credits(person.id, 5000)
  const gone = await remove(person.id)
  expect(gone.json()).toMatchObject({ id: person.id, deleted_at: '2026-03-02T08:00:00.000Z' })
  expect(await isIn(person)).toBe(false)

  const back = await put(person.id, { deleted_at: null })
  expect(back.json()).toMatchObject({
    deleted_at: null,
    credit_balance: 50,
    offices: [{ id: office.id, roles: ['member'] }],
  })
  expect(await isIn(person)).toBe(false)
  expect((await audited(person.id)).map(({ action }) => action)).toEqual(['delete user', 'restore user'])
})

test('deleting or restoring twice has the effect of once', async () => {
  const person = await member()
  await remove(person.id)
  const again = await remove(person.id)
  await put(person.id, { deleted_at: null })
  const back = await put(person.id, { deleted_at: null })

  expect([again.json().version, back.json().version]).toEqual([2, 3])
  expect(await audited(person.id)).toHaveLength(2)
})

test('restoring a user whose account deletion is running undoes the deletion', async () => {
  const person = await member()
  await world.deletion(person.id)
  expect(await seen(person.id)).toMatchObject({ purge_after: '2026-03-09T08:00:00.000Z' })
  await put(person.id, { deleted_at: null })
  await world.runJobs()

  expect(await seen(person.id)).toMatchObject({ deleted_at: null, purge_after: null })
  expect((await world.mailsTo(person.email)).map(({ subject }) => subject)).toEqual(['Your account is kept'])
})

test('a purged user cannot be restored', async () => {
  const gone = { deleted_at: '2026-01-01T00:00:00Z', purged_at: '2026-01-08T00:00:00Z' }
  const person = await world.user(gone)
  const sentence = { detail: 'The data of this user was permanently deleted.' }
  const [restored, changed] = [
    await put(person.id, { deleted_at: null }),
    await put(person.id, { name: 'Somebody', version: 1 }),
  ]

  expect([restored.statusCode, restored.json()]).toEqual([409, sentence])
  expect([changed.statusCode, changed.json()]).toEqual([409, sentence])
})

test('added credits make a lot and a ledger entry', async () => {
  const person = await member()
  const reply = await give(person.id, 'credits=25&description=Welcome+back')
  const { credit_lots } = await seen(person.id)

  expect(reply.json()).toMatchObject({ id: person.id, credit_balance: 25 })
  expect(credit_lots).toMatchObject([{ currency: 'ILS', granted: 25, remaining: 25, expires_at: null }])
  const ledger = await world.get(`/api/admin/users/${person.id}/credit_ledger`, admin)
  expect(ledger.json()).toMatchObject({
    entries: [
      {
        kind: 'grant',
        amount: 25,
        balance: 25,
        description: 'Welcome back',
        actor_name: 'Ada Admin',
        order_id: null,
      },
    ],
    next: null,
  })
  expect(await audited(person.id)).toEqual([
    {
      actor_id: admin.id,
      action: 'add credits',
      details: { credits: 25, currency: 'ILS', lot_id: credit_lots[0]!.id },
    },
  ])
})

test("added credits have the currency of the user's offices, unless the admin chooses another", async () => {
  const [london, leeds, berlin] = [
    await world.office({ currency: 'GBP' }),
    await world.office({ currency: 'GBP' }),
    await world.office({ currency: 'EUR' }),
  ]
  const person = await world.user()
  for (const { id } of [london, leeds]) await world.member(id, person.id, 'member')
  const first = await give(person.id, 'credits=10')
  await world.member(berlin.id, person.id, 'member')
  const second = await give(person.id, 'credits=20')
  const third = await give(person.id, 'credits=40&currency=EUR')

  expect(first.json()).toMatchObject({ default_currency: 'GBP' })
  expect(second.json()).toMatchObject({ default_currency: 'ILS' })
  expect(third.json()).toMatchObject({
    credit_balance: 70,
    credit_balances: [
      { currency: 'EUR', credits: 40 },
      { currency: 'GBP', credits: 10 },
      { currency: 'ILS', credits: 20 },
    ],
  })
  expect((await give(person.id, 'credits=1&currency=CHF')).statusCode).toBe(422)
})

test('a deleted office has no say in the currency of added credits', async () => {
  const person = await member()
  const closed = await world.office({ currency: 'GBP', deleted_at: '2026-01-01T00:00:00Z' })
  await world.member(closed.id, person.id, 'member')
  await world.pool.query(`update offices set currency = 'USD' where id = $1`, [office.id])
  const reply = await give(person.id, 'credits=10')
  await world.pool.query(`update offices set currency = 'ILS' where id = $1`, [office.id])

  expect(reply.json()).toMatchObject({ credit_balances: [{ currency: 'USD', credits: 10 }] })
})

test('credits added twice under one key are added once', async () => {
  const person = await member()
  const key = { 'idempotency-key': 'the-same' }
  await give(person.id, 'credits=10', admin, key)
  const again = await give(person.id, 'credits=10', admin, key)

  expect(again.json()).toMatchObject({ credit_balance: 10 })
})

test.each(['', 'credits=', 'credits=0', 'credits=-5', 'credits=1.5', 'credits=1e3', 'credits=ten'])(
  'an amount of credits is a whole number above 0, which %j is not',
  async (query) => {
    const person = await member()
    const reply = await give(person.id, query)

    expect(reply.statusCode).toBe(422)
    expect(reply.json().detail).toMatchObject([{ loc: ['query', 'credits'] }])
    if (query) expect(reply.json().detail[0].msg).toBe('Please enter a valid positive credit amount.')
  },
)

test('a description has at most 255 characters', async () => {
  const person = await member()
  const [fits, tooLong] = [
    await give(person.id, `credits=1&description=${'a'.repeat(255)}`),
    await give(person.id, `credits=1&description=${'a'.repeat(256)}`),
  ]

  expect([fits.statusCode, tooLong.statusCode]).toEqual([200, 422])
  expect(tooLong.json().detail[0].msg).toBe('Should have at most 255 characters')
})

test('a deleted user gets no credits', async () => {
  const person = await world.user({ deleted_at: '2026-01-01T00:00:00Z' })
  const reply = await give(person.id, 'credits=10')

  expect([reply.statusCode, reply.json()]).toEqual([409, { detail: 'This user was deleted.' }])
})

test('the user drawer shows what admins need, but not the ID photo', async () => {
  const person = await member({
    password: 'correct horse battery',
    google_subject: 'somebody',
    language: 'he',
  })
  await world.passportPhoto(person.id, Buffer.from('jpeg'))

  expect(await seen(person.id)).toMatchObject({
    offices: [{ id: office.id, name: 'Jaffa Port House', roles: ['member'] }],
    language: 'he',
    has_password: true,
    has_google: true,
    has_passport_image: true,
    profile: { passport_image: null },
    purge_after: null,
    credit_lots: [],
  })
})

test('the orders and the audit trail of a user come page by page', async () => {
  const person = await member()
  for (const start of ['2026-03-03T08:00:00Z', '2026-03-04T08:00:00Z'])
    await world.order({ office_id: office.id, user_id: person.id, start, end: start.replace('08', '09') })
  await put(person.id, { name: 'Other Name', version: 1 })
  await remove(person.id)
  const page = '?page=2&page_size=1'
  const orders = await world.get(`/api/admin/users/${person.id}/orders${page}`, admin)
  const audit = await world.get(`/api/admin/users/${person.id}/audit${page}`, admin)

  expect([orders.headers['x-total-count'], orders.json()]).toMatchObject([
    '2',
    [{ start: '2026-03-03T08:00:00.000Z', Office: { name: 'Jaffa Port House' } }],
  ])
  expect([audit.headers['x-total-count'], audit.json()]).toMatchObject([
    '2',
    [{ action: 'change user', actor_name: 'Ada Admin', details: { changed: 'name' } }],
  ])
})

test('changing an unknown user is refused', async () => {
  const replies = [
    await world.get('/api/admin/users/999999', admin),
    await put(999_999, { name: 'Somebody', version: 1 }),
    await put(999_999, { deleted_at: null }),
    await remove(999_999),
    await give(999_999, 'credits=1'),
  ]

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([404, { detail: 'This user does not exist.' }])
})

/** A room at 50 an hour, and a customer who can pay for it. */
async function customer() {
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id)
  const person = await member()
  await world.credits(person.id, 50_000)
  const stay = { office_id: office.id, sub_office_id: space.id }
  const book = async (date: string) =>
    (await world.post('/api/orders', { ...stay, date, start: '10:00', end: '12:00' }, person)).json()
  return { person, stay, book }
}

test("an admin sees a user's bookings before deleting the user; they are then cancelled and fully refunded", async () => {
  const { person, stay, book } = await customer()
  const [soon, later] = [await book('2026-03-03'), await book('2026-03-09')]
  const preview = await world.get(`/api/admin/users/${person.id}/deletion`, admin)
  expect(preview.json()).toMatchObject({
    coming_orders: 2,
    running_orders: 0,
    orders: [soon, later].map(({ id }) => ({ id, is_running: false, refund: 11_800, currency: 'ILS' })),
  })
  expect(await seen(person.id)).toMatchObject({ credit_balance: 264 })
  await remove(person.id)
  await world.runJobs()

  for (const { id } of [soon, later])
    expect((await world.get(`/api/orders/${id}`, admin)).json()).toMatchObject({
      cancelled_at: '2026-03-02T08:00:00.000Z',
      refunded: 11_800,
    })
  expect(await seen(person.id)).toMatchObject({ credit_balance: 500 })
  const subjects = (await world.mailsTo(person.email)).map(({ subject }) => subject)
  expect(subjects).toContain('Your account was closed')
  expect(subjects.filter((subject) => subject?.startsWith('Cancelled: '))).toHaveLength(2)
  const again = await world.post(
    '/api/orders',
    { ...stay, date: '2026-03-09', start: '10:00', end: '12:00' },
    await member(),
  )
  expect(again.statusCode).toBe(201)
  expect(await audited(person.id)).toMatchObject([{ details: { coming_orders: 2, running_orders: 0 } }])
})

test('a running visit ends when its customer is deleted, who pays for the time used', async () => {
  const { person, stay } = await customer()
  const visit = (await world.post('/api/orders/start_now', stay, person)).json()
  world.setNow('2026-03-02T09:00:00.000Z')
  const preview = await world.get(`/api/admin/users/${person.id}/deletion`, admin)
  expect(preview.json()).toMatchObject({
    coming_orders: 0,
    running_orders: 1,
    orders: [{ id: visit.id, is_running: true, refund: 0, due: 5900, with_credits: 5900, left: 0 }],
  })
  await remove(person.id)

  expect((await world.get(`/api/orders/${visit.id}`, admin)).json()).toMatchObject({
    end: '2026-03-02T09:00:00.000Z',
    cancelled_at: null,
    total_price: 5000,
  })
  world.setNow('2026-03-02T08:00:00.000Z')
})

test('a user is not deleted when their orders have changed since the preview', async () => {
  const { person, book } = await customer()
  const before = await book('2026-03-10')
  const removeShown = (orders: object[]) =>
    world.send({ method: 'DELETE', url: `/api/admin/users/${person.id}`, payload: { orders } }, admin)
  const shown = [{ id: before.id, is_running: false, refund: 11_800, due: 0 }]
  const since = await book('2026-03-11')
  const refused = await removeShown(shown)

  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    detail: 'The bookings of this user have changed in the meantime. Please check them again.',
    affected_orders: [{ id: before.id }, { id: since.id, refund: 11_800 }],
  })
  expect(await seen(person.id)).toMatchObject({ deleted_at: null })
  const both = [...shown, { ...shown[0]!, id: since.id }]
  expect((await removeShown(both)).statusCode).toBe(200)
})

test('there is no deletion preview for an unknown user', async () => {
  expect((await world.get('/api/admin/users/999999/deletion', admin)).statusCode).toBe(404)
})
