import { answerOnLoopback } from '@keyhour/simulators/loopback'
import { simulateNexudus } from '@keyhour/simulators/nexudus'
import { simulatePickspace } from '@keyhour/simulators/pickspace'
import { simulateRoo } from '@keyhour/simulators/roo'
import { afterAll, expect, test } from 'vitest'
import { syncDueLinks } from '#server/features/calendar-sync/sync-link.ts'
import { openTokens } from '#server/features/calendars/access-tokens.ts'
import { startCalendarWorld } from '../../../test/calendar-world.ts'

const now = () => new Date('2026-03-02T08:00:00Z')
const nexudus = await simulateNexudus({ now })
const pickspace = await simulatePickspace()
const roo = await simulateRoo()
const file = await answerOnLoopback(() => ({
  status: 200,
  text: 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
}))
const services = [nexudus, pickspace, roo, file]
afterAll(() => Promise.all(services.map(({ close }) => close())))

const lines: string[] = []
const world = await startCalendarWorld(
  {
    NEXUDUS_URL: nexudus.apiUrl,
    PICKSPACE_URL: pickspace.url,
    WEBHOOK_NETWORKS: 'loopback',
    LOG_LEVEL: 'trace',
  },
  { logTo: { write: (line) => void lines.push(line) } },
)
const { admin, simulatedGoogle: google, simulatedGraph: graph } = world

/** Everything that the server has said to anyone. */
const said: string[] = []
async function ask(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) {
  const reply = await world.send({ method, url, ...(payload && { payload }) }, admin)
  said.push(`${method} ${url} ${reply.statusCode} ${JSON.stringify(reply.headers)} ${reply.body}`)
  return reply
}

async function connectEverything() {
  const office = await world.office({ pickspace_location_id: '7', pickspace_email: pickspace.email })
  const accounts = `/api/admin/offices/${office.id}/calendar_accounts`
  const resource = nexudus.addResource({ Name: 'Jaffa' })
  const room = pickspace.addRoom({ name: 'Room 4', location_id: '7' })
  roo.addRoom('r1', 'Blue')
  const tokens = [await world.connectGoogle(office.id), await world.connectOutlook(office.id)]
  const calendar = google.addCalendar({ summary: 'Blue room' })
  const login = { email: nexudus.email, business_id: String(nexudus.businessId), clock: 'utc' }
  await ask('PUT', accounts, {
    provider: 'nexudus',
    ...login,
    secret: nexudus.password,
    webhook_secret: 'signing-secret',
  })
  await ask('PUT', accounts, { provider: 'pickspace', tenant: 'florentin', secret: pickspace.password })
  await ask('PUT', accounts, {
    provider: 'roo',
    url: roo.url,
    header: 'X-Api-Key',
    rooms_path: '/rooms',
    id_field: 'id',
    name_field: 'name',
    bookings_path: '/rooms/{room}/bookings',
    secret: roo.token,
  })
  const space = await world.subOffice(office.id)
  await world.unit(office.id, space.id)
  const path = `/api/offices/${office.id}/sub-offices/${space.id}`
  const outlook_calendar_id = graph.addCalendar({ name: 'Green room' })
  const links = {
    outlook_calendar_id,
    nexudus_resource_id: String(resource),
    pickspace_room_id: room,
    roo_room_id: 'r1',
  }
  expect((await ask('PUT', path, { ...links, google_calendar_id: calendar })).statusCode).toBe(200)
  await ask('PUT', `${path}/calendar-import`, { url: `${file.url}/secret-path/basic.ics` })
  return { office, space, path, accounts, tokens }
}
type Connected = Awaited<ReturnType<typeof connectEverything>>

/** Every screen that shows something of it, and every file that can be taken out. */
async function lookEverywhere({ office, path, accounts }: Connected) {
  const screens = [
    '/api/admin/offices',
    `/api/admin/offices/${office.id}`,
    `/api/admin/offices/${office.id}/calendar-links`,
    accounts,
    `${path}/calendar-import`,
    `/api/offices/${office.id}`,
    `/api/nexudus/business-info/${office.id}`,
    `/api/offices/pickspace-rooms/${office.id}`,
    `/api/roo/rooms/${office.id}`,
    `/api/auth/google/calendar/list-calendars/${office.id}`,
    `/api/auth/outlook/calendar/list-calendars/${office.id}`,
    '/api/admin/conflicts',
    '/api/admin/all-orders/export?format=csv',
    '/api/user-profile/export',
  ]
  for (const screen of screens) await ask('GET', screen)
}

