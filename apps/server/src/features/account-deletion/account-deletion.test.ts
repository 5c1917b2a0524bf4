import type { AffectedOrder } from '@keyhour/contract/account-deletion'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { businesses, businessMembers } from '#server/db/schema/businesses.ts'
import { creditLedger, creditLots } from '#server/db/schema/credits.ts'
import { contactMessages, messagePosts } from '#server/db/schema/messages.ts'
import {
  deletionRequests,
  googleAccounts,
  passwordLinks,
  profiles,
  signUps,
} from '#server/db/schema/users.ts'
import { purgeAccounts } from '#server/features/account-deletion/purge-accounts.ts'
import { findRunningDeletion } from '#server/features/account-deletion/queries.ts'
import { signLink } from '#server/features/account-deletion/sign-link.ts'
import { undoDeletionOf } from '#server/features/account-deletion/undo-deletion.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startWorld({ PUBLIC_URL: 'https://keyhour.example' })
const START = '2026-03-02T08:00:00.000Z'
const WEEK_LATER = '2026-03-09T08:00:00.000Z'
const SUBMITTED = { msg: 'Account deletion request submitted. Please check your email.' }
const NO_LONGER_VALID = { detail: 'This link is no longer valid.' }

type Person = Awaited<ReturnType<typeof world.user>>

const from = (remoteAddress: string, email: string) =>
  world.send({
    method: 'POST',
    url: '/api/user-profile/delete-account',
    payload: { email },
    remoteAddress,
  })

let networks = 0
async function request(person: { email: string }) {
  networks += 1
  const reply = await from(`10.0.${networks >> 8}.${networks & 255}`, person.email)
  await world.runJobs()
  return reply
}

/** The newest link to this page in the person's mails. */
async function linkTo(page: string, { email }: Person): Promise<string> {
  for (const mail of await world.mailsTo(email)) {
    const [, token] =
      new RegExp(`https://keyhour\\.example/${page}\\?token=(\\S+)`).exec(mail.text ?? '') ?? []
    if (token) return token
  }
  throw new Error(`no link to ${page} was mailed`)
}

const tokenOf = (purpose: Parameters<typeof signLink>[1], requestId: number) =>
  signLink(world, purpose, requestId).split('token=')[1]!
const confirm = (token: string) => world.post('/api/user-profile/delete-account/confirm', { token })
const undo = (token: string) => world.post('/api/user-profile/delete-account/undo', { token })

/** A person whose deletion is confirmed at START, with the links of both mails. */
async function leaving(given: Parameters<typeof world.user>[0] = {}) {
  world.setNow('2026-03-02T07:59:59.000Z')
  const person = await world.user(given)
  await request(person)
  const confirmToken = await linkTo('confirm-deletion', person)
  world.setNow(START)
  await confirm(confirmToken)
  await world.runJobs()
  return { person, confirmToken, undoToken: await linkTo('undo-deletion', person) }
}

async function rowOf({ id }: Person) {
  const { rows } = await world.pool.query('select * from users where id = $1', [id])
  return rows[0]
}

const requestsOf = ({ id }: Person) => world.db.$count(deletionRequests, eq(deletionRequests.user_id, id))

const subjects = async ({ email }: Person) => (await world.mailsTo(email)).map((mail) => mail.subject)

async function auditOf({ id }: Person) {
  const { rows } = await world.pool.query(
    "select actor_id::int, action, details from audit_log where subject = 'user' and subject_id = $1 order by id",
    [id],
  )
  return rows
}

test('known and unknown addresses get the same answer, and only a known one gets a mail', async () => {
  const person = await world.user()
  const replies = [await request(person), await request({ email: 'nobody@elsewhere.test' })]

  for (const reply of replies) expect([reply.statusCode, reply.json()]).toEqual([200, SUBMITTED])
  expect(await subjects(person)).toEqual(['Confirm that you want to delete your account'])
  expect(await world.mailsTo('nobody@elsewhere.test')).toEqual([])
})

