import type { Calendars } from '@keyhour/contract/calendars'
import { beforeEach, describe, expect, test } from 'vitest'
import { calendarLinks } from '#server/db/schema/calendars.ts'
import { openTokens } from '#server/features/calendars/access-tokens.ts'
import { findAccount } from '#server/features/calendars/account-queries.ts'
import { openService } from '#server/features/calendars/open-service.ts'
import { startCalendarWorld } from '../../../test/calendar-world.ts'
import { startWorld } from '../../../test/world.ts'

const world = await startCalendarWorld()
const { simulatedGoogle: google, simulatedGraph: graph, admin } = world
const services = { google, outlook: graph }
type Provider = keyof typeof services
const BOTH: Provider[] = ['google', 'outlook']

const START = '2026-03-02T08:00:00.000Z'
const token = await world.tokenOf(admin)
beforeEach(() => {
  google.behave()
  graph.behave()
  world.setNow(START)
})

/** A session of its own, unless one is given. */
const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object, as = token) =>
  world.send({ method, url, headers: { authorization: `Bearer ${as}` }, ...(payload && { payload }) })

const pathOf = (provider: Provider, rest: string) => `/api/auth/${provider}/calendar/${rest}`
const begin = async (provider: Provider, officeId: number) =>
  (await call('POST', pathOf(provider, `connect/${officeId}`))).json<{ url: string }>().url
const answerIn = (url: string) =>
  Object.fromEntries(new URL(url).searchParams) as { state: string; code: string }
const finish = (provider: Provider, { state, code }: { state: string; code?: string }, as = token) =>
  call('POST', pathOf(provider, 'callback'), { state, ...(code && { code }) }, as)
const consent = async (provider: Provider, officeId: number) =>
  answerIn(services[provider].allow(await begin(provider, officeId)))
const connect = async (provider: Provider, officeId: number) =>
  finish(provider, await consent(provider, officeId))
const listed = async (provider: Provider, officeId: number) =>
  (await call('GET', pathOf(provider, `list-calendars/${officeId}`))).json<Calendars>()
const integrationsOf = async (officeId: number) =>
  (await call('GET', `/api/admin/offices/${officeId}`)).json().integrations
const linksOf = async (officeId: number) =>
  (await world.db.select().from(calendarLinks)).filter(({ office_id }) => office_id === officeId)

async function officeWithRoom(change: object = {}) {
  const office = await world.office(change)
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id)
  return { office, space }
}
const addCalendar = (provider: Provider, name: string) =>
  provider === 'google' ? google.addCalendar({ summary: name }) : graph.addCalendar({ name })
const link = (provider: Provider, spaceId: number, id: string | null) =>
  call('PUT', pathOf(provider, `sub-office/${spaceId}/link-calendar`), { [`${provider}_calendar_id`]: id })

