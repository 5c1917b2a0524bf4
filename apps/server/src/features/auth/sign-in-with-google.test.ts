import { simulateGoogle } from '@keyhour/simulators/google'
import { decodeJwt } from 'jose'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { googleIdentity } from '#server/outside/google.ts'
import { eventually } from '../../../test/eventually.ts'
import { startWorld } from '../../../test/world.ts'

const google = await simulateGoogle()
afterAll(google.close)
const world = await startWorld({ GOOGLE_CLIENT_ID: google.clientId, GOOGLE_KEYS_URL: google.keysUrl })
const NOW = Date.parse('2026-03-02T08:00:00Z') / 1000
const FAILED = [401, { detail: 'Sign-in failed. Please try again.' }]
const DISCONNECTED = [
  409,
  {
    detail:
      'Google sign-in was disconnected from your account. Sign in with your password, then connect it again in your profile.',
  },
]
const UNREACHABLE = [
  503,
  { detail: 'Google cannot be reached right now. Please try again in a moment.' },
] as const

type Claims = Record<string, unknown>

let people = 0
/** A person with a Google mailbox and no account yet. */
function stranger(claims: Claims = {}): Claims {
  people += 1
  return { sub: `subject-${people}`, email: `new-${people}@gmail.com`, ...claims }
}

const present = (access_token: string, more: { undo_deletion?: boolean } = {}) =>
  world.post('/api/users/auth/google/signin', { access_token, ...more })
const come = async (claims: Claims, more: { undo_deletion?: boolean } = {}) =>
  present(await google.idToken(NOW, claims), more)
const said = (reply: Awaited<ReturnType<typeof present>>) => [reply.statusCode, reply.json()]
const withToken = (token: string) =>
  world.send({ url: '/api/offices/my-offices', headers: { authorization: `Bearer ${token}` } })
const countUsers = (email: unknown) =>
  world.pool.query('select from users where email = $1', [email]).then(({ rowCount }) => rowCount)

test.each(['https://accounts.google.com', 'accounts.google.com'])(
  'the first sign-in makes the account, and %s is Google',
  async (iss) => {
    const claims = stranger({ iss, name: '  Dana Levi ' })
    const reply = await come(claims)
    const { access_token, user } = reply.json()

    expect(reply.statusCode).toBe(200)
    expect(user).toEqual({ id: expect.any(Number), name: 'Dana Levi', email: claims.email, admin: false })
    expect(decodeJwt(access_token)).toMatchObject(user)
    expect((await withToken(access_token)).statusCode).toBe(200)
    const { rows } = await world.pool.query(
      'select email_confirmed_at, phone from users join profiles on user_id = id where id = $1',
      [user.id],
    )
    expect(rows).toEqual([{ email_confirmed_at: new Date('2026-03-02T08:00:00Z'), phone: null }])
  },
)

test('a person without a name at Google is called by their address, and a long name is shortened', async () => {
  const nameless = await come(stranger({ name: undefined }))
  const endless = await come(stranger({ name: 'א'.repeat(300) }))

  expect(nameless.json().user.name).toBe(`new-${people - 1}`)
  expect(endless.json().user.name).toBe('א'.repeat(200))
})

test('a person who signs up with Google gets mails in the language of the page', async () => {
  const claims = stranger()
  const access_token = await google.idToken(NOW, claims)
  await world.send({
    method: 'POST',
    url: '/api/users/auth/google/signin',
    payload: { access_token },
    headers: { cookie: 'language=he' },
  })
  const { rows } = await world.pool.query('select language from users where email = $1', [claims.email])

  expect(rows).toEqual([{ language: 'he' }])
})

test('the second sign-in finds the same user, even when the address has changed', async () => {
  const claims = stranger()
  const first = await come(claims)
  const second = await come({ ...claims, email: 'moved@elsewhere.example' })

  expect(second.json().user).toEqual(first.json().user)
})

test('two simultaneous first sign-ins make one user', async () => {
  const claims = stranger()
  const replies = await Promise.all([1, 2, 3, 4].map(() => come(claims)))

  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map((reply) => reply.json().user.id)).size).toBe(1)
})

const byGmail = (email: string) => ({ email })
const byWorkspace = (email: string) => ({ email, hd: 'keyhour.test' })

test.each([
  ['@gmail.com', byGmail],
  ['@googlemail.com', byGmail],
  ['@keyhour.test', byWorkspace],
])('an account with an address that Google itself runs, %s, is connected', async (domain, claimsOf) => {
  const person = await world.user({ email: `Known-${++people}${domain}`, password: 'correct horse battery' })
  const claims = stranger(claimsOf(person.email.toLowerCase()))
  const reply = await come(claims)

  expect(reply.json().user).toMatchObject({ id: person.id, name: person.name })
  expect((await come({ ...claims, email: 'moved@gmail.com' })).json().user.id).toBe(person.id)
  expect(
    (await world.post('/api/auth/sign_in', { email: person.email, password: 'correct horse battery' }))
      .statusCode,
  ).toBe(200)
})