test('the request itself looks up no account, and the queue stores no readable address', async () => {
  const person = await world.user()
  await from('10.1.0.1', person.email)
  const { rows } = await world.pool.query('select name, data::text from pgboss.job')

  expect(rows).toMatchObject([{ name: 'mail-deletion-link' }])
  expect(JSON.stringify(rows)).not.toContain(person.email)
  expect(await requestsOf(person)).toBe(0)
  await world.runJobs()
  expect(await requestsOf(person)).toBe(1)
})

test('an invalid address is refused, and so is one request too many', async () => {
  expect((await from('10.1.0.2', 'dana')).json().detail).toMatchObject([{ msg: 'Should be a valid email!' }])
  for (let attempt = 0; attempt < 5; attempt += 1) await from(`10.2.0.${attempt}`, 'often@keyhour.test')
  const sixth = await from('10.2.0.9', 'OFTEN@keyhour.test')

  expect(sixth.statusCode).toBe(429)
  expect(sixth.headers['retry-after']).toBe('3600')
  for (let attempt = 0; attempt < 20; attempt += 1) await from('10.3.0.1', `number-${attempt}@keyhour.test`)
  expect((await from('10.3.0.1', 'another@keyhour.test')).statusCode).toBe(429)
  await world.runJobs()
})

test('nothing happens before the link in the mail is used', async () => {
  const person = await world.user()
  await request(person)

  expect((await rowOf(person)).deleted_at).toBeNull()
  expect((await world.get('/api/user-profile', person)).statusCode).toBe(200)
})

test('confirming deactivates the account immediately, and a mail explains how to undo it and until when', async () => {
  const { person, confirmToken } = await leaving()

  expect((await world.get('/api/user-profile', person)).statusCode).toBe(401)
  expect((await rowOf(person)).session_epoch).toBe(person.session_epoch + 1)
  const again = await confirm(confirmToken)
  expect([again.statusCode, again.json()]).toEqual([
    200,
    { msg: 'Your account is deactivated.', purge_after: WEEK_LATER },
  ])
  const [mail] = await world.mailsTo(person.email)
  expect(mail?.subject).toBe('Your account is deactivated')
  expect(mail?.text).toContain('permanently deleted on Monday, 9 March 2026 at 10:00 (Israel time)')
  expect(await findRunningDeletion(world.db, person.id)).toEqual({
    id: expect.any(Number),
    confirmed_at: START,
    purge_after: WEEK_LATER,
  })
  const { rows } = await world.pool.query(
    'select u.deleted_at = r.confirmed_at as same from users u join deletion_requests r on r.user_id = u.id where u.id = $1',
    [person.id],
  )
  expect(rows).toEqual([{ same: true }])
})

test('people who use Keyhour in Hebrew get the mails in Hebrew', async () => {
  const { person } = await leaving({ language: 'he', name: 'נועה' })
  const mails = await world.mailsTo(person.email)

  expect(mails.map((mail) => mail.subject)).toEqual(['החשבון הושבת', 'אישור מחיקת החשבון'])
  expect(mails[0]?.text).toContain('שלום נועה,')
  expect(mails[0]?.text).toContain('ביום שני, 9 במרץ 2026 בשעה 10:00')
})

test('a deletion that is confirmed many times at the same moment happens once', async () => {
  world.setNow(START)
  const person = await world.user()
  await request(person)
  const first = await linkTo('confirm-deletion', person)
  world.setNow('2026-03-02T08:00:01.000Z')
  await request(person)
  const second = await linkTo('confirm-deletion', person)
  const replies = await Promise.all([first, second, first, second].map(confirm))
  await world.runJobs()

  expect(second).not.toBe(first)
  expect(new Set(replies.map((reply) => reply.body)).size).toBe(1)
  expect(replies[0]?.statusCode).toBe(200)
  expect((await rowOf(person)).session_epoch).toBe(1)
  expect(
    (await subjects(person)).filter((subject) => subject === 'Your account is deactivated'),
  ).toHaveLength(1)
})

