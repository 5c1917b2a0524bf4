import { expect, test } from 'vitest'
import { call, formOn, type Json } from '../test/caller.ts'
import { BACK, MORNING, NOON } from '../test/google.ts'
import { eventAt, graphTimes, inCalendar, startGraph } from '../test/graph.ts'

const refusal = ({ status, json }: Json) => [status, json.error.code]

test('a person allows or cancels on the page, and the browser comes back with the state', async () => {
  const { pageUrl } = await startGraph()
  const { text } = await call('GET', pageUrl())
  const press = async (decision: string) => {
    const { headers } = await call('POST', pageUrl(), { form: formOn(text, decision) })
    return new URL(headers.get('location')!)
  }
  const [allowed, cancelled] = [await press('allow'), await press('cancel')]

  expect(text).toContain('>Allow</button>')
  expect(allowed.href.startsWith(BACK)).toBe(true)
  expect(allowed.searchParams.get('code')).toBeTruthy()
  expect(allowed.searchParams.get('state')).toBe('office 7')
  expect(Object.fromEntries(cancelled.searchParams)).toEqual({ error: 'access_denied', state: 'office 7' })
})

test('each refresh token works once, and brings the next', async () => {
  const { connect, refresh } = await startGraph()
  const { refresh_token } = await connect()
  const { json: next } = await refresh(refresh_token)
  const spent = await refresh(refresh_token)

  expect(next.refresh_token).not.toBe(refresh_token)
  expect(spent).toMatchObject({ status: 400, json: { error: 'invalid_grant', error_codes: [70000] } })
  expect((await refresh(next.refresh_token)).status).toBe(200)
})

test('without offline_access there is no refresh token', async () => {
  const { connect } = await startGraph()

  expect((await connect({ scope: 'User.Read Calendars.ReadWrite' })).refresh_token).toBeUndefined()
})

test('an expired token, a withdrawn consent and a wrong secret are refused', async () => {
  const { ask, askForTokens, connect, expireAccessTokens, refresh, revoke, useToken } = await startGraph()
  expireAccessTokens()
  const expired = await ask('GET', '/me')
  const { access_token, refresh_token } = await connect()
  useToken(access_token)
  revoke('office@keyhour.example')

  expect(refusal(expired)).toEqual([401, 'InvalidAuthenticationToken'])
  expect(refusal(await ask('GET', '/me'))).toEqual([401, 'InvalidAuthenticationToken'])
  expect((await refresh(refresh_token)).json.error).toBe('invalid_grant')
  expect(await askForTokens({ client_secret: 'guessed' })).toMatchObject({
    status: 401,
    json: { error: 'invalid_client' },
  })
})

test('a consent to read does not allow writing', async () => {
  const { ask, connect, useToken } = await startGraph()
  useToken((await connect({ scope: 'Calendars.Read' })).access_token)

  expect((await ask('GET', '/me/calendars')).status).toBe(200)
  expect(refusal(await ask('POST', '/me/events', { body: graphTimes(MORNING) }))).toEqual([
    403,
    'ErrorAccessDenied',
  ])
})

test('calendars are listed by pages with whole addresses, and only with the chosen fields', async () => {
  const { addCalendar, ask, graphUrl } = await startGraph()
  addCalendar({ name: 'Room 1' })
  addCalendar({ name: 'Holidays', canEdit: false })
  const { json: first } = await ask('GET', '/me/calendars?$top=2&$select=id,name,canEdit,isDefaultCalendar')
  const { json: second } = await ask('GET', first['@odata.nextLink'])

  expect(first.value.map(({ id: _id, ...rest }: Json) => rest)).toEqual([
    { name: 'Calendar', canEdit: true, isDefaultCalendar: true },
    { name: 'Room 1', canEdit: true, isDefaultCalendar: false },
  ])
  expect(first['@odata.nextLink'].startsWith(`${graphUrl}/me/calendars?`)).toBe(true)
  expect(second.value).toMatchObject([{ name: 'Holidays', canEdit: false }])
  expect(second['@odata.nextLink']).toBeUndefined()
})

test('the caller can ask who has consented', async () => {
  const { ask } = await startGraph()

  expect((await ask('GET', '/me')).json).toMatchObject({ mail: 'office@keyhour.example' })
})

test('an event is created once for a transaction, however the repeat is answered', async () => {
  const { addCalendar, answerRepeats, ask, eventsIn } = await startGraph()
  const room = addCalendar({ name: 'Room 1' })
  const body = { subject: 'Booked', transactionId: 'order-42', ...graphTimes(MORNING) }
  const create = () => ask('POST', inCalendar(room, '/events'), { body })
  const first = await create()
  const repeats = []
  for (const status of [201, 200, 409] as const) {
    answerRepeats(status)
    repeats.push(await create())
  }

  expect([first.status, ...repeats.map(({ status }) => status)]).toEqual([201, 201, 200, 409])
  expect(repeats.slice(0, 2).map(({ json }) => json.id)).toEqual([first.json.id, first.json.id])
  expect(eventsIn(room)).toMatchObject([{ subject: 'Booked', transactionId: 'order-42' }])
})

