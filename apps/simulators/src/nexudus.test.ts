import { createHmac } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { call, type Json, listen, type Sent } from '../test/caller.ts'
import { MORNING, NOON } from '../test/google.ts'
import { type NexudusOptions, simulateNexudus } from './nexudus.ts'

async function startNexudus(options: Partial<NexudusOptions> = {}) {
  const clock = { now: '2026-03-02T08:00:00Z' }
  const nexudus = await simulateNexudus({ now: () => new Date(clock.now), ...options })
  onTestFinished(nexudus.close)
  const basic = (email = nexudus.email, password = nexudus.password) =>
    `Basic ${Buffer.from(`${email}:${password}`).toString('base64')}`
  const ask = (method: string, path: string, { headers, ...sent }: Sent = {}) =>
    call(method, nexudus.apiUrl + path, { ...sent, headers: { authorization: basic(), ...headers } })
  const signIn = (form: Record<string, string>, headers: Record<string, string> = {}) =>
    call('POST', `${nexudus.apiUrl}/token`, { form, headers })
  const room = nexudus.addResource({ Name: 'Jaffa' })
  const book = (body: object) => ask('POST', '/spaces/bookings', { body: { ResourceId: room, ...body } })
  return { ...nexudus, clock, basic, ask, signIn, room, book }
}

const AT_NINE = { FromTime: '2026-03-09T09:00:00', ToTime: '2026-03-09T10:00:00' }
const AT_TEN = { FromTime: '2026-03-09T10:00:00', ToTime: '2026-03-09T11:00:00' }

const namesIn = ({ json }: Json): string[] => json.Records.map(({ Name }: Json) => Name)

test('the wrong password, a missing role and switched-off API access are refused', async () => {
  const { ask, basic, revoke, takeRole } = await startNexudus()
  const list = (authorization = basic()) => ask('GET', '/spaces/resources', { headers: { authorization } })

  expect((await list()).status).toBe(200)
  expect((await list(basic('api@keyhour.example', 'guessed'))).status).toBe(401)
  takeRole('Booking-List')
  expect((await ask('GET', '/spaces/bookings')).status).toBe(401)
  revoke()
  expect((await list()).status).toBe(401)
  revoke(true)
  expect((await list()).status).toBe(200)
})

test('a token stands for the password, and its refresh token works once', async () => {
  const { ask, email, password, signIn } = await startNexudus()
  const { json: first } = await signIn({ grant_type: 'password', username: email, password })
  const refresh = () =>
    signIn({ grant_type: 'refresh_token', refresh_token: first.refresh_token }, { client_id: email })
  const authorization = `Bearer ${first.access_token}`

  expect(first).toMatchObject({ token_type: 'bearer', expires_in: 604_799 })
  expect((await ask('GET', '/spaces/resources', { headers: { authorization } })).status).toBe(200)
  expect((await refresh()).status).toBe(200)
  expect(await refresh()).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
})

test('an old token, a wrong login and a login as JSON are refused', async () => {
  const { apiUrl, ask, clock, email, password, signIn } = await startNexudus()
  const { json } = await signIn({ grant_type: 'password', username: email, password })
  const headers = { authorization: `Bearer ${json.access_token}` }
  clock.now = '2026-03-09T08:00:00Z'

  expect((await ask('GET', '/spaces/resources', { headers })).status).toBe(401)
  expect((await signIn({ grant_type: 'password', username: email, password: 'guessed' })).json.error).toBe(
    'invalid_grant',
  )
  expect((await call('POST', `${apiUrl}/token`, { body: { grant_type: 'password' } })).json.error).toBe(
    'unsupported_grant_type',
  )
})