test('a link works for 24 hours, and only for its own purpose', async () => {
  world.setNow(START)
  const person = await world.user()
  await request(person)
  const token = await linkTo('confirm-deletion', person)
  const [id, signature] = token.split('.')
  world.setNow('2026-03-03T08:00:00.000Z')

  for (const bad of [token, `${id}.${'A'.repeat(43)}`, `${Number(id) + 1}.${signature}`, `${id}.`, 'rubbish'])
    expect([bad, (await confirm(bad)).statusCode]).toEqual([bad, 404])
  world.setNow('2026-03-03T07:59:59.999Z')
  expect((await undo(token)).json()).toEqual(NO_LONGER_VALID)
  expect((await confirm(token)).statusCode).toBe(200)
  expect((await confirm('')).statusCode).toBe(422)
})

test('undoing brings the account back, and using the link again gives the same answer', async () => {
  const { person, undoToken, confirmToken } = await leaving()
  world.setNow('2026-03-09T07:59:59.000Z')
  const replies = [...(await Promise.all([undo(undoToken), undo(undoToken)])), await undo(undoToken)]
  await world.runJobs()

  for (const reply of replies)
    expect([reply.statusCode, reply.json()]).toEqual([200, { msg: 'Your account is kept.' }])
  expect((await rowOf(person)).deleted_at).toBeNull()
  expect((await subjects(person)).filter((subject) => subject === 'Your account is kept')).toHaveLength(1)
  expect((await confirm(confirmToken)).json()).toEqual(NO_LONGER_VALID)
  expect((await world.get('/api/user-profile', { ...person, session_epoch: 1 })).statusCode).toBe(200)
})

test('after seven days the account cannot be kept, whether or not it is purged already', async () => {
  const { person, undoToken, confirmToken } = await leaving()
  world.setNow(WEEK_LATER)

  expect((await undo(undoToken)).json()).toEqual(NO_LONGER_VALID)
  await purgeAccounts.run(world, {})
  expect([(await undo(undoToken)).statusCode, (await confirm(confirmToken)).statusCode]).toEqual([404, 404])
  expect((await rowOf(person)).purged_at).not.toBeNull()
})

test('signing in can undo the deletion too, for the owner only', async () => {
  const { person } = await leaving()
  const running = await findRunningDeletion(world.db, person.id)
  const stranger = await world.user()

  expect(await undoDeletionOf(world, stranger.id, running!.id)).toBe(false)
  expect(await undoDeletionOf(world, person.id, running!.id)).toBe(true)
  expect(await undoDeletionOf(world, person.id, running!.id)).toBe(true)
  expect(await findRunningDeletion(world.db, person.id)).toBeUndefined()
})

test('a request during a running deletion is answered by a mail that says so, with the undo link', async () => {
  const { person, undoToken } = await leaving()
  world.setNow('2026-03-04T08:00:00.000Z')
  await request(person)

  expect((await subjects(person))[0]).toBe('Your account is already being deleted')
  expect(await linkTo('undo-deletion', person)).toBe(undoToken)
  expect(await requestsOf(person)).toBe(1)
})

test('an account that was kept can be deleted again, and the links of the first deletion stay invalid', async () => {
  const { person, undoToken } = await leaving()
  await undo(undoToken)
  world.setNow('2026-03-05T08:00:00.000Z')
  await request(person)
  const reply = await confirm(await linkTo('confirm-deletion', person))

  expect(reply.json()).toMatchObject({ purge_after: '2026-03-12T08:00:00.000Z' })
  expect((await undo(undoToken)).json()).toEqual(NO_LONGER_VALID)
  expect((await rowOf(person)).deleted_at).not.toBeNull()
})

test('a member whom an admin deleted can have their data deleted; undoing that does not reopen the account', async () => {
  const deleted_at = '2026-02-01T08:00:00.000Z'
  const { person, undoToken } = await leaving({ deleted_at })

  world.setNow('2026-03-03T08:00:00.000Z')
  expect((await undo(undoToken)).statusCode).toBe(200)
  await world.runJobs()
  expect((await rowOf(person)).deleted_at.toISOString()).toBe(deleted_at)
  const [mail] = await world.mailsTo(person.email)
  expect(mail?.text).toContain('write to hello@keyhour.test')
})