test('an event is read, moved, deleted, and then not found', async () => {
  const { ask, defaultCalendar, eventsIn } = await startGraph()
  const { id } = (await ask('POST', '/me/events', { body: { subject: 'Booked', ...graphTimes(MORNING) } }))
    .json
  const moved = await ask('PATCH', eventAt(id), { body: graphTimes(NOON) })

  expect(moved.json).toMatchObject({ subject: 'Booked', start: { dateTime: '2026-03-09T10:00:00.0000000' } })
  expect((await ask('DELETE', eventAt(id))).status).toBe(204)
  expect(refusal(await ask('DELETE', eventAt(id)))).toEqual([404, 'ErrorItemNotFound'])
  expect(refusal(await ask('GET', eventAt(id)))).toEqual([404, 'ErrorItemNotFound'])
  expect(eventsIn(defaultCalendar())).toEqual([])
})

test('a change to an event that has changed meanwhile is refused', async () => {
  const { ask, changeEvent, defaultCalendar } = await startGraph()
  const { json } = await ask('POST', '/me/events', { body: graphTimes(MORNING) })
  changeEvent(defaultCalendar(), json.id, { subject: 'Changed by hand' })
  const headers = { 'if-match': json['@odata.etag'] }

  expect(refusal(await ask('PATCH', eventAt(json.id), { body: { subject: 'Ours' }, headers }))).toEqual([
    412,
    'ErrorIrresolvableConflict',
  ])
})

test('times are in UTC with seven decimals, or in the zone that the caller prefers', async () => {
  const { ask } = await startGraph()
  const body = graphTimes(
    { start: '2026-03-09T09:00:00', end: '2026-03-09T10:00:00' },
    'Israel Standard Time',
  )
  const { json } = await ask('POST', '/me/events', { body })
  const headers = { prefer: 'outlook.timezone="Asia/Jerusalem"' }
  const preferred = await ask('GET', eventAt(json.id), { headers })

  expect(json.start).toEqual({ dateTime: '2026-03-09T07:00:00.0000000', timeZone: 'UTC' })
  expect(preferred.json.start).toEqual({
    dateTime: '2026-03-09T09:00:00.0000000',
    timeZone: 'Asia/Jerusalem',
  })
  expect(preferred.headers.get('preference-applied')).toBe('outlook.timezone="Asia/Jerusalem"')
})

test.each([
  ['an offset', graphTimes({ start: '2026-03-09T09:00:00+02:00', end: NOON.end }), 'ErrorInvalidParameter'],
  ['an unknown zone', graphTimes(MORNING, 'Middle Earth'), 'TimeZoneNotSupportedException'],
  ['no zone', { start: { dateTime: '2026-03-09T09:00:00' } }, 'ErrorPropertyValidationFailure'],
  [
    'an early end',
    graphTimes({ start: NOON.start, end: MORNING.end }),
    'ErrorCalendarEndDateIsEarlierThanStartDate',
  ],
])('an event with %s is refused', async (_fault, body, code) => {
  const { ask } = await startGraph()

  expect(refusal(await ask('POST', '/me/events', { body }))).toEqual([400, code])
})

test('a removed calendar is not found, and one to read cannot be written', async () => {
  const { addCalendar, ask, removeCalendar } = await startGraph()
  const [gone, holidays] = [addCalendar({ name: 'Gone' }), addCalendar({ name: 'Holidays', canEdit: false })]
  removeCalendar(gone)
  const create = (id: string) => ask('POST', inCalendar(id, '/events'), { body: graphTimes(MORNING) })

  expect(refusal(await create(gone))).toEqual([404, 'ErrorItemNotFound'])
  expect(refusal(await create(holidays))).toEqual([403, 'ErrorAccessDenied'])
})

test('events are found by what the product has noted on them, which is shown only on request', async () => {
  const { ask } = await startGraph()
  const note = { id: 'String {66f5a359-4659-4830-9070-00047ec6ac6e} Name orderId', value: '42' }
  const body = { ...graphTimes(MORNING), singleValueExtendedProperties: [note] }
  const { id } = (await ask('POST', '/me/events', { body })).json
  await ask('POST', '/me/events', { body: graphTimes(NOON) })
  const filter = `singleValueExtendedProperties/Any(ep: ep/id eq '${note.id}' and ep/value eq '42')`
  const found = async (more = '') =>
    (await ask('GET', `/me/events?$filter=${encodeURIComponent(filter)}${more}`)).json.value

  expect((await found()).map((one: Json) => [one.id, one.singleValueExtendedProperties])).toEqual([
    [id, undefined],
  ])
  expect((await found('&$expand=singleValueExtendedProperties'))[0].singleValueExtendedProperties).toEqual([
    note,
  ])
})

test('schedules of mailboxes show busy times, and name an unknown mailbox', async () => {
  const { addEvent, ask, defaultCalendar } = await startGraph()
  addEvent(defaultCalendar(), MORNING)
  addEvent(defaultCalendar(), { ...NOON, showAs: 'free' })
  const body = {
    schedules: ['office@keyhour.example', 'nobody@example.com'],
    startTime: { dateTime: '2026-03-09T06:00:00', timeZone: 'UTC' },
    endTime: { dateTime: '2026-03-09T12:00:00', timeZone: 'UTC' },
    availabilityViewInterval: 60,
  }
  const { value } = (await ask('POST', '/me/calendar/getSchedule', { body })).json

  expect(value[0]).toMatchObject({
    availabilityView: '020000',
    scheduleItems: [{ status: 'busy' }, { status: 'free' }],
  })
  expect(value[1].error.responseCode).toBe('ErrorMailRecipientNotFound')
})

test('a personal account has no schedules', async () => {
  const { ask } = await startGraph({
    accounts: [{ email: 'dana@outlook.com', name: 'Dana', isPersonal: true }],
  })

  expect((await ask('POST', '/me/calendar/getSchedule', { body: {} })).status).toBe(403)
})