test('resources are listed by pages', async () => {
  const { addResource, ask } = await startNexudus()
  for (const Name of ['Haifa', 'Eilat']) addResource({ Name })
  const first = await ask('GET', '/spaces/resources?page=1&size=2&orderBy=Name')
  const second = await ask('GET', '/spaces/resources?page=2&size=2&orderBy=Name')

  expect([...namesIn(first), ...namesIn(second)]).toEqual(['Eilat', 'Haifa', 'Jaffa'])
  expect(first.json).toMatchObject({ CurrentPage: 1, TotalItems: 3, TotalPages: 2, HasNextPage: true })
  expect(second.json).toMatchObject({ FirstItem: 3, LastItem: 3, HasNextPage: false, HasPreviousPage: true })
})

test('a page holds 25 records unless asked for more', async () => {
  const { addResource, ask } = await startNexudus()
  for (let at = 0; at < 30; at += 1) addResource({ Name: `Desk ${at}` })

  expect(namesIn(await ask('GET', '/spaces/resources'))).toHaveLength(25)
  expect(namesIn(await ask('GET', '/spaces/resources?size=100'))).toHaveLength(31)
})

test('resources are filtered by name, location, visibility and id', async () => {
  const { addBusiness, addResource, ask, changeResource, room } = await startNexudus()
  const other = addBusiness({ Name: 'Keyhour Haifa' })
  addResource({ Name: 'Carmel', BusinessId: other })
  addResource({ Name: 'Old room', Archived: true })
  const list = async (query: string) => namesIn(await ask('GET', `/spaces/resources?${query}`))

  expect(await list('Resource_Name=carm')).toEqual(['Carmel'])
  expect(await list(`Resource_Business=${other}`)).toEqual(['Carmel'])
  expect(await list('Resource_Archived=false')).toEqual(['Jaffa', 'Carmel'])
  expect(await list(`id=[${room}]`)).toEqual(['Jaffa'])
  changeResource(room, { Visible: false })
  expect(await list('Resource_Visible=true')).toEqual(['Carmel', 'Old room'])
})

test('locations and single resources are read, and unknown ones are not found', async () => {
  const { ask, businessId, room } = await startNexudus()

  expect(namesIn(await ask('GET', '/sys/businesses'))).toEqual(['Keyhour Florentin'])
  expect((await ask('GET', `/sys/businesses/${businessId}`)).json.Name).toBe('Keyhour Florentin')
  expect((await ask('GET', `/spaces/resources/${room}`)).json).toMatchObject({
    Id: room,
    BusinessId: businessId,
  })
  expect(await ask('GET', '/spaces/resources/1')).toMatchObject({ status: 404, json: 'Not found' })
})

test('a booking is created and read', async () => {
  const { ask, book, room } = await startNexudus()
  const { status, json } = await book({ ...AT_NINE, SystemId: 'order-42', Notes: 'Booked' })

  expect([status, json.Status, json.WasSuccessful, json.Errors]).toEqual([200, 200, true, null])
  expect((await ask('GET', `/spaces/bookings/${json.Value.Id}`)).json).toMatchObject({
    ...AT_NINE,
    ResourceId: room,
    ResourceName: 'Jaffa',
    SystemId: 'order-42',
    Tentative: false,
  })
})

test('a booking that overlaps another is refused, and one that touches it is not', async () => {
  const { addBooking, addResource, book, room } = await startNexudus()
  addBooking(room, { start: '2026-03-09T09:00:00Z', end: '2026-03-09T10:00:00Z' })
  const refused = await book({ FromTime: '2026-03-09T09:30', ToTime: '2026-03-09T10:30' })

  expect(refused).toMatchObject({
    status: 400,
    json: {
      Status: 500,
      WasSuccessful: false,
      Value: null,
      Errors: [{ PropertyName: 'FromTime', AttemptedValue: '2026-03-09T09:30' }],
    },
  })
  expect(refused.headers.get('retry-after')).toBeNull()
  expect((await book(AT_TEN)).status).toBe(200)
  const shared = addResource({ Name: 'Open space', AllowMultipleBookings: true })
  await book({ ...AT_NINE, ResourceId: shared })
  expect((await book({ ...AT_NINE, ResourceId: shared })).status).toBe(200)
})