test('an account that an admin restores in the meantime is not purged, and can be deleted anew', async () => {
  const { person: patient } = await leaving()
  const { person: hasty } = await leaving()
  await world.pool.query('update users set deleted_at = null where id in ($1, $2)', [patient.id, hasty.id])
  world.setNow('2026-03-08T08:00:00.000Z')
  const again = await world.db
    .insert(deletionRequests)
    .values({ user_id: hasty.id, requested_at: world.now().toISOString() })
    .returning()
  const reply = await confirm(tokenOf('confirm deletion', again[0]!.id))
  world.setNow(WEEK_LATER)
  await purgeAccounts.run(world, {})

  expect(await rowOf(patient)).toMatchObject({ purged_at: null, deleted_at: null, email: patient.email })
  expect(await findRunningDeletion(world.db, patient.id)).toBeUndefined()
  expect(reply.json()).toMatchObject({ purge_after: '2026-03-15T08:00:00.000Z' })
  expect((await rowOf(hasty)).purged_at).toBeNull()
})

/** All text in the database except the job queue, whose data is encrypted. */
async function wholeDatabase(): Promise<string> {
  const { rows: tables } = await world.pool.query(
    "select table_name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const texts = await Promise.all(
    tables.map(async ({ table_name }) => {
      const { rows } = await world.pool.query(`select to_jsonb(t)::text as row from "${table_name}" t`)
      return rows.map(({ row }) => row).join('\n')
    }),
  )
  return texts.join('\n')
}

/** A person with data in every table that can hold any. */
async function wellKnownPerson() {
  world.setNow(START)
  const given = {
    name: 'Rahel Findling',
    email: 'Rahel.Findling@keyhour.test',
    google_subject: 'google-rahel',
  }
  const person = await world.user({ ...given, password: 'correct horse battery', admin: true })
  await world.user({ admin: true, name: 'Who stays' })
  const { id, email } = person
  await world.db.insert(googleAccounts).values([
    { subject: 'google-rahel', user_id: id, email: 'rahel.findling@gmail.com' },
    { subject: 'google-rahel-before', user_id: id, email: 'findling@gmail.com' },
  ])
  await world.passportPhoto(id, new Uint8Array([1, 2, 3]))
  await world.db
    .update(profiles)
    .set({ phone: '+972-50-555-0199', card_token_sealed: 'sealed card', has_card: true })
    .where(eq(profiles.user_id, id))
  const office = await world.office()
  await world.member(office.id, id, 'manager')
  const [business] = await world.db
    .insert(businesses)
    .values({ name: 'Acme', billing_email: email.toLowerCase() })
    .returning()
  await world.db.insert(businessMembers).values({ business_id: business!.id, user_id: id, role: 'manager' })
  const order = await world.order({ office_id: office.id, user_id: id, note: 'Rahel Findling needs a ramp' })
  const [lot] = await world.db
    .insert(creditLots)
    .values({ user_id: id, currency: 'ILS', granted: 500, remaining: 500 })
    .returning()
  await world.db
    .insert(creditLedger)
    .values({ lot_id: lot!.id, amount: 500, kind: 'grant', description: 'for Rahel Findling' })
  const [message] = await world.db
    .insert(contactMessages)
    .values({ email: email.toUpperCase(), message: 'Is there parking?' })
    .returning()
  await world.db.insert(messagePosts).values({
    message_id: message!.id,
    kind: 'reply',
    from_email: email.toUpperCase(),
    text: 'Thank you.',
    mail_id: '<reply@example.com>',
  })
  const expires_at = '2026-03-03T08:00:00Z'
  const signUp = { name: 'Rahel Findling', email, password_hash: 'x', language: 'en' as const, expires_at }
  await world.db.insert(signUps).values({ ...signUp, token_hash: Buffer.from('a') })
  await world.db.insert(passwordLinks).values({ token_hash: Buffer.from('b'), user_id: id, expires_at })
  await request(person)
  await confirm(await linkTo('confirm-deletion', person))
  await world.runJobs()
  return { person, order }
}

