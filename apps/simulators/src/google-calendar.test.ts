import { expect, test } from 'vitest'
import { call, formOn } from '../test/caller.ts'
import { BACK, eventsOf, MORNING, NOON, SCOPES, startGoogle, timesOf } from '../test/google.ts'

const reasonOf = ({ json }: { json: { error: { errors: { reason: string }[] } } }) =>
  json.error.errors[0]!.reason

test('a person allows on the page, and the browser comes back with a code and the state', async () => {
  const { pageUrl, redeem } = await startGoogle()
  const shown = await call('GET', pageUrl())
  const form = new URLSearchParams(formOn(shown.text, 'allow'))
  for (const scope of SCOPES) form.append('scope', scope)
  const allowed = await fetch(pageUrl(), { method: 'POST', body: form, redirect: 'manual' })
  const back = new URL(allowed.headers.get('location')!)

  expect(shown.text).toContain('>Allow</button>')
  expect(back.href.startsWith(BACK)).toBe(true)
  expect(back.searchParams.get('state')).toBe('office 7')
  expect((await redeem(back.href)).json).toMatchObject({ token_type: 'Bearer', scope: SCOPES.join(' ') })
})

test('a person cancels on the page, and the browser comes back without a code', async () => {
  const { pageUrl } = await startGoogle()
  const form = formOn((await call('GET', pageUrl())).text, 'cancel')
  const back = new URL((await call('POST', pageUrl(), { form })).headers.get('location')!)

  expect(Object.fromEntries(back.searchParams)).toEqual({ error: 'access_denied', state: 'office 7' })
})

test('a person may allow less than was asked for, and the rest is refused', async () => {
  const { allow, pageUrl, redeem, useToken, ask } = await startGoogle()
  const { json } = await redeem(allow(pageUrl(), { scopes: [SCOPES[0]!] }))
  useToken(json.access_token)

  expect(json.scope).toBe(SCOPES[0])
  expect((await ask('GET', '/users/me/calendarList')).status).toBe(200)
  const refused = await ask('GET', eventsOf('primary'))
  expect([refused.status, reasonOf(refused)]).toEqual([403, 'insufficientPermissions'])
})

test('an unknown client or a foreign return address gets a page that says so', async () => {
  const { pageUrl } = await startGoogle({ redirectUris: [BACK] })

  expect((await call('GET', pageUrl({ client_id: 'somebody' }))).text).toContain('invalid_client')
  expect((await call('GET', pageUrl({ redirect_uri: 'http://evil.test/' }))).text).toContain(
    'redirect_uri_mismatch',
  )
})