test.each([
  ['an unknown resource', { ...AT_NINE, ResourceId: 1 }, 'ResourceId'],
  ['no start', { ToTime: AT_NINE.ToTime }, 'FromTime'],
  ['an end before its start', { FromTime: AT_TEN.FromTime, ToTime: AT_NINE.FromTime }, 'ToTime'],
])('a booking with %s is refused', async (_fault, body, property) => {
  const { book } = await startNexudus()
  const { status, json } = await book(body)

  expect([status, json.WasSuccessful, json.Errors[0].PropertyName]).toEqual([400, false, property])
})

test('a change replaces the whole record: what it leaves out is cleared', async () => {
  const { ask, book, room } = await startNexudus()
  const { Id } = (await book({ ...AT_NINE, Notes: 'Booked', Tentative: true, SystemId: 'order-42' })).json
    .Value
  const body = { Id, ResourceId: room, ...AT_TEN, SystemId: 'order-42' }
  const changed = await ask('PUT', '/spaces/bookings', { body })

  expect(changed.json).toMatchObject({ WasSuccessful: true, Value: { Id } })
  expect((await ask('GET', `/spaces/bookings/${Id}`)).json).toMatchObject({
    ...AT_TEN,
    Notes: null,
    Tentative: false,
  })
  expect((await ask('PUT', '/spaces/bookings', { body: { ...body, Id: 1 } })).status).toBe(404)
})

test('a booking is deleted, and then not found', async () => {
  const { ask, book, bookingsOf, room } = await startNexudus()
  const { Id } = (await book(AT_NINE)).json.Value
  const remove = () => ask('DELETE', `/spaces/bookings/${Id}`)

  expect((await remove()).json).toMatchObject({ WasSuccessful: true })
  expect((await remove()).status).toBe(404)
  expect(bookingsOf(room)).toEqual([])
})

test('bookings are found by resource, by the id that the product gave them, and in a window', async () => {
  const { addResource, ask, book, room } = await startNexudus()
  const other = addResource({ Name: 'Haifa' })
  await book({ ...AT_NINE, SystemId: 'order-42' })
  await book({ ...AT_TEN, ResourceId: other })
  const list = async (query: string) =>
    (await ask('GET', `/spaces/bookings?${query}`)).json.Records.map(({ FromTime }: Json) => FromTime)

  expect(await list(`Booking_Resource=${room}`)).toEqual([AT_NINE.FromTime])
  expect(await list('Booking_SystemId=order-42')).toEqual([AT_NINE.FromTime])
  expect(await list('from_Booking_FromTime=2026-03-09T09:30&to_Booking_ToTime=2026-03-09T11:00')).toEqual([
    AT_TEN.FromTime,
  ])
  expect(await list('from_Booking_ToTime=2026-03-09T09:30&to_Booking_FromTime=2026-03-09T09:45')).toEqual([
    AT_NINE.FromTime,
  ])
})

test('people book, move and delete in Nexudus itself', async () => {
  const { addBooking, bookingsOf, deleteBooking, moveBooking, room } = await startNexudus()
  const id = addBooking(room, { ...MORNING, Notes: 'By phone' })
  moveBooking(id, NOON)

  expect(bookingsOf(room)).toMatchObject([{ FromTime: '2026-03-09T10:00:00', Notes: 'By phone' }])
  deleteBooking(id)
  expect(bookingsOf(room)).toEqual([])
})

test('times can be meant in UTC or in another zone', async () => {
  const inUtc = await startNexudus()
  const local = await startNexudus({ timeZone: 'Asia/Jerusalem' })
  inUtc.addBooking(inUtc.room, MORNING)
  local.addBooking(local.room, MORNING)

  expect(inUtc.bookingsOf(inUtc.room)[0]?.FromTime).toBe('2026-03-09T07:00:00')
  expect(local.bookingsOf(local.room)[0]?.FromTime).toBe('2026-03-09T09:00:00')
})