test('after seven days nothing in the database identifies the person, and the orders keep their amounts', async () => {
  const { person, order } = await wellKnownPerson()
  const [profile] = await world.db.select().from(profiles).where(eq(profiles.user_id, person.id))
  const admin = await world.user({ admin: true })
  const orders = async () =>
    (await world.get('/api/admin/all-orders', admin)).json().find(({ id }: { id: number }) => id === order.id)
  const before = await orders()
  world.setNow('2026-03-09T07:59:59.999Z')
  await purgeAccounts.run(world, {})
  expect(await rowOf(person)).toMatchObject({ name: 'Rahel Findling', purged_at: null })

  world.setNow(WEEK_LATER)
  await purgeAccounts.run(world, {})
  await world.runJobs()

  expect(await wholeDatabase()).not.toMatch(/rahel|findling|555-0199|sealed card/i)
  expect(await world.files.read('passport_images', profile!.passport_image!)).toBeUndefined()
  expect(await orders()).toEqual({
    ...before,
    userName: 'Deleted user',
    userEmail: `deleted-${person.id}@deleted.invalid`,
    userPhoneNumber: null,
  })
  expect(await rowOf(person)).toMatchObject({ admin: false, session_epoch: 2, google_subject: null })
  expect((await auditOf(person)).map(({ actor_id, action }) => [actor_id, action])).toEqual([
    [null, 'request deletion'],
    [person.id, 'confirm deletion'],
    [null, 'purge account'],
  ])

  const afterwards = await wholeDatabase()
  await purgeAccounts.run(world, {})
  expect(await wholeDatabase()).toBe(afterwards)
})

test('an account that cannot be purged does not stop the others, and the job fails', async () => {
  const stuck = await leaving()
  const { person } = await leaving()
  await world.pool.query(
    `create function refuse_purge() returns trigger language plpgsql as
     $$ begin if new.id = ${stuck.person.id} and new.purged_at is not null then raise 'no'; end if; return new; end $$;
     create trigger refuse_purge before update on users for each row execute function refuse_purge()`,
  )
  world.setNow(WEEK_LATER)

  await expect(purgeAccounts.run(world, {})).rejects.toThrow(/^1 of \d+ accounts could not be purged$/)
  expect((await rowOf(person)).purged_at).not.toBeNull()
  expect((await rowOf(stuck.person)).email).toBe(stuck.person.email)
  await world.pool.query('drop trigger refuse_purge on users')
  await purgeAccounts.run(world, {})
  expect((await rowOf(stuck.person)).purged_at).not.toBeNull()
})

test('servers that purge at the same time share the work, and each account is purged once', async () => {
  const people = [await leaving(), await leaving(), await leaving()].map(({ person }) => person)
  world.setNow(WEEK_LATER)
  await Promise.all([1, 2, 3].map(() => purgeAccounts.run(world, {})))
  await purgeAccounts.run(world, {})

  for (const person of people) {
    expect((await rowOf(person)).purged_at).not.toBeNull()
    expect((await auditOf(person)).filter(({ action }) => action === 'purge account')).toHaveLength(1)
  }
})

test('a request that nobody confirms is deleted after thirty days', async () => {
  world.setNow(START)
  const person = await world.user()
  await request(person)
  const mine = () => world.pool.query('select from deletion_requests where user_id = $1', [person.id])
  world.setNow('2026-04-01T08:00:00.000Z')
  await purgeAccounts.run(world, {})
  expect((await mine()).rowCount).toBe(1)

  world.setNow('2026-04-01T08:00:00.001Z')
  await purgeAccounts.run(world, {})
  expect((await mine()).rowCount).toBe(0)
  expect((await rowOf(person)).deleted_at).toBeNull()
})