describe.each(BOTH)('%s', (provider) => {
  test('an admin connects an office and links a sub-office to one of its calendars', async () => {
    const { office, space } = await officeWithRoom()
    const id = addCalendar(provider, `Studio of ${provider}`)
    const connected = await connect(provider, office.id)
    expect([connected.statusCode, connected.json()]).toEqual([200, { office_id: office.id }])
    const list = await listed(provider, office.id)
    expect(list.failure).toBeNull()
    expect(list.calendars).toContainEqual({ id, summary: `Studio of ${provider}` })
    const linked = await link(provider, space.id, id)
    await world.runJobs()

    expect([linked.statusCode, linked.json()[`${provider}_calendar_id`]]).toEqual([200, id])
    expect(await linksOf(office.id)).toMatchObject([
      { sub_office_id: space.id, provider, calendar_id: id, calendar_name: `Studio of ${provider}` },
    ])
    expect(await integrationsOf(office.id)).toMatchObject([
      { provider, state: 'connected', connected_at: START, account: 'office@keyhour.example' },
    ])
  })

  test('the page of the service is asked for lasting access, with a proof and our own address', async () => {
    const { office } = await officeWithRoom()
    const page = new URL(await begin(provider, office.id))

    expect(page.searchParams.get('redirect_uri')).toBe(
      `${world.config.publicUrl}/connect-calendar/${provider}`,
    )
    expect(page.searchParams.get('code_challenge_method')).toBe('S256')
    expect(page.searchParams.get('state')).toMatch(/^[\w-]{43}$/)
    const lasting = provider === 'google' ? /access_type=offline/ : /offline_access/
    expect(page.search).toMatch(lasting)
    expect(page.search).not.toContain(services[provider].clientSecret)
  })

  test('the answer of the service works once', async () => {
    const { office } = await officeWithRoom()
    const answer = await consent(provider, office.id)
    const replies = await Promise.all([finish(provider, answer), finish(provider, answer)])

    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await finish(provider, answer)).json().detail).toBe(
      'This was started in another session or too long ago. Please connect again.',
    )
  })

  test('an answer that is invented, late, of another service or of another session is refused', async () => {
    const { office } = await officeWithRoom()
    const other = provider === 'google' ? 'outlook' : 'google'
    const answer = await consent(provider, office.id)
    const otherAdmin = await world.tokenOf(await world.user({ admin: true }))
    const otherSession = await world.tokenOf(admin)
    const refused = [
      await finish(provider, { ...answer, state: 'x'.repeat(43) }),
      await finish(provider, answer, otherAdmin),
      await finish(provider, answer, otherSession),
      await finish(other, answer),
      await call('POST', pathOf(provider, 'callback'), answer, await world.tokenOf(await world.user())),
    ]
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409, 409, 403])
    expect(await integrationsOf(office.id)).toEqual([])
    world.setNow('2026-03-02T08:15:00.000Z')
    expect((await finish(provider, answer)).statusCode).toBe(409)
    expect(await integrationsOf(office.id)).toEqual([])
  })

  test('without permission nothing is connected', async () => {
    const { office } = await officeWithRoom()
    const { state } = answerIn(services[provider].cancel(await begin(provider, office.id)))
    const reply = await finish(provider, { state })

    expect([reply.statusCode, reply.json().detail]).toEqual([
      409,
      'Nothing was connected, because the permission was not given.',
    ])
    expect(await integrationsOf(office.id)).toEqual([])
  })

  test.each(['503', 'talks nonsense', 'hangs up'] as const)(
    'a service that fails by %s while connecting connects nothing, and says so',
    async (fault) => {
      const { office } = await officeWithRoom()
      const answer = await consent(provider, office.id)
      services[provider].misbehave(fault, /token$/)
      const reply = await finish(provider, answer)

      expect(reply.statusCode).toBe(503)
      expect(reply.body).not.toMatch(/127\.0\.0\.1|secret/i)
      expect(await integrationsOf(office.id)).toEqual([])
    },
  )

  test('disconnecting unlinks all sub-offices and forgets the tokens', async () => {
    const { office, space } = await officeWithRoom()
    const second = await world.subOffice(office.id)
    await connect(provider, office.id)
    for (const { id } of [space, second]) await link(provider, id, addCalendar(provider, `Of ${id}`))
    const url = pathOf(provider, `disconnect/${office.id}`)
    const replies = await Promise.all([call('DELETE', url), call('DELETE', url)])
    expect(replies.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
    await world.runJobs()

    expect(await linksOf(office.id)).toEqual([])
    const { sub_offices, integrations } = (await call('GET', `/api/admin/offices/${office.id}`)).json()
    expect([integrations, sub_offices[0][`${provider}_calendar_id`], sub_offices[1].version]).toEqual([
      [],
      null,
      3,
    ])
    expect(await findAccount(world.db, { office_id: office.id, provider })).toBeUndefined()
    expect(await listed(provider, office.id)).toEqual({
      calendars: [],
      failure: 'This office is not connected to this service.',
    })
  })

  test('a list that cannot be read is empty and says why, and the account stays connected', async () => {
    const { office } = await officeWithRoom()
    await connect(provider, office.id)
    services[provider].misbehave('429', /alendar(s|List)$/)

    expect(await listed(provider, office.id)).toEqual({
      calendars: [],
      failure: 'The service has asked us to slow down. We will continue soon.',
    })
    expect(await integrationsOf(office.id)).toMatchObject([{ state: 'connected' }])
  })

  test('a lost consent is shown, and connecting again keeps the links', async () => {
    const { office, space } = await officeWithRoom()
    await connect(provider, office.id)
    await link(provider, space.id, addCalendar(provider, 'Kept'))
    const before = await linksOf(office.id)
    services[provider].revoke('office@keyhour.example')
    const lost = 'The permission to use this account has ended. Please connect it again.'
    expect(await listed(provider, office.id)).toEqual({ calendars: [], failure: lost })
    expect(await integrationsOf(office.id)).toMatchObject([{ state: 'failing', failure: lost }])
    await connect(provider, office.id)

    expect(await integrationsOf(office.id)).toMatchObject([{ state: 'connected', failure: null }])
    expect((await linksOf(office.id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  test('after a lost consent, connecting again makes the links work at once', async () => {
    const { office, space } = await officeWithRoom()
    await connect(provider, office.id)
    await link(provider, space.id, addCalendar(provider, 'Lost and found'))
    services[provider].revoke('office@keyhour.example')
    await world.runJobs()
    expect(await linksOf(office.id)).toMatchObject([{ state: 'unreachable', failure: 'consent_gone' }])
    await connect(provider, office.id)
    await world.runJobs()

    expect(await linksOf(office.id)).toMatchObject([
      { state: 'linked', failure: null, failing_since: null, read_at: START },
    ])
  })

  test('only admins get near any of this', async () => {
    const { office, space } = await officeWithRoom()
    const person = await world.tokenOf(await world.user())
    const replies = [
      await call('POST', pathOf(provider, `connect/${office.id}`), undefined, person),
      await call('GET', pathOf(provider, `list-calendars/${office.id}`), undefined, person),
      await call('DELETE', pathOf(provider, `disconnect/${office.id}`), undefined, person),
      await call(
        'PUT',
        pathOf(provider, `sub-office/${space.id}/link-calendar`),
        { [`${provider}_calendar_id`]: 'x' },
        person,
      ),
    ]

    expect(replies.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403])
  })

  test('an office or space that does not exist, is deleted or not connected is refused', async () => {
    const { office, space } = await officeWithRoom({ deleted_at: START })
    const { space: unconnected } = await officeWithRoom()

    expect((await call('POST', pathOf(provider, 'connect/999999'))).statusCode).toBe(404)
    expect((await call('POST', pathOf(provider, `connect/${office.id}`))).statusCode).toBe(409)
    expect((await call('GET', pathOf(provider, 'list-calendars/999999'))).statusCode).toBe(404)
    expect((await link(provider, space.id, 'x')).statusCode).toBe(404)
    expect((await link(provider, unconnected.id, 'x')).json().detail).toBe(
      'This office is not connected to this service.',
    )
  })

  test('the database holds neither the tokens nor the state in plain text', async () => {
    const { office } = await officeWithRoom()
    const { state } = await consent(provider, office.id)
    await connect(provider, office.id)
    const account = (await findAccount(world.db, { office_id: office.id, provider }))!
    const { access_token, refresh_token } = openTokens(world, account.credentials_sealed!)
    const { rows } = await world.pool.query(`select i::text as row from integrations i
      union all select c::text from consent_requests c
      union all select a::text from audit_log a
      union all select j::text from pgboss.job j`)
    const everything = rows.map(({ row }) => row).join('\n')

    for (const secret of [access_token, refresh_token, state]) expect(everything).not.toContain(secret)
    const answers = await call('GET', `/api/admin/offices/${office.id}`)
    expect(answers.body).not.toContain(refresh_token)
    expect(everything).toContain('connect calendar')
  })
})

test('Google is told to forget us only when no other office uses the same account', async () => {
  const [first, second] = [await officeWithRoom(), await officeWithRoom()]
  const account = 'shared@keyhour.example'
  google.addAccount({ email: account, name: 'Shared' })
  for (const { office } of [first, second]) {
    const page = await begin('google', office.id)
    await finish('google', answerIn(google.allow(page, { account })))
  }
  const revocations = () => google.calls.filter(({ path }) => path === '/revoke').length
  const before = revocations()
  await call('DELETE', pathOf('google', `disconnect/${first.office.id}`))
  await world.runJobs()
  expect(revocations()).toBe(before)
  expect((await listed('google', second.office.id)).failure).toBeNull()
  await call('DELETE', pathOf('google', `disconnect/${second.office.id}`))
  await world.runJobs()

  expect(revocations()).toBe(before + 1)
})

test('disconnecting closes the channels of its links', async () => {
  const { office, space } = await officeWithRoom()
  await connect('google', office.id)
  const id = addCalendar('google', 'Watched')
  await link('google', space.id, id)
  google.misbehave('loses pushes')
  const service = await openService(world, world.db, { office_id: office.id, provider: 'google' })
  const channel = { id: 'channel-d', address: 'http://127.0.0.1:9/push', secret: 'only we know' }
  const { ref } = await service.channels!.open(id, channel)
  await world.pool.query('update calendar_links set channel_id = $1, channel_ref = $2 where office_id = $3', [
    channel.id,
    ref,
    office.id,
  ])
  await call('DELETE', pathOf('google', `disconnect/${office.id}`))
  await world.runJobs()

  expect(google.channels().filter(({ calendarId }) => calendarId === id)).toEqual([])
})

test.each(BOTH)('disconnecting %s removes coming orders from its calendars', async (provider) => {
  const { office, space } = await officeWithRoom()
  await connect(provider, office.id)
  const id = addCalendar(provider, 'Full')
  await link(provider, space.id, id)
  const place = { office_id: office.id, sub_office_id: space.id }
  const booking = { ...place, date: '2026-03-05', start: '10:00', end: '11:00' }
  await world.post('/api/orders', booking, await world.user())
  await world.runJobs()
  expect(services[provider].eventsIn(id)).toHaveLength(1)
  await call('DELETE', pathOf(provider, `disconnect/${office.id}`))
  await world.runJobs()

  expect(services[provider].eventsIn(id)).toEqual([])
})

test('permissions that a person left out are asked for again', async () => {
  const { office } = await officeWithRoom()
  google.addAccount({ email: 'careful@keyhour.example', name: 'Careful' })
  const page = await begin('google', office.id)
  const scopes = ['https://www.googleapis.com/auth/calendar.calendarlist.readonly']
  const reply = await finish(
    'google',
    answerIn(google.allow(page, { account: 'careful@keyhour.example', scopes })),
  )

  expect([reply.statusCode, reply.json().detail]).toEqual([
    409,
    'Some permissions were left out. Please connect again and allow all of them.',
  ])
})

test('an office of rooms lists the rooms of its Workspace and links them by their own field', async () => {
  const { office, space } = await officeWithRoom({ google_calendar_type: 'rooms' })
  const room = google.addRoom({ resourceName: 'Blue', generatedResourceName: 'HQ Blue (8)' })
  await connect('google', office.id)
  expect((await listed('google', office.id)).calendars).toContainEqual({ id: room, summary: 'HQ Blue (8)' })
  const linked = await link('google', space.id, room)

  expect(linked.json()).toMatchObject({ google_calendar_id: null, google_calendar_room_id: room })
  expect(await linksOf(office.id)).toMatchObject([{ calendar_id: room }])
})

test('the screen knows which services the operator has set up', async () => {
  expect((await call('GET', '/api/admin/calendar-services')).json()).toEqual({ google: true, outlook: true })
  const bare = await startWorld({ GOOGLE_CLIENT_ID: 'only for signing in' })
  const owner = await bare.user({ admin: true })
  const office = await bare.office()

  expect((await bare.get('/api/admin/calendar-services', owner)).json()).toEqual({
    google: false,
    outlook: false,
  })
  const refused = await bare.post(`/api/auth/google/calendar/connect/${office.id}`, {}, owner)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    503,
    'This calendar service is not set up here.',
  ])
})