test('a confirmed Google account with a foreign address does not open the account of that address', async () => {
  const person = await world.user()
  const reply = await come(stranger({ email: person.email }))

  expect(said(reply)).toEqual([
    409,
    {
      detail:
        'There is already an account with this address. Sign in with your password, then connect Google in your profile.',
    },
  ])
  const { rows } = await world.pool.query('select google_subject from users where id = $1', [person.id])
  expect(rows).toEqual([{ google_subject: null }])
})

test('an address that passed to another person at Google does not bring the account along', async () => {
  const claims = stranger({ hd: 'keyhour.test' })
  await come(claims)
  const successor = await come({ ...claims, sub: 'the next employee' })

  expect(successor.statusCode).toBe(409)
})

test.each<[string, Claims]>([
  ['for somebody else’s site', { aud: 'other.apps.googleusercontent.com' }],
  ['by somebody else', { iss: 'https://accounts.example' }],
  ['that has expired', { exp: NOW }],
  ['without an end', { exp: undefined }],
  ['that is not valid yet', { nbf: NOW + 60 }],
  ['on an address that is not confirmed', { email_verified: false }],
  ['that says true in quotes', { email_verified: 'true' }],
  ['that says nothing of a confirmed address', { email_verified: undefined }],
  ['without an address', { email: undefined }],
  ['without a subject', { sub: undefined }],
])('a token %s opens nothing and makes no account', async (_what, claims) => {
  const whole = stranger(claims)

  expect(said(await come(whole))).toEqual(FAILED)
  if (whole.email) expect(await countUsers(whole.email)).toBe(0)
})

const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url')

test('changed tokens, unsigned tokens and other text open nothing', async () => {
  const claims = stranger()
  const [header, payload, signature] = (await google.idToken(NOW, claims)).split('.')
  const promoted = encoded({ ...decodeJwt(`${header}.${payload}.${signature}`), sub: 'somebody else' })
  const { access_token } = (await come(stranger())).json()

  for (const token of [
    `${header}.${promoted}.${signature}`,
    `${header}.${payload}.${signature!.slice(0, -4)}AAAA`,
    `${encoded({ alg: 'none' })}.${payload}.`,
    `${encoded({ alg: 'HS256', kid: 'key-1' })}.${payload}.${signature}`,
    access_token,
    'rubbish',
    'a.b.c',
  ]) {
    expect([token, ...said(await present(token))]).toEqual([token, ...FAILED])
  }
})

test('an unknown key makes us ask Google again, but not every time', async () => {
  await come(stranger())
  await google.rotateKeys()
  const asked = google.countFetches()
  const statuses = []
  for (let time = 0; time < 5; time += 1) statuses.push((await come(stranger())).statusCode)

  expect(new Set(statuses)).toSatisfy((seen: Set<number>) =>
    [...seen].every((one) => [200, 401].includes(one)),
  )
  await eventually(async () => expect((await come(stranger())).statusCode).toBe(200))
  expect(google.countFetches() - asked).toBeLessThanOrEqual(2)
})

test('when Google sends no keys, the answer says so, and the next sign-in works again', async () => {
  const fresh = () => googleIdentity(world.config)
  const token = await google.idToken(NOW, stranger())
  const failures: [string, () => void][] = [
    ['it is down', () => google.goDown()],
    ['it answers no JSON', () => google.talkNonsense('<html>')],
    ['it answers no keys', () => google.talkNonsense('{"error":"later"}')],
    ['its keys are broken', () => google.talkNonsense('{"keys":["one"]}')],
  ]
  for (const [what, fail] of failures) {
    fail()
    await expect(fresh().verify(token, world.now()), what).rejects.toMatchObject({ statusCode: 503 })
    google.goDown(false)
    google.talkNonsense()
    await expect(fresh().verify(token, world.now())).resolves.toMatchObject({ ownsAddress: true })
  }
  const nobodyThere = googleIdentity({ ...world.config, googleKeysUrl: 'http://127.0.0.1:9/certs' })
  await expect(nobodyThere.verify(token, world.now())).rejects.toMatchObject({ statusCode: 503 })
})

test('when the key server is down, the answer says so', async () => {
  const other = await startWorld({
    GOOGLE_CLIENT_ID: google.clientId,
    GOOGLE_KEYS_URL: 'http://127.0.0.1:9/certs',
  })
  const reply = await other.post('/api/users/auth/google/signin', {
    access_token: await google.idToken(NOW, stranger()),
  })

  expect(said(reply)).toEqual(UNREACHABLE)
})