test('bookings left on an account that an admin deleted are cancelled by their terms at the purge', async () => {
  world.setNow('2026-03-02T07:00:00.000Z')
  const office = await world.office()
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const booking = {
    office_id: office.id,
    sub_office_id: room.id,
    date: '2026-03-20',
    start: '10:00',
    end: '12:00',
  }
  const customer = await world.user()
  await world.credits(customer.id, 20_000)
  const { id } = (await world.post('/api/orders', booking, customer)).json()
  world.setNow(START)
  await world.deletion(customer.id)
  const other = await world.user()
  const taken = await world.post('/api/orders', booking, other)
  world.setNow(WEEK_LATER)
  await purgeAccounts.run(world, {})
  const free = await world.post('/api/orders', booking, other)

  expect([taken.statusCode, free.statusCode]).toEqual([409, 201])
  const { rows } = await world.pool.query(
    `select o.cancelled_at, o.cancelled_by, o.refunded, (select sum(remaining)::integer from credit_lots where user_id = o.user_id)
     as credits, (select array_agg(kind order by id) from order_events where order_id = o.id) as timeline
     from orders o where id = $1`,
    [id],
  )
  expect(rows[0]).toMatchObject({
    cancelled_at: new Date(WEEK_LATER),
    cancelled_by: null,
    refunded: 11_800,
    credits: 20_000,
    timeline: ['booked', 'cancelled'],
  })
})

test('a running visit ends when the account is purged', async () => {
  world.setNow('2026-03-02T07:00:00.000Z')
  const office = await world.office()
  const room = await world.subOffice(office.id)
  await world.unit(office.id, room.id)
  const customer = await world.user()
  const space = { office_id: office.id, sub_office_id: room.id }
  world.setNow('2026-03-09T07:00:00.000Z')
  const { id } = (await world.post('/api/orders/start_now', space, customer)).json()
  world.setNow(START)
  await world.deletion(customer.id)
  world.setNow(WEEK_LATER)
  await purgeAccounts.run(world, {})

  const { rows } = await world.pool.query('select "end", total_price from orders where id = $1', [id])
  expect(rows).toEqual([{ end: new Date(WEEK_LATER), total_price: 5000 }])
})

const linkFor = async (person: Person) => {
  await request(person)
  return linkTo('confirm-deletion', person)
}

test('the only admin cannot delete their account; of two who confirm at the same moment, one stays', async () => {
  const [one, two] = [await world.user({ admin: true }), await world.user({ admin: true })]
  await world.pool.query('update users set admin = false where id <> all($1)', [[one.id, two.id]])
  const links = [await linkFor(one), await linkFor(two)]
  const replies = await Promise.all(links.map(confirm))

  expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const refused = replies.find(({ statusCode }) => statusCode === 409)!
  expect(refused.json()).toEqual({
    detail: 'You are the only admin. Please make someone else an admin first.',
  })
  await world.user({ admin: true })
  expect((await confirm(links[replies.indexOf(refused)]!)).statusCode).toBe(200)
})

/** A customer with a visit since half an hour, a booking for tomorrow and one for later in the month. */
async function busyPerson() {
  world.setNow('2026-03-02T07:00:00.000Z')
  const office = await world.office({
    ...{ name: 'Jaffa Port House', unpaid_bookings_allowed: 2 },
    ...{ open_hours: '08:00', close_hours: '20:00' },
  })
  const addSpace = async (name: string) => {
    const room = await world.subOffice(office.id, { name })
    await world.unit(office.id, room.id)
    return { office_id: office.id, sub_office_id: room.id }
  }
  const person = await world.user()
  await world.credits(person.id, 100_000)
  const [here, room] = [await addSpace('Desk'), await addSpace('Room')]
  const book = async (date: string) =>
    (await world.post('/api/orders', { ...room, date, start: '08:00', end: '10:00' }, person)).json().id
  const orders = { soon: await book('2026-03-03'), later: await book('2026-03-20') }
  world.setNow('2026-03-02T07:30:00.000Z')
  const visit = (await world.post('/api/orders/start_now', here, person)).json().id
  const token = await linkFor(person)
  world.setNow(START)
  return { person, token, room, orders: { ...orders, visit } }
}

/** For the visit, until the office closes. */
const SET_ASIDE = 10.5 * 5900

const preview = (token: string) => world.post('/api/user-profile/delete-account/preview', { token })
const creditsOf = async ({ id }: Person) =>
  (await world.pool.query('select sum(remaining)::int as left from credit_lots where user_id = $1', [id]))
    .rows[0].left