/** What is sealed at this moment: tokens, also renewed ones, and the secrets of channels. */
async function sealedNow(): Promise<string[]> {
  const accounts = await world.pool.query(
    `select credentials_sealed as sealed from integrations where provider in ('google', 'outlook')`,
  )
  const links = await world.pool.query(
    'select channel_secret_sealed as sealed from calendar_links where channel_secret_sealed is not null',
  )
  return [
    ...accounts.rows
      .map(({ sealed }) => openTokens(world, sealed))
      .flatMap(({ access_token, refresh_token }) => [access_token, refresh_token]),
    ...links.rows.map(({ sealed }) => world.secrets.open(sealed)),
  ]
}

async function tablesAsText(): Promise<string> {
  const { rows } = await world.pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'pgboss')`,
  )
  const texts: string[] = []
  for (const { name } of rows) {
    const all = await world.pool.query(`select coalesce(string_agg(t::text, ' '), '') as text from ${name} t`)
    texts.push(all.rows[0].text)
  }
  return texts.join(' ')
}

test('no answer, log line, error, job, row or export contains a secret of an outside service', async () => {
  const connected = await connectEverything()
  const { office, space, path, accounts, tokens } = connected
  const customer = await world.user()
  await world.credits(customer.id, 100_000)
  const place = { office_id: office.id, sub_office_id: space.id }
  await world.post('/api/orders', { ...place, date: '2026-03-05', start: '10:00', end: '11:00' }, customer)
  await world.runJobs()
  const sealed = await sealedNow()
  world.setNow('2026-03-02T09:30:00.000Z')
  await syncDueLinks.run(world, {})
  await world.runJobs()
  await lookEverywhere(connected)
  sealed.push(...(await sealedNow()))
  const faults = [
    'talks nonsense',
    'hangs up',
    { status: 401, text: 'no' },
    { status: 500, text: 'no' },
  ] as const
  for (const [at, fault] of faults.entries()) {
    for (const service of [...services, google, graph]) service.misbehave(fault)
    world.setNow(`2026-03-02T${String(10 + at).padStart(2, '0')}:00:00.000Z`)
    await syncDueLinks.run(world, {})
    const jobs = await tablesAsText()
    said.push(jobs)
    await world.runJobs()
    await lookEverywhere(connected)
    await ask('PUT', accounts, { provider: 'pickspace', tenant: 'florentin' })
    await ask('PUT', `${path}/calendar-import`, { url: `${file.url}/secret-path/other.ics` })
  }
  for (const service of [...services, google, graph]) service.behave()
  await ask('DELETE', `${accounts}/nexudus`)
  await ask('DELETE', `/api/auth/google/calendar/disconnect/${office.id}`)
  said.push(await tablesAsText())
  await world.runJobs()

  const everything = [...said, ...lines, await tablesAsText()].join('\n')
  // It has really been through all of it.
  expect(lines.length).toBeGreaterThan(50)
  const issued = new Set([...sealed, ...tokens.flatMap((known) => [known.access_token, known.refresh_token])])
  // Two channels, and for Google and Outlook a first and a renewed access token, and refresh tokens.
  expect(issued.size).toBeGreaterThanOrEqual(8)
  for (const word of ['Green room', 'Blue room', 'Room 4', 'consent_gone', 'florentin'])
    expect(everything).toContain(word)
  const basic = Buffer.from(`${nexudus.email}:${nexudus.password}`).toString('base64')
  const entered = [nexudus.password, 'signing-secret', pickspace.password, roo.token, 'secret-path']
  for (const secret of [
    ...entered,
    ...issued,
    basic,
    pickspace.token,
    google.clientSecret,
    graph.clientSecret,
  ])
    expect(everything.includes(secret), secret).toBe(false)
})