test('a code works once, for ten minutes, and only with its verifier', async () => {
  const { allow, pageUrl, redeem, clock } = await startGoogle()
  const used = allow(pageUrl())
  const challenge = { code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM' }
  const verifier = { code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk' }
  const late = allow(pageUrl())

  expect((await redeem(used)).status).toBe(200)
  expect((await redeem(used)).json.error).toBe('invalid_grant')
  expect((await redeem(allow(pageUrl(challenge)))).json.error).toBe('invalid_grant')
  expect((await redeem(allow(pageUrl(challenge)), verifier)).status).toBe(200)
  clock.now = '2026-03-02T08:10:00Z'
  expect((await redeem(late)).json.error).toBe('invalid_grant')
})

test('a refresh token comes with the first consent, and later only when consent is asked for again', async () => {
  const { allow, pageUrl, redeem, revoke } = await startGoogle()
  const refreshTokenFor = async (prompt: string) =>
    (await redeem(allow(pageUrl({ prompt })))).json.refresh_token
  revoke('office@keyhour.example')

  expect(await refreshTokenFor('none')).toBeTruthy()
  expect(await refreshTokenFor('none')).toBeUndefined()
  expect(await refreshTokenFor('consent')).toBeTruthy()
})

test('an access token lives an hour, and a refresh token brings the next', async () => {
  const { ask, clock, connect, refresh, useToken } = await startGoogle()
  const { access_token, refresh_token, expires_in } = await connect()
  useToken(access_token)
  clock.now = '2026-03-02T09:00:00Z'
  const refused = await ask('GET', '/users/me/calendarList')
  const { json } = await refresh(refresh_token)
  useToken(json.access_token)

  expect([expires_in, refused.status, reasonOf(refused)]).toEqual([3599, 401, 'authError'])
  expect(json.refresh_token).toBeUndefined()
  expect((await ask('GET', '/users/me/calendarList')).status).toBe(200)
})

test('an account that had consented before keeps its refresh token, whoever connects it', async () => {
  const { ask, connect, grant, refresh, rotate, useToken } = await startGoogle()
  const refreshToken = 'known in advance'
  grant({ email: 'office@keyhour.example', scopes: SCOPES, refreshToken })
  rotate('is replaced and ends')
  const { access_token, refresh_token } = (await refresh(refreshToken)).json
  useToken(access_token)

  expect((await ask('GET', '/users/me/calendarList')).status).toBe(200)
  expect([refresh_token, (await connect()).refresh_token]).toEqual([refreshToken, refreshToken])
})

test('a refresh token can be replaced when it is used, with or without an end of the old one', async () => {
  const { connect, refresh, rotate } = await startGoogle()
  const { refresh_token: first } = await connect()
  rotate('is replaced')
  const { refresh_token: second } = (await refresh(first)).json
  rotate('is replaced and ends')
  const { refresh_token: third } = (await refresh(first)).json

  expect(new Set([first, second, third]).size).toBe(3)
  expect((await refresh(first)).json.error).toBe('invalid_grant')
  expect((await refresh(second)).status).toBe(200)
})

test('after the product or the person revokes, neither kind of token works', async () => {
  const { ask, connect, oauthUrl, refresh, revoke, useToken } = await startGoogle()
  const first = await connect()
  const revocation = await call('POST', `${oauthUrl}/revoke?token=${encodeURIComponent(first.refresh_token)}`)
  const second = await connect()
  useToken(second.access_token)
  revoke('office@keyhour.example')

  expect(revocation.status).toBe(200)
  expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
  expect((await refresh(second.refresh_token)).json.error).toBe('invalid_grant')
  expect((await ask('GET', '/users/me/calendarList')).status).toBe(401)
  expect((await call('POST', `${oauthUrl}/revoke?token=gone`)).json.error).toBe('invalid_token')
})

test('the wrong secret of the client is refused, and so is a body that is no form', async () => {
  const { askForTokens, oauthUrl } = await startGoogle()
  const wrong = await askForTokens({ client_secret: 'guessed', grant_type: 'refresh_token' })

  expect([wrong.status, wrong.json.error]).toEqual([401, 'invalid_client'])
  expect((await call('POST', `${oauthUrl}/token`, { body: {} })).json.error).toBe('invalid_request')
  expect((await askForTokens({ grant_type: 'password' })).json.error).toBe('unsupported_grant_type')
})

test('calendars are listed by pages, without hidden ones, and only those that can be written', async () => {
  const { addCalendar, ask } = await startGoogle()
  addCalendar({ summary: 'Room 1' })
  addCalendar({ summary: 'Holidays', accessRole: 'reader' })
  addCalendar({ summary: 'Old room', isHidden: true })
  const path = '/users/me/calendarList?minAccessRole=writer&maxResults=1'
  const first = (await ask('GET', path)).json
  const second = (await ask('GET', `${path}&pageToken=${first.nextPageToken}`)).json

  expect(first.items).toMatchObject([{ id: 'office@keyhour.example', primary: true, accessRole: 'owner' }])
  expect(first.nextSyncToken).toBeUndefined()
  expect(second.items).toMatchObject([{ summary: 'Room 1', timeZone: 'Asia/Jerusalem' }])
  expect(second.nextPageToken).toBeUndefined()
  expect((await ask('GET', '/users/me/calendarList?showHidden=true')).json.items).toHaveLength(4)
})

test('a calendar of somebody else or one that was removed is not found, and one to read cannot be written', async () => {
  const { addAccount, addCalendar, ask, removeCalendar, share } = await startGoogle()
  addAccount({ email: 'noa@example.com', name: 'Noa' })
  const foreign = addCalendar({ summary: 'Noa', account: 'noa@example.com' })
  const gone = addCalendar({ summary: 'Gone' })
  removeCalendar(gone)
  const insert = (id: string) => ask('POST', eventsOf(id), { body: timesOf(MORNING) })

  expect([(await insert(foreign)).status, (await insert(gone)).status]).toEqual([404, 404])
  share(foreign, 'office@keyhour.example', 'reader')
  expect(reasonOf(await insert(foreign))).toBe('requiredAccessLevel')
  expect((await ask('GET', eventsOf(foreign))).status).toBe(200)
})

test('an event gets the id that the caller gives it, once, even after it is deleted', async () => {
  const { addCalendar, ask } = await startGoogle()
  const room = addCalendar({ summary: 'Room 1' })
  const body = { id: 'order00042', summary: 'Booked', ...timesOf(MORNING) }
  const insert = () => ask('POST', eventsOf(room, '?sendUpdates=none'), { body })
  const remove = () => ask('DELETE', eventsOf(room, '/order00042'))

  expect(await insert()).toMatchObject({
    status: 200,
    json: { id: 'order00042', status: 'confirmed', iCalUID: 'order00042@google.com', sequence: 0 },
  })
  expect(reasonOf(await insert())).toBe('duplicate')
  expect((await remove()).status).toBe(204)
  const repeated = await remove()
  expect([repeated.status, reasonOf(repeated)]).toEqual([410, 'deleted'])
  expect((await ask('GET', eventsOf(room, '/order00042'))).json.status).toBe('cancelled')
  expect((await insert()).status).toBe(409)
})

test.each([
  ['no start', { end: { dateTime: MORNING.end } }, 'required'],
  ['no zone', { ...timesOf(MORNING), start: { dateTime: '2026-03-09T09:00:00' } }, 'required'],
  ['an end before its start', timesOf({ start: MORNING.end, end: MORNING.start }), 'timeRangeEmpty'],
  ['a bad id', { ...timesOf(MORNING), id: 'Order-42' }, 'invalid'],
])('an event with %s is refused', async (_fault, body, reason) => {
  const { ask } = await startGoogle()
  const refused = await ask('POST', eventsOf('primary'), { body })

  expect([refused.status, reasonOf(refused)]).toEqual([400, reason])
})

test('times come back with the offset of the calendar', async () => {
  const { ask } = await startGoogle()
  const { json } = await ask('POST', eventsOf('primary'), { body: timesOf(MORNING) })

  expect(json.start).toEqual({ dateTime: '2026-03-09T09:00:00+02:00', timeZone: 'UTC' })
})

test('a patch changes what it names, and a whole update forgets the rest', async () => {
  const { ask } = await startGoogle()
  const properties = { private: { order: '42' } }
  const body = { summary: 'Booked', location: 'Floor 2', extendedProperties: properties, ...timesOf(MORNING) }
  const { id } = (await ask('POST', eventsOf('primary'), { body })).json
  const patch = { location: null, extendedProperties: { private: { office: '7' } }, ...timesOf(NOON) }
  const patched = (await ask('PATCH', eventsOf('primary', `/${id}`), { body: patch })).json
  const updated = (await ask('PUT', eventsOf('primary', `/${id}`), { body: timesOf(NOON) })).json

  expect(patched).toMatchObject({
    summary: 'Booked',
    sequence: 1,
    extendedProperties: { private: { order: '42', office: '7' } },
    start: { dateTime: '2026-03-09T12:00:00+02:00' },
  })
  expect(patched.location).toBeUndefined()
  expect(updated.summary).toBeUndefined()
})

test('a change to an event that has changed meanwhile is refused', async () => {
  const { ask, changeEvent } = await startGoogle()
  const { id, etag } = (await ask('POST', eventsOf('primary'), { body: timesOf(MORNING) })).json
  changeEvent('office@keyhour.example', id, { summary: 'Changed by hand' })
  const headers = { 'if-match': etag }
  const refused = await ask('PATCH', eventsOf('primary', `/${id}`), { body: { summary: 'Ours' }, headers })

  expect([refused.status, reasonOf(refused)]).toEqual([412, 'conditionNotMet'])
})

test('busy times of several calendars are joined, and an unknown calendar is named', async () => {
  const { addCalendar, addEvent, ask } = await startGoogle()
  const room = addCalendar({ summary: 'Room 1' })
  addEvent(room, MORNING)
  addEvent(room, { start: '2026-03-09T07:30:00Z', end: '2026-03-09T09:00:00Z' })
  addEvent(room, { ...NOON, transparency: 'transparent' })
  const body = {
    timeMin: '2026-03-09T00:00:00Z',
    timeMax: '2026-03-10T00:00:00Z',
    items: [{ id: room }, { id: 'gone' }],
  }

  expect((await ask('POST', '/freeBusy', { body })).json.calendars).toEqual({
    [room]: { busy: [{ start: '2026-03-09T07:00:00Z', end: '2026-03-09T09:00:00Z' }] },
    gone: { errors: [{ domain: 'global', reason: 'notFound' }], busy: [] },
  })
})