const ordersOf = async ({ id }: Person) =>
  (
    await world.pool.query(
      'select id::int, cancelled_at, cancelled_by::int, checked_out_at, refunded, total_price from orders where user_id = $1 order by id',
      [id],
    )
  ).rows

test('the link shows what would happen to each booking, and its refund, without doing it', async () => {
  const { person, token, orders } = await busyPerson()
  const reply = await preview(token)

  expect(reply.statusCode).toBe(200)
  expect(reply.json().orders).toMatchObject([
    { id: orders.visit, office: 'Jaffa Port House', sub_office: 'Desk', is_running: true, refund: 0 },
    { id: orders.soon, sub_office: 'Room', is_running: false, refund: 5900, refund_credits: 5900 },
    { id: orders.later, is_running: false, refund: 11_800, refund_credits: 11_800, currency: 'ILS' },
  ])
  expect((await rowOf(person)).deleted_at).toBeNull()
  expect((await ordersOf(person)).every(({ cancelled_at }) => cancelled_at === null)).toBe(true)
  expect((await preview('rubbish')).json()).toEqual(NO_LONGER_VALID)
})

test('deactivating cancels the bookings by their terms, ends a visit, and a mail says so', async () => {
  const { person, token, room, orders } = await busyPerson()
  await confirm(token)
  await world.runJobs()

  const at = new Date(START)
  expect(await ordersOf(person)).toMatchObject([
    { id: orders.soon, cancelled_at: at, cancelled_by: person.id, refunded: 5900 },
    { id: orders.later, cancelled_at: at, cancelled_by: person.id, refunded: 11_800 },
    { id: orders.visit, cancelled_at: null, checked_out_at: at, total_price: 2500 },
  ])
  expect(await creditsOf(person)).toBe(100_000 - 5900 - 2950)
  const mails = await world.mailsTo(person.email)
  const deactivated = mails.find(({ subject }) => subject === 'Your account is deactivated')!
  expect(deactivated.text).toContain('Your 2 upcoming bookings are cancelled')
  expect(deactivated.text).toContain('The visit in progress has ended.')
  expect(mails.filter(({ subject }) => subject?.startsWith('Cancelled: '))).toHaveLength(2)
  const booking = { ...room, date: '2026-03-20', start: '08:00', end: '10:00' }
  expect((await world.post('/api/orders', booking, await world.user())).statusCode).toBe(201)
})

test('keeping the account brings no booking back, and the mail says so', async () => {
  const { person, token } = await busyPerson()
  await confirm(token)
  await world.runJobs()
  const before = await ordersOf(person)
  await undo(await linkTo('undo-deletion', person))
  await world.runJobs()
  const kept = (await world.mailsTo(person.email)).find(({ subject }) => subject === 'Your account is kept')!

  expect(await ordersOf(person)).toEqual(before)
  expect(kept.text).toContain('that were cancelled when the account was deactivated stay cancelled')
})

test('the mails do not mention bookings when there are none', async () => {
  const { person, undoToken } = await leaving()
  await undo(undoToken)
  await world.runJobs()

  for (const mail of await world.mailsTo(person.email))
    if (mail.subject !== 'Confirm that you want to delete your account')
      expect(mail.text).not.toMatch(/booking|booked/)
})

const confirmShown = (token: string, orders: unknown) =>
  world.post('/api/user-profile/delete-account/confirm', { token, orders })
const shownOf = (orders: AffectedOrder[]) =>
  orders.map(({ id, is_running, refund, due }) => ({ id, is_running, refund, due }))

test('the link shows what a running visit costs, and where credits pay for it', async () => {
  const { token, person, orders } = await busyPerson()
  await world.pool.query('update credit_lots set remaining = 0 where user_id = $1', [person.id])
  await world.pool.query("update offices set name_he = 'בית נמל יפו' where name = 'Jaffa Port House'")
  const [visit] = (await preview(token)).json().orders

  expect(visit).toMatchObject({ id: orders.visit, due: 2950, with_credits: 2950, left: 0 })
  expect(visit).toMatchObject({ office: 'Jaffa Port House', office_he: 'בית נמל יפו', sub_office_he: null })
  await confirm(token)
  // Everything refunded for the bookings, minus the visit.
  expect(await creditsOf(person)).toBe(5900 + 11_800 - 2950)
})