test('without Google set up, the answer says so', async () => {
  const plain = await startWorld()
  const reply = await plain.post('/api/users/auth/google/signin', { access_token: 'any' })

  expect(said(reply)).toEqual([503, { detail: 'Google sign-in is not set up here.' }])
})

test('a member whose account deletion is running is told so, and can keep the account', async () => {
  const claims = stranger()
  const { id } = (await come(claims)).json().user
  await world.deletion(id)

  expect(said(await come(claims))).toEqual([403, { detail: 'This account is waiting to be deleted.' }])
  const kept = await come(claims, { undo_deletion: true })
  expect(kept.json().user.id).toBe(id)
  expect((await come(claims)).statusCode).toBe(200)
})

test('signing in with Google neither restores a member whom an admin deleted nor makes a second account', async () => {
  const claims = stranger()
  const { id } = (await come(claims)).json().user
  await world.pool.query('update users set deleted_at = now() where id = $1', [id])

  expect(said(await come(claims, { undo_deletion: true }))).toEqual(FAILED)
  expect(said(await come({ ...claims, sub: 'another' }))).toMatchObject([409, {}])
  expect(await countUsers(claims.email)).toBe(1)
})

const password = 'correct horse battery'

const connect = async (
  person: Awaited<ReturnType<typeof world.user>>,
  claims: Claims,
  more: { password?: string } = {},
) =>
  world.post('/api/user-profile/google', { access_token: await google.idToken(NOW, claims), ...more }, person)

test('connecting Google asks for the password', async () => {
  const person = await world.user({ password })
  const claims = stranger()
  const [without, wrong] = [await connect(person, claims), await connect(person, claims, { password: 'no' })]

  expect([without.statusCode, wrong.statusCode]).toEqual([422, 422])
  expect([without.json().detail, wrong.json().detail]).toMatchObject([
    [{ loc: ['body', 'password'], msg: 'Cannot be empty' }],
    [{ loc: ['body', 'password'], msg: 'This is not your current password.' }],
  ])
  expect((await come(claims)).json().user.id).not.toBe(person.id)
  expect((await connect(person, stranger(), { password })).json()).toMatchObject({ has_google: true })
})

test('failed guesses at connecting Google and at changing the password count together', async () => {
  const person = await world.user({ password })
  const claims = stranger()
  await Promise.all(Array.from({ length: 10 }, () => connect(person, claims, { password: 'a guess' })))
  const change = { current_password: password, new_password: 'another horse battery' }

  expect((await connect(person, claims, { password })).statusCode).toBe(429)
  expect((await world.post('/api/users/change_password/', change, person)).statusCode).toBe(429)
})

test('a member without a password connects another Google account only right after signing in', async () => {
  const claims = stranger()
  const token = (await come(claims)).json().access_token
  const connectWith = async () =>
    world.send({
      method: 'POST',
      url: '/api/user-profile/google',
      payload: { access_token: await google.idToken(NOW, stranger()) },
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await connectWith()).statusCode).toBe(200)
  world.setNow('2026-03-02T08:10:01.000Z')
  onTestFinished(() => world.setNow('2026-03-02T08:00:00.000Z'))
  const late = await connectWith()

  expect(said(late)).toEqual([403, { detail: 'Please log out, sign in again, and then connect Google.' }])
})

test('a Google account with another address can be connected, and then signs in', async () => {
  const person = await world.user()
  const claims = stranger()
  const reply = await connect(person, claims)

  expect(reply.statusCode).toBe(200)
  expect(reply.json()).toMatchObject({ id: person.id, has_google: true })
  expect((await come(claims)).json().user.id).toBe(person.id)
  expect((await connect(person, claims)).statusCode).toBe(200)
})

test('when a Google account is connected, the owner is mailed and the audit log has one entry', async () => {
  const person = await world.user({ language: 'he' })
  const claims = stranger()
  await connect(person, claims)
  await connect(person, claims)
  await world.runJobs()

  const subjects = (await world.mailsTo(person.email)).map(({ subject }) => subject)
  expect(subjects).toEqual(['חשבון Google חובר לחשבון שלך'])
  const { rows } = await world.pool.query(
    'select actor_id::int, action from audit_log where subject_id = $1',
    [person.id],
  )
  expect(rows).toEqual([{ actor_id: person.id, action: 'connect Google' }])
})

test('a Google account of another user cannot be connected', async () => {
  const claims = stranger()
  await come(claims)
  const reply = await connect(await world.user(), claims)

  expect(said(reply)).toEqual([409, { detail: 'This Google account is connected to another account.' }])
})