test.each([
  ['401', 401, null],
  ['409 throttled', 409, '1'],
  ['429', 429, '1'],
  ['500', 500, null],
] as const)('%s can be asked for, so many times', async (fault, status, retryAfter) => {
  const { ask, book, bookingsOf, misbehave, room } = await startNexudus()
  misbehave(fault, /bookings/, 1)
  const failed = await book(AT_NINE)

  expect([failed.status, failed.headers.get('retry-after')]).toEqual([status, retryAfter])
  expect(bookingsOf(room)).toEqual([])
  expect((await ask('GET', '/spaces/bookings')).status).toBe(200)
})

test('a refusal can come as a success, and an answer as a page', async () => {
  const { book, misbehave } = await startNexudus()
  misbehave('200 refused', /bookings/, 1)
  const refused = await book(AT_NINE)
  misbehave('talks nonsense')

  expect([refused.status, refused.json.WasSuccessful]).toEqual([200, false])
  expect(await book(AT_NINE)).toMatchObject({ status: 200, json: undefined })
})

test('too many calls in a minute have to wait for the next', async () => {
  const { ask, clock } = await startNexudus({ callsPerMinute: 2 })
  const list = async () => (await ask('GET', '/spaces/resources')).status

  expect([await list(), await list(), await list()]).toEqual([200, 200, 409])
  clock.now = '2026-03-02T08:01:01Z'
  expect(await list()).toBe(200)
})

test('changes are told by signed webhooks, to those who asked for them', async () => {
  const { addWebhook, allPushed, ask, book } = await startNexudus()
  const product = await listen()
  addWebhook({ url: `${product.url}/all`, secret: 'shared' })
  addWebhook({ url: `${product.url}/deleted`, secret: 'shared', actions: ['deleted'] })
  const { Id } = (await book(AT_NINE)).json.Value
  await ask('DELETE', `/spaces/bookings/${Id}`)
  await allPushed()

  expect(product.calls.map(({ path }) => path)).toEqual(['/all', '/all', '/deleted'])
  const [{ body, headers }] = product.calls as [(typeof product.calls)[0]]
  expect(JSON.parse(body)).toMatchObject([{ Id, ...AT_NINE }])
  expect(headers['x-nexudus-hook-signature']).toBe(
    createHmac('sha256', 'shared').update(body).digest('hex').toUpperCase(),
  )
})

test('a webhook can be lost, repeated, forged, or come in the wrong order', async () => {
  const { addBooking, addWebhook, allPushed, deleteBooking, holdPushes, misbehave, room } =
    await startNexudus()
  const product = await listen()
  addWebhook({ url: product.url, secret: 'shared' })
  misbehave('loses pushes', /./, 1)
  const id = addBooking(room, MORNING)
  misbehave('repeats pushes', /./, 1)
  deleteBooking(id)
  misbehave('forges pushes', /./, 1)
  addBooking(room, MORNING)
  const release = holdPushes()
  const later = [addBooking(room, NOON), addBooking(room, { start: NOON.end, end: '2026-03-09T12:00:00Z' })]
  release('reversed')
  await allPushed()

  const ids = product.calls.map(({ body }) => JSON.parse(body)[0].Id)
  expect(ids).toEqual([id, id, id + 1, later[1], later[0]])
  const { body, headers } = product.calls[2]!
  expect(headers['x-nexudus-hook-signature']).not.toBe(
    createHmac('sha256', 'shared').update(body).digest('hex').toUpperCase(),
  )
})

test('a webhook is switched off after ten failures in a row', async () => {
  const { addBooking, addWebhook, allPushed, deleteBooking, room } = await startNexudus()
  const product = await listen(() => ({ status: 500 }))
  addWebhook({ url: product.url, secret: 'shared', actions: ['created'] })
  for (let at = 0; at < 12; at += 1) {
    deleteBooking(addBooking(room, MORNING))
    await allPushed()
  }

  expect(product.calls).toHaveLength(10)
})