test('credits refunded to an expired lot pay for the visit that ends', async () => {
  const { token, person, orders } = await busyPerson()
  await world.pool.query('update credit_lots set remaining = 0, expires_at = $2 where user_id = $1', [
    person.id,
    START,
  ])
  const [visit] = (await preview(token)).json().orders
  await confirm(token)
  const { rows } = await world.pool.query('select paid_with_credits from orders where id = $1', [
    orders.visit,
  ])

  expect(visit).toMatchObject({ due: 2950, with_credits: 2950, left: 0 })
  expect(rows).toEqual([{ paid_with_credits: 2950 }])
})

test('the link shows the amount that is no longer due for an unpaid booking', async () => {
  const { person, token, room } = await busyPerson()
  const remaining = SET_ASIDE + 1800
  await world.pool.query('update credit_lots set remaining = $2 where user_id = $1', [person.id, remaining])
  const booking = { ...room, date: '2026-03-25', start: '08:00', end: '10:00' }
  const { id } = (await world.post('/api/orders', booking, person)).json()
  const last = (await preview(token)).json().orders.at(-1)

  expect(last).toMatchObject({ id, refund: 1800, waived: 10_000, due: 0, left: 0 })
})

test('what an unpaid booking owes when it is cancelled late stays owed, and the link says so', async () => {
  const { person, token, room } = await busyPerson()
  await world.pool.query('update credit_lots set remaining = 0 where user_id = $1', [person.id])
  const booking = { ...room, date: '2026-03-03', start: '10:00', end: '12:00' }
  const { id } = (await world.post('/api/orders', booking, person)).json()
  world.setNow('2026-03-02T08:20:00.000Z')
  const { orders } = (await preview(token)).json()
  const shown = orders.find((order: AffectedOrder) => order.id === id)
  const refused = await confirmShown(
    token,
    orders.map((order: AffectedOrder) => ({ ...order, owed: 0 })),
  )
  const confirmed = await confirmShown(token, orders)
  const { rows } = await world.pool.query('select kept from orders where id = $1', [id])

  expect(shown).toMatchObject({ refund: 0, owed: 5900, waived: 5900 })
  expect([refused.statusCode, confirmed.statusCode]).toEqual([409, 200])
  expect(rows).toEqual([{ kept: 5900 }])
})

test('a booking made in another tab after the preview stops the deletion and is shown', async () => {
  const { person, token, room } = await busyPerson()
  const { orders } = (await preview(token)).json()
  const booking = { ...room, date: '2026-03-25', start: '08:00', end: '10:00' }
  const { id } = (await world.post('/api/orders', booking, person)).json()
  const refused = await confirmShown(token, shownOf(orders))

  expect(refused.statusCode).toBe(409)
  expect(refused.json().detail).toBe('Your bookings have changed in the meantime. Please check them again.')
  expect(refused.json().affected_orders).toEqual((await preview(token)).json().orders)
  expect(refused.json().affected_orders.at(-1)).toMatchObject({ id, refund: 11_800 })
  expect((await rowOf(person)).deleted_at).toBeNull()
  expect((await ordersOf(person)).every(({ cancelled_at }) => cancelled_at === null)).toBe(true)
  expect((await confirmShown(token, shownOf(refused.json().affected_orders))).statusCode).toBe(200)
  expect((await confirmShown(token, [])).statusCode).toBe(200)
})

test('a visit that costs more than the preview showed is shown again', async () => {
  const { token } = await busyPerson()
  const { orders } = (await preview(token)).json()
  world.setNow('2026-03-02T08:00:01.000Z')
  const refused = await confirmShown(token, shownOf(orders))

  expect([refused.statusCode, refused.json().affected_orders[0].due]).toEqual([409, 5900])
})