test('a member with a password can disconnect Google, which then no longer signs in', async () => {
  const [person, passwordless] = [await world.user({ password: 'correct horse battery' }), await world.user()]
  const claims = stranger({ email: 'elsewhere@example.com' })
  await connect(person, claims, { password })
  const disconnect = (as: typeof person) =>
    world.send({ method: 'DELETE', url: '/api/user-profile/google' }, as)
  const reply = await disconnect(person)

  expect([reply.statusCode, reply.json().has_google]).toEqual([200, false])
  expect(said(await come(claims))).toEqual(DISCONNECTED)
  expect(said(await disconnect(passwordless))).toEqual([
    409,
    { detail: 'This account has no password yet. Ask for a link to set one.' },
  ])
})

test('connecting with a bad token is refused and does not sign the member out', async () => {
  const reply = await connect(await world.user(), { aud: 'other' })

  expect(reply.statusCode).toBe(422)
  expect(reply.json().detail).toMatchObject([
    { loc: ['body', 'access_token'], msg: 'Sign-in failed. Please try again.' },
  ])
})

type Person = Awaited<ReturnType<typeof world.user>>
const renewed = 'another horse battery'

const changePassword = (person: Person) =>
  world.post('/api/users/change_password/', { current_password: password, new_password: renewed }, person)

const resetPassword = async ({ email }: Person) => {
  await world.post('/api/auth/reset_password', { email })
  await world.runJobs()
  const texts = (await world.mailsTo(email)).map(({ text }) => text)
  const [, token] = /reset-password\?token=(\S+)/.exec(texts.join('\n'))!
  return world.post(`/api/auth/reset_password/${token}`, { password: renewed })
}

const disconnect = (person: Person) =>
  world.send({ method: 'DELETE', url: '/api/user-profile/google' }, person)

const connectAnother = (person: Person) => connect(person, stranger(), { password })

const newSession = (person: Person) => ({ ...person, session_epoch: person.session_epoch + 1 })

test.each([
  ['a changed password', changePassword, newSession, renewed],
  ['a reset password', resetPassword, newSession, renewed],
  ['disconnecting it', disconnect, (person: Person) => person, password],
  ['connecting another one in its place', connectAnother, (person: Person) => person, password],
])(
  'a Google account that was disconnected by %s makes no second account, and can be connected again',
  async (_how, end, next, current) => {
    const person = await world.user({ password })
    const claims = stranger({ email: `elsewhere-${++people}@gmail.com` })
    await connect(person, claims, { password })
    expect((await end(person)).statusCode).toBe(200)

    expect(said(await come(claims))).toEqual(DISCONNECTED)
    expect(await countUsers(claims.email)).toBe(0)
    expect((await connect(next(person), claims, { password: current })).statusCode).toBe(200)
    expect((await come(claims)).json().user.id).toBe(person.id)
  },
)

test('a disconnected Google account is not connected again just because it has the account’s address', async () => {
  const person = await world.user({ email: `same-${++people}@gmail.com`, password })
  const claims = stranger({ email: person.email })
  await come(claims)
  await changePassword(person)

  expect(said(await come(claims))).toEqual(DISCONNECTED)
})

test('a disconnected Google account can be connected to another account on purpose', async () => {
  const [before, after] = [await world.user({ password }), await world.user({ password })]
  const claims = stranger()
  await connect(before, claims, { password })
  await disconnect(before)

  expect((await connect(after, claims, { password })).statusCode).toBe(200)
  expect((await come(claims)).json().user.id).toBe(after.id)
  await disconnect(after)
  expect(said(await come(claims))).toEqual(DISCONNECTED)
})

test('a Google account connected before we kept a record is recorded when it is disconnected', async () => {
  const claims = stranger()
  const person = await world.user({ password, google_subject: String(claims.sub) })
  await world.pool.query('delete from google_accounts where subject = $1', [claims.sub])
  await changePassword(person)

  expect(said(await come(claims))).toEqual(DISCONNECTED)
})

test.each([
  ['changed', changePassword],
  ['reset', resetPassword],
])('a %s password that disconnects Google is recorded in the audit log', async (_how, end) => {
  const person = await world.user({ password })
  await connect(person, stranger(), { password })
  await end(person)
  const { rows } = await world.pool.query(
    'select actor_id::int, action, request_id is not null as is_traced from audit_log where subject_id = $1 order by id',
    [person.id],
  )

  expect(rows).toEqual([
    { actor_id: person.id, action: 'connect Google', is_traced: true },
    { actor_id: person.id, action: 'disconnect Google', is_traced: true },
  ])
})

test('the profile and the password link show the address that Google gave last', async () => {
  const person = await world.user({ password })
  const claims = stranger()
  const connected = await connect(person, claims, { password })
  await come({ ...claims, email: 'moved@gmail.com' })
  const profile = await world.get('/api/user-profile', person)

  expect(connected.json()).toMatchObject({ has_google: true, google_email: claims.email })
  expect(profile.json()).toMatchObject({ has_google: true, google_email: 'moved@gmail.com' })
  expect((await disconnect(person)).json()).toMatchObject({ has_google: false, google_email: null })
})
